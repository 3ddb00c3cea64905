package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.LoadDeviation;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
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
   * Looks for it.
   *
   * @param plan what could run
   * @param blocks the finished blocks; those in which nothing could run are passed over
   * @return empty if the load is equal, or the load of some server is not known
   */
  static Optional<UnequalLoad> find(RunDirectory directory, Plan plan, List<BlockTimes> blocks) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return samples == null ? Optional.empty() : find(samples, plan, blocks);
    }
  }

  private static Optional<UnequalLoad> find(
      SamplesReader samples, Plan plan, List<BlockTimes> blocks) {
    Map<String, Double> rates = new LinkedHashMap<>();
    Map<String, Plan.Block> blockOf = new LinkedHashMap<>();
    for (BlockTimes times : blocks) {
      Plan.Block block = measured(plan, times).orElse(null);
      if (block == null) {
        continue;
      }
      for (Plan.Instance instance : block.instances()) {
        Optional<Double> rate = rate(samples, instance.id(), times);
        if (rate.isEmpty()) {
          return Optional.empty();
        }
        rates.put(instance.id(), rate.get());
        blockOf.put(instance.id(), block);
      }
    }
    LoadDeviation balance = new LoadDeviation(rates);
    if (rates.isEmpty() || balance.deviation(balance.worst()) <= LoadDeviation.LIMIT) {
      return Optional.empty();
    }
    String worst = balance.worst();
    return Optional.of(
        new UnequalLoad(
            blockOf.get(worst),
            "%s should have got %s requests a second, %s off the mean"
                .formatted(
                    worst, Units.number(rates.get(worst)), Units.share(balance.deviation(worst)))));
  }

  /** Empty for a block whose groups were skipped: it has finished, and nothing was measured. */
  private static Optional<Plan.Block> measured(Plan plan, BlockTimes times) {
    return plan.blocks().stream()
        .filter(block -> block.number() == times.number() && times.measuredTo() != null)
        .findFirst();
  }

  private static Optional<Double> rate(SamplesReader samples, String id, BlockTimes times) {
    String load = "load/" + times.number();
    String labels = LoadDeviation.labels(id);
    return MeasuredWindows.of(times, id)
        .flatMap(
            measured ->
                samples
                    .increase(load, LoadDeviation.PLANNED, labels, measured)
                    .map(planned -> planned / measured.seconds()));
  }
}
