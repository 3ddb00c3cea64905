package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The answer in one sentence: which group is best by the primary metric, by how much, and which
 * others the trial cannot tell from it.
 *
 * <p>The best group is compared with each other one directly, not through the baseline. The
 * intervals are 95 % each; with many groups the chance that one of them errs is greater.
 */
final class Verdict {
  private final ComparedMetric metric;
  private final Contest contest;

  private Verdict(ComparedMetric metric, Contest contest) {
    this.metric = metric;
    this.contest = contest;
  }

  /** Another group against the best one. */
  private record Rival(String group, double value, Optional<RatioEstimate> toBest) {
    private boolean separable() {
      return toBest.flatMap(RatioEstimate::interval).filter(i -> !i.includesOne()).isPresent();
    }
  }

  static String of(
      ComparedMetric metric, Contest contest, List<String> groups, List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.status() == Status.INVALID) {
        return "Invalid trial: " + finding.why() + "; do not use these figures.";
      }
    }
    String answer = new Verdict(metric, contest).answer(groups);
    return findings.stream()
        .filter(finding -> finding.status() == Status.WEAK)
        .findFirst()
        .map(finding -> answer + "; but the trial is weak: " + finding.why() + ".")
        .orElse(answer + ".");
  }

  private String answer(List<String> groups) {
    List<String> measured =
        groups.stream()
            .filter(group -> contest.value(metric, group).isPresent())
            .sorted(Comparator.comparing(group -> contest.value(metric, group).orElseThrow()))
            .toList();
    if (measured.isEmpty()) {
      return "The trial has no figures for " + metric.words();
    }
    String best = measured.getFirst();
    String bestValue = show(contest.value(metric, best).orElseThrow());
    List<Rival> rivals =
        measured.stream()
            .skip(1)
            .map(
                group ->
                    new Rival(
                        group,
                        contest.value(metric, group).orElseThrow(),
                        contest.ratio(metric, group, best)))
            .toList();
    if (rivals.isEmpty()) {
      return "There is nothing to compare %s with: its %s is %s"
          .formatted(best, metric.words(), bestValue);
    }
    return rivals.size() == 1
        ? againstOne(best, bestValue, rivals.getFirst())
        : againstMany(best, bestValue, rivals);
  }

  private String againstOne(String best, String bestValue, Rival rival) {
    String words =
        rival.separable()
            ? "%s " + metric.praise() + " than %s: its %s is %s against %s, %s"
            : "The trial does not decide between %s and %s: their %s is %s and %s, %s";
    return words.formatted(
        best,
        rival.group(),
        metric.words(),
        bestValue,
        show(rival.value()),
        rival.toBest().map(Verdict::inverse).map(Verdict::ratio).orElse("without a ratio"));
  }

  private String againstMany(String best, String bestValue, List<Rival> rivals) {
    String level =
        rivals.stream()
            .filter(rival -> !rival.separable())
            .map(rival -> "%s (%s)".formatted(rival.group(), show(rival.value())))
            .collect(Collectors.joining(", "));
    if (rivals.stream().noneMatch(Rival::separable)) {
      return "The trial does not decide: %s has the lowest %s, %s, but cannot be told apart from %s"
          .formatted(best, metric.words(), bestValue, level);
    }
    String beaten =
        rivals.stream()
            .filter(Rival::separable)
            .map(
                rival ->
                    "%s of %s, %s"
                        .formatted(
                            show(rival.value()),
                            rival.group(),
                            ratio(inverse(rival.toBest().orElseThrow()))))
            .collect(Collectors.joining(", and "));
    return "%s %s than others: its %s is %s against %s%s"
        .formatted(
            best,
            metric.praise(),
            metric.words(),
            bestValue,
            beaten,
            level.isEmpty() ? "" : "; it cannot be told apart from " + level);
  }

  /** The best group's figure over the rival's, instead of the other way round. */
  private static RatioEstimate inverse(RatioEstimate toBest) {
    return new RatioEstimate(
        1 / toBest.ratio(), toBest.interval().map(i -> new Interval(1 / i.high(), 1 / i.low())));
  }

  private static String ratio(RatioEstimate estimate) {
    return "a ratio of %s %s"
        .formatted(
            Units.number(estimate.ratio()),
            estimate
                .interval()
                .map(
                    interval ->
                        "(95 %% interval %s to %s)"
                            .formatted(Units.number(interval.low()), Units.number(interval.high())))
                .orElse("(no interval can be given)"));
  }

  private String show(double value) {
    return switch (metric) {
      case ComparedMetric.TickQuantile quantile -> Units.seconds(value / 1e9);
      case ComparedMetric.LateRatio late -> Units.share(value);
      case ComparedMetric.CpuLoad load -> Units.share(value);
    };
  }
}
