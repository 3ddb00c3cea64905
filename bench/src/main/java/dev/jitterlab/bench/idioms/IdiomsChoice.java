package dev.jitterlab.bench.idioms;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the user asks for.
 *
 * @param idioms their names; empty for all
 * @param jdks feature releases; empty for those that the quick or the long bench takes
 * @param rounds how often everything runs; empty for as often as the time allows
 * @param seconds how long each fork is measured
 * @param seed of the order in each round
 * @param quick whether a minute must do: one JDK, unless some are named, and of each idiom the
 *     first and the last case
 */
public record IdiomsChoice(
    List<String> idioms,
    List<Integer> jdks,
    OptionalInt rounds,
    double seconds,
    long seed,
    boolean quick) {
  /** How long each fork is measured, unless the user or a quick bench asks for another time. */
  public static final double SECONDS = 0.15;
}
