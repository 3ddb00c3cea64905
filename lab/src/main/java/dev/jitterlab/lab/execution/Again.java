package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.util.List;
import java.util.Optional;

/**
 * What is to be measured again. Neither reason is a figure of what was measured: one is the plan of
 * the load, the other what the hypervisor says.
 *
 * @param blocks in this order
 * @param round the round that they are; null for a block by itself
 * @param why in words
 */
record Again(List<Plan.Block> blocks, Integer round, String why) {
  /**
   * Looks for it. Loads first, the worst first: a single one that is far off moves the mean, and
   * the others seem to be off too.
   *
   * @param plan what could run
   * @param finished the finished blocks; those in which nothing could run are passed over
   * @return empty if nothing is wrong with any, or nothing is known of them
   */
  static Optional<Again> find(RunDirectory directory, Plan plan, List<BlockTimes> finished) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return samples == null
          ? Optional.empty()
          : UnequalLoad.find(samples, plan, finished)
              .map(one -> new Again(List.of(one.block()), null, one.why()))
              .or(
                  () ->
                      StolenRound.find(samples, plan, finished)
                          .map(one -> new Again(one.blocks(), one.number(), one.why())));
    }
  }

  /** What it is, as the beginning of a sentence. */
  String words() {
    return round == null
        ? "block " + blocks.getFirst().number()
        : "round %d, with every group,".formatted(round);
  }
}
