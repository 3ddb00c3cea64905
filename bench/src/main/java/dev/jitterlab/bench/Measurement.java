package dev.jitterlab.bench;

import dev.jitterlab.lab.ticks.Distribution;
import java.util.Map;
import java.util.Optional;

/**
 * What one cell yielded. Immutable.
 *
 * @param drift start − perfect schedule of every tick; not empty
 * @param execution end − start of every tick; empty where there was nothing to execute
 * @param missed periods whose tick did not start within one period of its schedule
 * @param missRates how the tasks shared the misses; empty for a single task in C
 * @param usage what the process used
 */
record Measurement(
    Distribution drift,
    Optional<Distribution> execution,
    long missed,
    Optional<MissRates> missRates,
    Usage usage) {

  /** The parts of their periods that tasks missed: of the task with the fewest, and the most. */
  record MissRates(double lowest, double highest) {}

  /**
   * What a process used.
   *
   * @param seconds while it was watched
   * @param cpuSeconds of all its threads
   * @param contextSwitches voluntary and involuntary
   * @param threads what its threads are there for to their times; empty where there are none
   */
  record Usage(
      double seconds,
      double cpuSeconds,
      long contextSwitches,
      Map<ThreadRole, ThreadRole.Time> threads) {}
}
