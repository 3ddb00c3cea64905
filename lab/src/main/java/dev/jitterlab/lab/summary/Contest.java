package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.GroupStatistic;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Compares groups by the instances that count; decides nothing and knows no level ({@link
 * Decisions} does). Immutable.
 *
 * <p>Where one instance of every group ran in each round, at once or one after the other, the
 * instances are paired by round, and a round in which one of both does not count is left out of the
 * pair's comparison; otherwise the groups are independent.
 *
 * @param rounds whether the instances ran in rounds
 * @param seed the plan's
 * @param groups a group's name to its instances that count, also those without a figure
 * @param look what is corrected, as the trial could have ended with an earlier look
 */
record Contest(
    boolean rounds, long seed, Map<String, List<InstanceFigures>> groups, LookCorrection look) {
  /**
   * What a group has of a metric.
   *
   * @param value its figure, or the bound of it
   * @param censoring which of both
   */
  record Standing(double value, Censoring censoring) {}

  /**
   * Two groups, by the same instances throughout.
   *
   * @param value the group's figure, or the bound of it
   * @param otherValue the other's
   * @param instances how many pairs, or of the smaller group
   * @param ratio group / other; empty where both figures are zero
   * @param censoring whether the true ratio is this one, or is bounded by it
   */
  record Meeting(
      double value,
      double otherValue,
      int instances,
      Optional<RatioEstimate> ratio,
      Censoring censoring) {
    Meeting inverse() {
      return new Meeting(
          otherValue, value, instances, ratio.map(RatioEstimate::inverse), censoring.inverse());
    }
  }

  /** The ratio of a group to another; empty where it is unknown, a bound, or 0 to 0. */
  Optional<RatioEstimate> ratio(Metric metric, String group, String baseline) {
    return meeting(metric, group, baseline)
        .filter(meeting -> meeting.censoring() == Censoring.NONE)
        .flatMap(Meeting::ratio);
  }

  /** Compares two groups; empty where one of them has no figure and no bound. */
  Optional<Meeting> meeting(Metric metric, String group, String other) {
    List<InstanceFigures> ours = met(metric, group, other);
    List<InstanceFigures> theirs = met(metric, other, group);
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    List<Object> our = readings(metric, ours);
    List<Object> their = readings(metric, theirs);
    GroupStatistic numerator = metric.statistic(our);
    GroupStatistic denominator = metric.statistic(their);
    long drawing = seed + checksum(metric.key() + ' ' + group);
    return Optional.of(
        new Meeting(
            metric.value(our),
            metric.value(their),
            Math.min(ours.size(), theirs.size()),
            (rounds
                    ? RatioBootstrap.paired(numerator, denominator, drawing)
                    : RatioBootstrap.independent(numerator, denominator, drawing))
                .map(ratio -> ratio.seenAt(look.of(numerator, denominator))),
            censoring(metric, group, our).over(censoring(metric, other, their))));
  }

  /** Whether the figure of one of them is the greatest value of the instances that are compared. */
  boolean hangsOnOneValue(Metric metric, String group, String other) {
    return Stream.of(met(metric, group, other), met(metric, other, group))
        .map(instances -> readings(metric, instances))
        .anyMatch(readings -> !readings.isEmpty() && metric.statistic(readings).hangsOnOneValue());
  }

  /** The instances of a group by which it is compared with the other one. */
  private List<InstanceFigures> met(Metric metric, String group, String other) {
    List<InstanceFigures> instances = read(metric, group);
    return rounds ? inRoundsOf(read(metric, other), instances) : instances;
  }

  /** The figure of a group, in the unit of summary.json; empty where it is unknown, or a bound. */
  Optional<Double> value(Metric metric, String group) {
    return standing(metric, group)
        .filter(standing -> standing.censoring() == Censoring.NONE)
        .map(Standing::value);
  }

  /** The figure of a group, or a bound of it; empty where neither is known. */
  Optional<Standing> standing(Metric metric, String group) {
    List<Object> known = readings(metric, read(metric, group));
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(new Standing(metric.value(known), censoring(metric, group, known)))
            .filter(standing -> standing.censoring() != Censoring.UNKNOWN);
  }

  /**
   * An instance without a figure may be the worst of its group, which then has only a bound: a
   * server must not win because it hung so long that nothing of it was recorded.
   */
  private Censoring censoring(Metric metric, String group, List<Object> readings) {
    boolean isWhole =
        groups.getOrDefault(group, List.of()).stream().noneMatch(one -> one.mayHide(metric));
    Censoring worse = metric.isHigherBetter() ? Censoring.BELOW : Censoring.AT_LEAST;
    return metric.censoring(readings).and(isWhole ? Censoring.NONE : worse);
  }

  /** Those that have a figure, or, where bounds say something, a bound. */
  private List<InstanceFigures> read(Metric metric, String group) {
    return groups.getOrDefault(group, List.of()).stream()
        .filter(instance -> instance.isUsable(metric))
        .toList();
  }

  private static List<Object> readings(Metric metric, List<InstanceFigures> instances) {
    return instances.stream().flatMap(instance -> instance.reading(metric).stream()).toList();
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
