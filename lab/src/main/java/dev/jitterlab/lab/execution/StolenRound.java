package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The round to measure again: one in which the hypervisor took away so much CPU time from a block
 * that the whole trial would be invalid. All its blocks are measured again, so that no group loses
 * more than another. Servers that want much CPU, or wake their threads up often, cost themselves
 * some of that time (docs/measurements/steal.md); if more than half of a group's blocks lose as
 * much, that is the rule for them, and nothing is measured again for it.
 *
 * @param number the round's, from 1
 * @param blocks those of the round, in the plan's order
 * @param why in words
 */
record StolenRound(int number, List<Plan.Block> blocks, String why) {
  /** Looks for the one with the most; {@code finished} are the blocks that there are so far. */
  static Optional<StolenRound> find(SamplesReader samples, Plan plan, List<BlockTimes> finished) {
    Map<Integer, Double> stolen = new LinkedHashMap<>();
    for (BlockTimes times : finished) {
      measured(times)
          .flatMap(windows -> MachineCpu.during(windows, samples))
          .ifPresent(cpu -> stolen.put(times.number(), cpu.stealRatio()));
    }
    List<Plan.Block> blocks =
        plan.blocks().stream().filter(block -> stolen.containsKey(block.number())).toList();
    return blocks.stream()
        .filter(block -> stolen.get(block.number()) > MachineCpu.MOST_STOLEN)
        .filter(block -> isAnException(block, blocks, stolen))
        .max(Comparator.comparing(block -> stolen.get(block.number())))
        .map(block -> round(block, blocks, stolen.get(block.number())));
  }

  private static Optional<MeasuredWindows> measured(BlockTimes times) {
    if (times.measuredTo() == null) {
      return Optional.empty();
    }
    return times.wasRotated()
        ? MeasuredWindows.slices(times, null, times.measuredTo())
        : Optional.of(MeasuredWindows.of(times.measuredFrom(), times.measuredTo()));
  }

  /** Whether at least half of the blocks with the same groups lost less. */
  private static boolean isAnException(
      Plan.Block block, List<Plan.Block> blocks, Map<Integer, Double> stolen) {
    List<Plan.Block> alike =
        blocks.stream().filter(other -> groups(other).equals(groups(block))).toList();
    long spared =
        alike.stream()
            .filter(other -> stolen.get(other.number()) <= MachineCpu.MOST_STOLEN)
            .count();
    return 2 * spared >= alike.size();
  }

  private static Set<String> groups(Plan.Block block) {
    return block.instances().stream().map(Plan.Instance::group).collect(Collectors.toSet());
  }

  private static StolenRound round(Plan.Block worst, List<Plan.Block> blocks, double share) {
    int number = worst.round();
    return new StolenRound(
        number,
        blocks.stream().filter(block -> block.round() == number).toList(),
        "the hypervisor took away %s of the CPU time in block %d"
            .formatted(Units.share(share), worst.number()));
  }
}
