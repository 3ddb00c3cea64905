package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
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
  Optional<RatioEstimate> ratio(Metric metric, String group, String baseline) {
    List<InstanceFigures> ours = known(metric, group);
    List<InstanceFigures> theirs = known(metric, baseline);
    if (rounds) {
      ours = inRoundsOf(theirs, ours);
      theirs = inRoundsOf(ours, theirs);
    }
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    GroupStatistic numerator = metric.statistic(readings(metric, ours));
    GroupStatistic denominator = metric.statistic(readings(metric, theirs));
    long drawing = seed + checksum(metric.key() + ' ' + group);
    return rounds
        ? RatioBootstrap.paired(numerator, denominator, drawing)
        : RatioBootstrap.independent(numerator, denominator, drawing);
  }

  /** The figure of a group, in the unit of summary.json; empty where it is unknown. */
  Optional<Double> value(Metric metric, String group) {
    List<InstanceFigures> known = known(metric, group);
    return known.isEmpty() ? Optional.empty() : Optional.of(metric.value(readings(metric, known)));
  }

  private List<InstanceFigures> known(Metric metric, String group) {
    List<InstanceFigures> counting = groups.getOrDefault(group, List.of());
    List<InstanceFigures> known =
        counting.stream().filter(instance -> instance.known(metric).isPresent()).toList();
    return metric.needsAll() && known.size() < counting.size() ? List.of() : known;
  }

  private static List<Object> readings(Metric metric, List<InstanceFigures> instances) {
    return instances.stream().flatMap(instance -> instance.known(metric).stream()).toList();
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
