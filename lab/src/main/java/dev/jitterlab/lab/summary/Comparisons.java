package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.experiment.Analysis;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.statistics.FalseDiscoveries;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import dev.jitterlab.lab.summary.Summary.Comparison;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every group against the baseline by every metric. What is said by the primary metric is what the
 * verdict says; all others together are a family of their own, in which false discoveries are kept
 * to the level ({@link FalseDiscoveries}): they explain and decide nothing. Not thread-safe.
 */
final class Comparisons {
  /** The verdict's. */
  static final String PRIMARY = "primary";

  /** Those that explain. */
  static final String SECONDARY = "secondary";

  private final MeasuredRun run;
  private final Contest contest;
  private final Decisions decisions;
  private final String baseline;
  private final List<Draft> drafts = new ArrayList<>();

  /** The baseline against itself, by the primary metric: a check of its own. */
  static final String CALIBRATION = Summary.Comparison.CALIBRATION;

  private record Draft(
      Metric metric, String group, Optional<RatioEstimate> ratio, Double pHolm, String family) {
    private boolean isSecondary() {
      return family.equals(SECONDARY);
    }

    private Optional<Double> pValue() {
      return ratio.flatMap(RatioEstimate::pValue);
    }
  }

  private Comparisons(MeasuredRun run, Contest contest, Decisions decisions) {
    this.run = run;
    this.contest = contest;
    this.decisions = decisions;
    this.baseline = run.plan().analysis().baseline();
  }

  /** In the order of the metrics, and of the groups in the plan. */
  static List<Comparison> of(MeasuredRun run, Contest contest, Decisions decisions) {
    return new Comparisons(run, contest, decisions).all();
  }

  private List<Comparison> all() {
    Plan plan = run.plan();
    Analysis analysis = plan.analysis();
    List<String> groups =
        plan.contestants().stream()
            .map(Plan.Group::name)
            .filter(group -> !group.equals(analysis.baseline()))
            .toList();
    List<String> calibration = Stream.ofNullable(analysis.calibration()).toList();
    for (Metric metric : run.metrics().compared()) {
      if (metric.appliesTo(plan.hasTicks())) {
        boolean isPrimary = metric.equals(run.primary());
        draft(metric, groups, isPrimary ? PRIMARY : SECONDARY);
        draft(metric, calibration, isPrimary ? CALIBRATION : SECONDARY);
      }
    }
    double[] explained =
        FalseDiscoveries.adjusted(
            drafts.stream()
                .filter(Draft::isSecondary)
                .mapToDouble(draft -> draft.pValue().orElse(1.0))
                .toArray());
    List<Comparison> comparisons = new ArrayList<>();
    int next = 0;
    for (Draft draft : drafts) {
      comparisons.add(
          switch (draft.family) {
            case PRIMARY -> primary(draft);
            case CALIBRATION ->
                comparison(draft, draft.pHolm, decided(draft, draft.pValue().orElse(1.0)));
            default -> comparison(draft, draft.pHolm, decided(draft, explained[next++]));
          });
    }
    return comparisons;
  }

  private void draft(Metric metric, List<String> groups, String family) {
    List<Optional<RatioEstimate>> ratios =
        groups.stream().map(group -> contest.ratio(metric, group, baseline)).toList();
    double[] corrected =
        Holm.adjusted(
            ratios.stream()
                .mapToDouble(ratio -> ratio.flatMap(RatioEstimate::pValue).orElse(1.0))
                .toArray());
    for (int i = 0; i < groups.size(); i++) {
      Optional<RatioEstimate> ratio = ratios.get(i);
      Double pHolm = ratio.flatMap(RatioEstimate::pValue).isPresent() ? corrected[i] : null;
      drafts.add(new Draft(metric, groups.get(i), ratio, pHolm, family));
    }
  }

  private Comparison primary(Draft draft) {
    Pair pair = decisions.pair(draft.group, baseline);
    boolean isHigher = pair.decision() == Decision.BETTER == draft.metric.isHigherBetter();
    String decision =
        switch (pair.decision()) {
          case BETTER, WORSE -> isHigher ? Comparison.HIGHER : Comparison.LOWER;
          case EQUIVALENT -> Comparison.EQUIVALENT;
          case UNDECIDED -> Comparison.UNDECIDED;
        };
    return comparison(draft, draft.pHolm == null ? null : pair.pCorrected(), decision);
  }

  private static String decided(Draft draft, double corrected) {
    return draft
        .ratio
        .filter(_ -> corrected < Verdict.LEVEL)
        .filter(RatioEstimate::isOfOneSign)
        .map(ratio -> ratio.ratio() > 1 ? Comparison.HIGHER : Comparison.LOWER)
        .orElse(Comparison.UNDECIDED);
  }

  private Comparison comparison(Draft draft, Double pHolm, String decision) {
    Optional<Interval> interval =
        draft.ratio.flatMap(RatioEstimate::interval).filter(Interval::isFinite);
    return new Comparison(
        draft.metric.key(),
        draft.group,
        baseline,
        draft.ratio.filter(RatioEstimate::isFinite).map(RatioEstimate::ratio).orElse(null),
        interval.map(Interval::low).orElse(null),
        interval.map(Interval::high).orElse(null),
        pHolm,
        draft.pValue().orElse(null),
        draft.family,
        decision);
  }
}
