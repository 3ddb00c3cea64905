package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunState.BlockTimes;

/**
 * A server that counts, and where it stands on the time axis.
 *
 * @param times of its block; the load began, and so did the measurement or is about to
 */
record Placed(Plan.Block block, Plan.Instance instance, BlockTimes times) {
  String id() {
    return instance.id();
  }
}
