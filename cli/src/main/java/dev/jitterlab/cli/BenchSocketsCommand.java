package dev.jitterlab.cli;

import dev.jitterlab.bench.sockets.SocketBench;
import dev.jitterlab.bench.sockets.SocketBenchChoice;
import dev.jitterlab.bench.sockets.SocketBenchTable;
import dev.jitterlab.bench.sockets.SocketRecord;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench sockets}: Java's sockets beside C's, in the four tests of IBM's paper. */
@Command(
    name = "sockets",
    description = {
      "Compare Java's sockets with the same program in C.",
      "It prints throughput divided by CPU use, in the four tests of IBM's paper, and their"
          + " geometric mean. See docs/sockets.md."
    })
public final class BenchSocketsCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 10_000;
  private static final int MOST_MILLIS = 3_600_000;
  private static final int MOST_SESSIONS = 256;

  @Option(
      names = "--full",
      description =
          "Measure all transports, also with client and server where the kernel puts them, and"
              + " count system calls: 20 minutes. Without it: C, blocking, channel, virtual and"
              + " netty-epoll on one CPU each, 6 minutes.")
  private boolean full;

  @Option(
      names = "--tests",
      paramLabel = "NAME",
      split = ",",
      description = "Tests to run, see docs/sockets.md (default: the paper's four).")
  private List<String> tests = List.of();

  @Option(
      names = "--more-sizes",
      description =
          "Also run tests that the paper does not have: other sizes, and messages in two pieces.")
  private boolean moreSizes;

  @Option(
      names = "--transports",
      paramLabel = "NAME",
      split = ",",
      description =
          "Transports to compare with C: blocking, channel, virtual, nio, netty-nio, netty-epoll,"
              + " netty-io_uring (default: see --full). If one of these cannot run, the bench"
              + " fails.")
  private List<String> transports = List.of();

  @Option(
      names = "--details",
      description =
          "Also measure the paper's details: reads with a time limit, with and without a poll"
              + " before each; packet objects that are not reused; no TCP_NODELAY.")
  private boolean details;

  @Option(
      names = "--placements",
      paramLabel = "WHERE",
      split = ",",
      description =
          "Where client and server run: apart (on one CPU each), together (on one CPU), or free"
              + " (default: apart; with --full apart,free).")
  private List<String> placements = List.of();

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Exchanges at once (default: 1, as in the paper).")
  private int sessions;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often everything runs (default: as often as 6 minutes allow, with --full 20"
              + " minutes; at least 3 and at most 10 times).")
  private Integer rounds;

  @Option(
      names = "--warmup-ms",
      paramLabel = "MS",
      defaultValue = "" + SocketBenchChoice.WARMUP_MS,
      description = "Warm-up before each measurement (default: ${DEFAULT-VALUE}).")
  private int warmupMs;

  @Option(
      names = "--millis",
      paramLabel = "MS",
      defaultValue = "" + SocketBenchChoice.MILLIS,
      description =
          "Measured time of each transport, test, placement and round (default: ${DEFAULT-VALUE}).")
  private int millis;

  @Option(
      names = "--system-calls",
      negatable = true,
      description =
          "Count system calls, or not. Counting takes two more runs of each transport and test"
              + " (default: only with --full).")
  private Boolean systemCalls;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Decides the order in each round (default: 1).")
  private long seed;

  @Mixin private BenchOptions bench;
  @Mixin private KeepOption keep;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    SocketBenchChoice choice = choice();
    return bench.run(
        (folder, progress) -> SocketBench.prepare(choice, folder, progress).run(),
        output,
        SocketBenchTable::render,
        keep,
        SocketRecord::of);
  }

  private SocketBenchChoice choice() {
    NumberBounds.require("--sessions", sessions, 1, MOST_SESSIONS);
    NumberBounds.require("--warmup-ms", warmupMs, 0, MOST_MILLIS);
    NumberBounds.require("--millis", millis, 1, MOST_MILLIS);
    return new SocketBenchChoice(
        full,
        tests,
        moreSizes,
        transports,
        details,
        placements,
        sessions,
        NumberBounds.optional("--rounds", rounds, 1, MOST_ROUNDS),
        warmupMs,
        millis,
        systemCalls == null ? full : systemCalls,
        seed);
  }
}
