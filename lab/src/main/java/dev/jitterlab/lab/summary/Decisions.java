package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.PairFamily;
import dev.jitterlab.lab.statistics.Power;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.Contest.Meeting;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is decided about every pair of groups by one metric, at one level for all of them together:
 * the comparisons with the baseline, those with the best group, and, where there is an equivalence
 * margin, the claims of equivalence are one family ({@link PairFamily}, {@link Holm}). So it does
 * not matter that the best group is chosen after the measurement. Immutable.
 *
 * <p>The level is a parameter: a look during a trial is taken at the part of 5 % that its plan
 * gives it, and nothing else changes.
 */
final class Decisions {
  private final Metric metric;
  private final boolean isPaired;
  private final Optional<Double> margin;
  private final double level;
  private final List<Encounter> encounters = new ArrayList<>();

  /**
   * @param groups all that the experiment is about, also those without a figure
   * @param margin the part by which a ratio may differ from 1 without making a difference
   * @param level the probability with which any decision may be false
   */
  Decisions(
      Metric metric,
      Contest contest,
      List<String> groups,
      String baseline,
      Optional<Double> margin,
      double level) {
    this.metric = metric;
    this.isPaired = contest.rounds();
    this.margin = margin;
    this.level = level;
    List<Encounter> open = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        boolean second = groups.get(i).equals(baseline);
        String group = groups.get(second ? j : i);
        String other = groups.get(second ? i : j);
        boolean ofBaseline = other.equals(baseline);
        open.add(
            new Encounter(
                group,
                other,
                contest.meeting(metric, group, other),
                ofBaseline
                    ? PairFamily.baselineShare(groups.size())
                    : PairFamily.otherShare(groups.size()),
                1,
                1));
      }
    }
    correct(open);
  }

  /**
   * Two groups.
   *
   * @param share the part of the level that the pair begins with
   */
  private record Encounter(
      String group,
      String other,
      Optional<Meeting> meeting,
      double share,
      double pDifference,
      double pEquivalence) {
    private Optional<RatioEstimate> ratio() {
      return meeting.flatMap(Meeting::ratio);
    }

    private Censoring censoring() {
      return meeting.map(Meeting::censoring).orElse(Censoring.UNKNOWN);
    }

    private Encounter inverse() {
      return new Encounter(
          other, group, meeting.map(Meeting::inverse), share, pDifference, pEquivalence);
    }
  }

  private void correct(List<Encounter> open) {
    Holm.Corrected corrected =
        Holm.corrected(
            open.stream().mapToDouble(Encounter::share).toArray(),
            open.stream().mapToDouble(Decisions::pDifference).toArray(),
            margin
                .map(part -> open.stream().mapToDouble(one -> pEquivalence(one, part)).toArray())
                .orElse(new double[0]));
    for (int i = 0; i < open.size(); i++) {
      Encounter one = open.get(i);
      encounters.add(
          new Encounter(
              one.group,
              one.other,
              one.meeting,
              one.share,
              corrected.differences()[i],
              margin.isPresent() ? corrected.equivalences()[i] : 1));
    }
  }

  /** A ratio that is a bound shows nothing but what lies beyond the bound. */
  private static double pDifference(Encounter one) {
    return one.ratio()
        .filter(ratio -> isPossible(one.censoring(), ratio.ratio() > 1))
        .filter(RatioEstimate::isOfOneSign)
        .flatMap(RatioEstimate::pValue)
        .orElse(1.0);
  }

  private static boolean isPossible(Censoring censoring, boolean isHigher) {
    return switch (censoring) {
      case NONE -> true;
      case AT_LEAST -> isHigher;
      case BELOW -> !isHigher;
      case UNKNOWN -> false;
    };
  }

  private static double pEquivalence(Encounter one, double margin) {
    return one.ratio()
        .filter(_ -> one.censoring() == Censoring.NONE)
        .flatMap(ratio -> ratio.pOfEquivalence(1 + margin))
        .orElse(1.0);
  }

  /** The first group against the second; both are among those that were given. */
  Pair pair(String group, String other) {
    return encounters.stream()
        .filter(one -> one.group.equals(group) && one.other.equals(other))
        .findFirst()
        .or(
            () ->
                encounters.stream()
                    .filter(one -> one.group.equals(other) && one.other.equals(group))
                    .map(Encounter::inverse)
                    .findFirst())
        .map(this::pair)
        .orElseThrow();
  }

  /** Whether the first group's figure is better than the second's, in the same instances. */
  boolean isAhead(String group, String other) {
    Pair pair = pair(group, other);
    return pair.isKnown() && isBetter(pair.value(), pair.otherValue());
  }

  private boolean isBetter(double value, double other) {
    return metric.isHigherBetter() ? value > other : value < other;
  }

  private Pair pair(Encounter one) {
    Optional<RatioEstimate> ratio = one.ratio();
    boolean isUnknown = one.censoring() == Censoring.UNKNOWN;
    Optional<RatioEstimate.Interval> interval =
        ratio.filter(_ -> !isUnknown).flatMap(known -> known.interval(level));
    boolean within = one.pEquivalence < level;
    Decision decision =
        one.pDifference < level && ratio.isPresent()
            ? metric.isHigherBetter() == ratio.get().ratio() > 1 ? Decision.BETTER : Decision.WORSE
            : within ? Decision.EQUIVALENT : Decision.UNDECIDED;
    return new Pair(
        one.group,
        one.other,
        one.meeting.map(Meeting::value).orElse(null),
        one.meeting.map(Meeting::otherValue).orElse(null),
        one.meeting.map(Meeting::instances).orElse(null),
        ratio.filter(RatioEstimate::isFinite).map(RatioEstimate::ratio).orElse(null),
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).filter(Double::isFinite).orElse(null),
        one.meeting.isPresent() ? TrialOutcome.word(one.censoring()) : null,
        ratio.filter(_ -> !isUnknown).flatMap(RatioEstimate::pValue).orElse(null),
        one.pDifference,
        margin.isPresent() ? one.pEquivalence : null,
        decision,
        within,
        ratio
            .filter(_ -> one.censoring() == Censoring.NONE)
            .flatMap(known -> detectable(known, one.share))
            .orElse(null));
  }

  /** Empty where no look decides the figure: then no ratio is large enough. */
  private Optional<Double> detectable(RatioEstimate ratio, double share) {
    return ratio
        .uncertainty()
        .map(u -> Power.smallestRatio(u, isPaired, ratio.look().nominal(level * share)))
        .filter(Double::isFinite);
  }
}
