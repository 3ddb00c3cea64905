package dev.jitterlab.bench;

import java.nio.file.Path;

/**
 * One scheduler in one scenario in one round.
 *
 * @param round from 1
 * @param folder where its process runs and leaves its files
 * @param seconds how long it is to be measured
 * @param seed of everything random in it
 */
record BenchCell(
    TickScenario scenario, Contender contender, int round, Path folder, int seconds, long seed) {
  /** How messages name its process. */
  String id() {
    return scenario.name() + "/" + round + "/" + contender.name();
  }
}
