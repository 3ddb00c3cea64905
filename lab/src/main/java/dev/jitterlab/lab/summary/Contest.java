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
 * <p>Where one instance of every group ran in each round, at once or one after the other, the
 * instances are paired by round, and a round in which one of both does not count is left out of the
 * pair's comparison; otherwise the groups are independent.
 *
 * @param rounds whether the instances ran in rounds
 * @param seed the plan's
 * @param groups a group's name to its instances that count
 */
record Contest(boolean rounds, long seed, Map<String, List<InstanceFigures>> groups) {
  /** The ratio of a group to another; empty where the other's figure is zero or unknown. */
  Optional<RatioEstimate> ratio(ComparedMetric metric, String group, String baseline) {
    List<InstanceFigures> ours = known(metric, group);
    List<InstanceFigures> theirs = known(metric, baseline);
    if (rounds) {
      ours = inRoundsOf(theirs, ours);
      theirs = inRoundsOf(ours, theirs);
    }
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    GroupStatistic numerator = metric.of(ours);
    GroupStatistic denominator = metric.of(theirs);
    long drawing = seed + checksum(metric.key() + ' ' + group);
    return rounds
        ? RatioBootstrap.paired(numerator, denominator, drawing)
        : RatioBootstrap.independent(numerator, denominator, drawing);
  }

  /** The figure of a group; empty where it is unknown. Tick quantiles are in nanoseconds. */
  Optional<Double> value(ComparedMetric metric, String group) {
    List<InstanceFigures> known = known(metric, group);
    return known.isEmpty() ? Optional.empty() : Optional.of(metric.of(known).value());
  }

  private List<InstanceFigures> known(ComparedMetric metric, String group) {
    List<InstanceFigures> counting = groups.getOrDefault(group, List.of());
    return metric.mustBeKnownOfAll() && !counting.stream().allMatch(metric::knownOf)
        ? List.of()
        : counting.stream().filter(metric::knownOf).toList();
  }

  /** In the order of their rounds. */
  private static List<InstanceFigures> inRoundsOf(
      List<InstanceFigures> others, List<InstanceFigures> instances) {
    Map<Integer, InstanceFigures> byRound =
        instances.stream().collect(Collectors.toMap(InstanceFigures::round, Function.identity()));
    return others.stream()
        .map(InstanceFigures::round)
        .filter(byRound::containsKey)
        .sorted()
        .map(byRound::get)
        .toList();
  }

  private static long checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue() << 16;
  }
}
