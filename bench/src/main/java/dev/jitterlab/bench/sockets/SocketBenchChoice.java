package dev.jitterlab.bench.sockets;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the user asks of a bench of sockets; lists that are empty mean the default. Immutable.
 *
 * @param full whether the defaults are everything, which takes 20 minutes, and not the six minutes'
 *     choice of it
 * @param tests names of tests
 * @param moreSizes whether the tests beside the paper's run too, where none is named
 * @param transports names of contenders
 * @param details whether the paper's details run too: timed reads, fresh packets, no TCP_NODELAY
 * @param placements where client and server run
 * @param sessions exchanges at once
 * @param rounds how often everything runs; empty for as often as the time allows
 * @param warmupMs before each measured time
 * @param millis measured of each contender in each test, placement and round
 * @param systemCalls whether they are counted
 * @param seed of the order in each round
 */
public record SocketBenchChoice(
    boolean full,
    List<String> tests,
    boolean moreSizes,
    List<String> transports,
    boolean details,
    List<String> placements,
    int sessions,
    OptionalInt rounds,
    int warmupMs,
    int millis,
    boolean systemCalls,
    long seed) {
  /** The default of {@code warmupMs}. */
  public static final int WARMUP_MS = 2_500;

  /** The default of {@code millis}. */
  public static final int MILLIS = 1_000;
}
