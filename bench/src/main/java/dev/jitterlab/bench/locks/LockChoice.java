package dev.jitterlab.bench.locks;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the user asks for.
 *
 * @param threads numbers of threads; empty for the default ones
 * @param sectionsNs lengths of sections, in nanoseconds; empty for the default ones
 * @param barges the values of k; empty for the default ones
 * @param rounds how often everything runs; empty for as often as the time allows
 * @param seconds how long each lock is measured in each case of a round
 * @param seed of the order in each round
 * @param quick whether a minute must do: two numbers of threads and one section, unless named
 */
public record LockChoice(
    List<Integer> threads,
    List<Integer> sectionsNs,
    List<Integer> barges,
    OptionalInt rounds,
    double seconds,
    long seed,
    boolean quick) {}
