package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.Summary.Undecided;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Figure;
import dev.jitterlab.lab.summary.TrialOutcome.Kind;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import dev.jitterlab.lab.validity.BaselineAgainstItself;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a trial says: which group is best by the primary metric, which others it differs from, and
 * which differ from the baseline; where only one group was measured twice, whether it differs from
 * itself. All decisions are those of {@link Decisions}; {@link VerdictWords} makes the sentences.
 *
 * <p>The best group is the one that is ahead of most others, each compared in the instances that
 * both have. A group of which only a bound is known takes part with it: it can win where the bound
 * alone is better, and prevents that another one wins where it is not.
 *
 * @param margin the part by which a ratio may differ from 1 without making a difference
 * @param level the probability with which any decision may be false: {@link #LEVEL}, or of a look
 *     during a trial the part of it that the look has
 */
record Verdict(
    Metric metric, Contest contest, String baseline, Optional<Double> margin, double level) {
  /** The probability with which a trial that is not looked at before its end may decide falsely. */
  static final double LEVEL = 0.05;

  /**
   * Decides.
   *
   * @param groups those that the experiment is about, in the plan's order
   * @param calibration the group that repeats the baseline
   * @param findings the checks of the trial
   */
  TrialOutcome of(List<String> groups, Optional<String> calibration, List<Finding> findings) {
    List<String> invalid = reasons(findings, Status.INVALID);
    if (!invalid.isEmpty()) {
      return TrialOutcome.without(Kind.INVALID, level, margin, List.of()).with(invalid);
    }
    boolean isItself = groups.size() == 1 && calibration.isPresent();
    List<String> compared =
        Stream.concat(groups.stream(), calibration.filter(_ -> isItself).stream()).toList();
    TrialOutcome outcome = decided(compared, isItself);
    return outcome.with(
        reasons(
            findings.stream()
                .filter(finding -> !isItself || !BaselineAgainstItself.isItself(finding))
                .toList(),
            Status.WEAK));
  }

  /** What is decided about every pair of these groups. */
  Decisions decisions(List<String> groups) {
    return new Decisions(metric, contest, groups, baseline, margin, level);
  }

  private static List<String> reasons(List<Finding> findings, Status status) {
    return findings.stream()
        .filter(finding -> finding.status() == status)
        .map(Finding::why)
        .toList();
  }

  private TrialOutcome decided(List<String> groups, boolean isItself) {
    Decisions decisions = decisions(groups);
    List<String> ranked = ranked(groups, decisions);
    List<Figure> figures = figures(groups, ranked);
    if (ranked.size() < 2) {
      return TrialOutcome.without(Kind.NOTHING_TO_COMPARE, level, margin, figures);
    }
    String best = ranked.getFirst();
    List<Pair> rivals =
        figures.stream()
            .map(Figure::group)
            .filter(group -> !group.equals(best))
            .map(group -> decisions.pair(best, group))
            .toList();
    List<Pair> againstBaseline =
        groups.contains(baseline)
            ? groups.stream()
                .filter(group -> !group.equals(baseline))
                .map(group -> decisions.pair(group, baseline))
                .toList()
            : List.of();
    List<Pair> others = others(groups, best, decisions).stream().filter(Pair::isDifferent).toList();
    return new TrialOutcome(
        isItself
            ? Kind.ITSELF
            : kind(
                figures,
                rivals,
                Stream.of(rivals, againstBaseline, others)
                    .flatMap(List::stream)
                    .anyMatch(Pair::isDifferent)),
        level,
        margin.orElse(null),
        best,
        rivals.stream()
            .allMatch(
                pair ->
                    pair.decision() == Decision.BETTER || pair.decision() == Decision.EQUIVALENT),
        figures,
        rivals,
        againstBaseline,
        List.of(),
        others);
  }

  /**
   * The pairs without the best group and the baseline. The better group comes first: a ratio is
   * that of the first to the second, and a sentence names the better one first.
   */
  private List<Pair> others(List<String> groups, String best, Decisions decisions) {
    List<String> rest =
        groups.stream().filter(one -> !one.equals(best) && !one.equals(baseline)).toList();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < rest.size(); i++) {
      for (String other : rest.subList(i + 1, rest.size())) {
        Pair pair = decisions.pair(rest.get(i), other);
        pairs.add(pair.decision() == Decision.WORSE ? decisions.pair(other, rest.get(i)) : pair);
      }
    }
    return pairs;
  }

  private static Kind kind(List<Figure> figures, List<Pair> rivals, boolean anyDiffers) {
    if (anyDiffers) {
      return Kind.DIFFERENCE;
    }
    if (rivals.stream().allMatch(pair -> pair.decision() == Decision.EQUIVALENT)) {
      return Kind.EQUIVALENCE;
    }
    return figures.stream()
            .filter(figure -> figure.value() != null)
            .allMatch(figure -> figure.bound() != null)
        ? Kind.BOUND_ONLY
        : Kind.UNDECIDED;
  }

  /** Those of which something is known, by how many others they are ahead of. */
  private List<String> ranked(List<String> groups, Decisions decisions) {
    List<String> known =
        groups.stream().filter(group -> contest.standing(metric, group).isPresent()).toList();
    Comparator<String> ahead =
        Comparator.comparingLong(
            group ->
                known.stream()
                    .filter(other -> !other.equals(group))
                    .filter(other -> decisions.isAhead(group, other))
                    .count());
    Comparator<String> figure =
        Comparator.comparingDouble(group -> contest.standing(metric, group).orElseThrow().value());
    return known.stream()
        .sorted(
            ahead.reversed().thenComparing(metric.isHigherBetter() ? figure.reversed() : figure))
        .toList();
  }

  private List<Figure> figures(List<String> groups, List<String> ranked) {
    return Stream.concat(ranked.stream(), groups.stream())
        .distinct()
        .map(
            group ->
                contest
                    .standing(metric, group)
                    .map(one -> new Figure(group, one.value(), TrialOutcome.word(one.censoring())))
                    .orElse(new Figure(group, null, null)))
        .toList();
  }

  /** What an outcome leaves open between the best group and others that have an interval. */
  static List<Undecided> undecided(TrialOutcome outcome) {
    return outcome.rivals().stream()
        .filter(_ -> outcome.kind() != Kind.ITSELF)
        .filter(pair -> pair.decision() == Decision.UNDECIDED && pair.detectableRatio() != null)
        .map(
            pair ->
                new Undecided(pair.group(), pair.other(), pair.instances(), pair.detectableRatio()))
        .toList();
  }
}
