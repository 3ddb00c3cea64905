package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.PlannedLoad;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The block to measure again: that of the server whose load, by the plan, is farthest off the mean
 * of all. What servers answered is theirs, and so is what clients sent who wait for answers: a
 * closed model has no plan, and no block of it is measured again.
 *
 * @param block the block
 * @param why in words
 */
record UnequalLoad(Plan.Block block, String why) {
  /**
   * Looks for it. Where the load is to rise until it is too much, it ends unequal.
   *
   * @param plan what could run
   * @param blocks the finished blocks; those in which nothing could run are passed over
   * @return empty if the load is equal, or the load of some server is not known
   */
  static Optional<UnequalLoad> find(SamplesReader samples, Plan plan, List<BlockTimes> blocks) {
    if (plan.analysis().metrics().capacity() != null) {
      return Optional.empty();
    }
    Map<String, PlannedLoad> planned = new LinkedHashMap<>();
    Map<String, Plan.Block> blockOf = new LinkedHashMap<>();
    for (BlockTimes times : blocks) {
      Plan.Block block = measured(plan, times).orElse(null);
      if (block == null) {
        continue;
      }
      for (Plan.Instance instance : block.instances()) {
        Optional<PlannedLoad> own = planned(samples, instance.id(), times);
        if (own.isEmpty()) {
          return Optional.empty();
        }
        planned.put(instance.id(), own.get());
        blockOf.put(instance.id(), block);
      }
    }
    LoadDeviation balance = new LoadDeviation(planned);
    if (planned.isEmpty() || balance.deviation(balance.worst()) <= LoadDeviation.LIMIT) {
      return Optional.empty();
    }
    String worst = balance.worst();
    return Optional.of(
        new UnequalLoad(
            blockOf.get(worst),
            "%s should have got %s requests a second, %s off the mean"
                .formatted(
                    worst,
                    Units.number(planned.get(worst).perSecond()),
                    Units.share(balance.deviation(worst)))));
  }

  /** Empty for a block whose groups were skipped: it has finished, and nothing was measured. */
  private static Optional<Plan.Block> measured(Plan plan, BlockTimes times) {
    return plan.blocks().stream()
        .filter(block -> block.number() == times.number() && times.measuredTo() != null)
        .findFirst();
  }

  private static Optional<PlannedLoad> planned(SamplesReader samples, String id, BlockTimes times) {
    String load = "load/" + times.number();
    return MeasuredWindows.of(times, id)
        .flatMap(measured -> PlannedLoad.of(samples, PlannedLoad.REQUESTS, load, id, measured));
  }
}
