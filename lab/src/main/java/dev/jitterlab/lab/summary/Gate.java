package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.statistics.RatioEstimate.Interval;
import dev.jitterlab.lab.summary.RunComparison.FigureBound;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which ratio to the baseline a figure may change, from one run to the next or from one group to
 * another: {@code tick_drift_seconds.p99<=1.1}, or {@code capacity>=0.95} where more is better.
 *
 * @param text as it was given
 * @param metric a key of summary.json
 * @param isLeast whether the limit is the least ratio that passes, and not the greatest
 * @param limit the last ratio that passes
 */
public record Gate(String text, String metric, boolean isLeast, double limit) {
  /** The words of {@link GateOutcome#state}. */
  public static final String PASSED = "passed";

  /** See {@link #PASSED}. */
  public static final String FAILED = "failed";

  /** See {@link #PASSED}. */
  public static final String UNDECIDED = "undecided";

  private static final Pattern FORM =
      Pattern.compile("\\s*([^\\s<>=]+?)\\s*(<=|>=)\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s*");

  /**
   * Reads a gate; whether the runs know its metric is seen when they are read.
   *
   * @throws LabException if it is none
   */
  public static Gate parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw wrong(text, "expected a metric and the last ratio to the baseline that passes");
    }
    String metric = form.group(1).equals(LateTicks.KEY) ? LateTicks.MAIN.key() : form.group(1);
    return new Gate(
        text.strip(), metric, form.group(2).equals(">="), Double.parseDouble(form.group(3)));
  }

  /** Equal for two that judge alike, however they were written. */
  Gate withoutText() {
    return new Gate("", metric, isLeast, limit);
  }

  /**
   * Makes sure that the gate fails where a figure is worse, and not where it is better.
   *
   * @param known what the runs have
   * @throws LabException if its metric is none of them, or better the other way
   */
  void require(List<Metric> known) {
    Optional<Metric> compared = known.stream().filter(one -> one.key().equals(metric)).findFirst();
    if (compared.isEmpty()) {
      String expected = Spelling.expected(metric, known.stream().map(Metric::key).toList());
      throw wrong(text, "unknown metric `%s`\n%s".formatted(metric, expected));
    }
    if (compared.get().isHigherBetter() != isLeast) {
      throw wrong(
          text,
          "%s of `%s` is better, so the gate needs `%s`"
              .formatted(isLeast ? "less" : "more", metric, isLeast ? "<=" : ">="));
    }
  }

  /**
   * Makes sure that gates can be judged when an experiment has been run.
   *
   * @throws LabException if one is about a metric that the plan does not have, or there is no group
   *     but the baseline
   */
  public static void requireAll(List<Gate> gates, Plan plan) {
    List<Metric> known = Metrics.with(plan.analysis().metrics()).compared();
    gates.forEach(gate -> gate.require(known));
    if (!gates.isEmpty() && plan.contestants().size() < 2) {
      throw LabException.wrong(
          "--gate '" + gates.getFirst().text() + "'",
          "the experiment has one group, and a gate compares a group with the baseline",
          "Add a group, or compare whole runs with ./jitterlab compare.");
    }
  }

  private static LabException wrong(String text, String what) {
    return LabException.wrong(
        "--gate '" + text + "'",
        what,
        "Write it as 'tick_drift_seconds.p99<=1.1', or as 'capacity>=0.95' where more is"
            + " better.");
  }

  /**
   * Judges the change of this gate's metric. It passes only if the whole interval is within the
   * limit, and fails only if the whole interval is beyond it; an interval of one gate among many is
   * widened for failing, so that the chance that any fails without a cause stays at the level.
   * Where no interval can be given, the instances must show a difference.
   *
   * @param estimate the ratio, if there is one
   * @param judgements how many are made in all, of this gate and others
   */
  GateOutcome judge(GroupChange change, Optional<RatioEstimate> estimate, int judgements) {
    String state;
    String words;
    if (estimate.isEmpty()) {
      boolean neverWas = isZero(change.before()) && isZero(change.after());
      state = neverWas ? PASSED : UNDECIDED;
      words =
          neverWas
              ? "both figures are zero"
              : "there is no ratio: the baseline has %s, this one %s"
                  .formatted(
                      known(change.before(), change.beforeBound()),
                      known(change.after(), change.afterBound()));
    } else {
      RatioEstimate ratio = estimate.get();
      state =
          ratio.uncertainty().isPresent()
              ? byInterval(ratio, judgements)
              : byInstances(ratio, judgements);
      words = words(ratio);
    }
    return new GateOutcome(text, change.run(), change.group(), state, words);
  }

  /**
   * Judges a change that may be greater, for the worse, than what is known of it: it fails where
   * the known part does, and never passes.
   */
  GateOutcome judgeBound(GroupChange change, RatioEstimate bound, int judgements) {
    GateOutcome known = judge(change, Optional.of(bound), judgements);
    return new GateOutcome(
        text,
        change.run(),
        change.group(),
        known.state().equals(PASSED) ? UNDECIDED : known.state(),
        known.why() + (isLeast ? " or less" : " or more") + ": a figure is only a bound");
  }

  /** A group that has no figures in the run cannot pass. */
  GateOutcome unjudged(String run, String group) {
    return new GateOutcome(text, run, group, UNDECIDED, "the run has no figures of this group");
  }

  /**
   * A group cannot pass where what it should be compared with was skipped.
   *
   * @param skipped in words
   */
  GateOutcome withoutBaseline(String run, String group, String skipped) {
    return new GateOutcome(
        text, run, group, UNDECIDED, "there is nothing to compare it with: " + skipped);
  }

  private String byInterval(RatioEstimate ratio, int judgements) {
    Interval interval = ratio.interval().orElseThrow();
    if (passes(isLeast ? interval.low() : interval.high())) {
      return PASSED;
    }
    Interval wide = ratio.interval(RatioEstimate.LEVEL / judgements).orElseThrow();
    return passes(isLeast ? wide.high() : wide.low()) ? UNDECIDED : FAILED;
  }

  /** Their test is about the limit itself, and about the same side of it as the ratio. */
  private String byInstances(RatioEstimate ratio, int judgements) {
    if (passes(ratio.ratio())) {
      boolean isSame = ratio.isConstant() && ratio.pValue().orElse(0.0) == 1;
      double p = ratio.pOfInstances(limit, isLeast).orElse(1.0);
      return isSame || p < RatioEstimate.LEVEL ? PASSED : UNDECIDED;
    }
    double p = ratio.pOfInstances(limit, !isLeast).orElse(1.0);
    return p < RatioEstimate.LEVEL / judgements ? FAILED : UNDECIDED;
  }

  private boolean passes(double ratio) {
    return isLeast ? ratio >= limit : ratio <= limit;
  }

  private static boolean isZero(Double figure) {
    return figure != null && figure == 0;
  }

  private static String known(Double figure, FigureBound bound) {
    if (bound != null) {
      return bound.atLeast() != null ? "at least " + bound.atLeast() : "less than " + bound.below();
    }
    return figure == null ? "no figure" : figure.toString();
  }

  private static String words(RatioEstimate estimate) {
    Optional<Interval> interval = estimate.interval();
    if (!estimate.isFinite()) {
      return "the baseline's figure is zero"
          + interval
              .map(i -> ": the ratio is at least %s".formatted(Units.ratio(i.low())))
              .orElse("");
    }
    String ratio = "the ratio is " + Units.ratio(estimate.ratio());
    return interval
        .map(
            i ->
                "%s (95 %% interval %s to %s)"
                    .formatted(ratio, Units.ratio(i.low()), Units.ratio(i.high())))
        .orElse(ratio + ", without an interval");
  }
}
