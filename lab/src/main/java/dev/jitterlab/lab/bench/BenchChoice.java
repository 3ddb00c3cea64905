package dev.jitterlab.lab.bench;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the user asks for.
 *
 * @param scenarios their names; empty for all
 * @param schedulers their names; empty for all; cyclictest runs in any case
 * @param rounds how often everything runs; empty for as often as five minutes allow
 * @param seconds how long each scheduler is measured in each scenario of a round
 * @param seed of the order in each round, and of the tasks' starts
 */
public record BenchChoice(
    List<String> scenarios, List<String> schedulers, OptionalInt rounds, int seconds, long seed) {
  /** Copies the lists. */
  public BenchChoice {
    scenarios = List.copyOf(scenarios);
    schedulers = List.copyOf(schedulers);
  }
}
