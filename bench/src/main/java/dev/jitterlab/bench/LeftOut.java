package dev.jitterlab.bench;

import dev.jitterlab.lab.Problem;

/**
 * A cell whose process failed; its contender does not run again in that scenario, and has no row.
 */
record LeftOut(BenchCell cell, Problem problem) {
  boolean isOf(TickScenario scenario, Contender contender) {
    return cell.scenario().equals(scenario) && cell.contender().equals(contender);
  }

  /** For the user. */
  String text() {
    return "%s: %s is left out, it failed in round %d: %s"
        .formatted(cell.scenario().name(), cell.contender().name(), cell.round(), problem.what());
  }
}
