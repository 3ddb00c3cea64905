package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.statistics.GroupStatistic;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * Compares groups by the instances that count. Immutable.
 *
 * <p>In blocks the instances are paired by block, and a block in which one of both does not count
 * is left out of the pair's comparison; otherwise the groups are independent.
 *
 * @param blocks whether the instances ran in blocks
 * @param seed the plan's
 * @param groups a group's name to its instances that count
 */
record Contest(boolean blocks, long seed, Map<String, List<InstanceFigures>> groups) {
  /** The ratio of a group to another; empty where the other's figure is zero or unknown. */
  Optional<RatioEstimate> ratio(ComparedMetric metric, String group, String baseline) {
    List<InstanceFigures> ours = known(metric, group);
    List<InstanceFigures> theirs = known(metric, baseline);
    if (blocks) {
      ours = inBlocksOf(theirs, ours);
      theirs = inBlocksOf(ours, theirs);
    }
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    GroupStatistic numerator = metric.of(ours);
    GroupStatistic denominator = metric.of(theirs);
    long drawing = seed + checksum(metric.key() + ' ' + group);
    return blocks
        ? RatioBootstrap.paired(numerator, denominator, drawing)
        : RatioBootstrap.independent(numerator, denominator, drawing);
  }

  /** The figure of a group; empty where it is unknown. Tick quantiles are in nanoseconds. */
  Optional<Double> value(ComparedMetric metric, String group) {
    List<InstanceFigures> known = known(metric, group);
    return known.isEmpty() ? Optional.empty() : Optional.of(metric.of(known).value());
  }

  private List<InstanceFigures> known(ComparedMetric metric, String group) {
    return groups.getOrDefault(group, List.of()).stream().filter(metric::knownOf).toList();
  }

  /** In the order of their blocks. */
  private static List<InstanceFigures> inBlocksOf(
      List<InstanceFigures> others, List<InstanceFigures> instances) {
    Map<Integer, InstanceFigures> byBlock =
        instances.stream().collect(Collectors.toMap(InstanceFigures::block, Function.identity()));
    return others.stream()
        .map(InstanceFigures::block)
        .filter(byBlock::containsKey)
        .sorted()
        .map(byBlock::get)
        .toList();
  }

  private static long checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue() << 16;
  }
}
