package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By which ratio a figure may change from one run to the next: {@code tick_drift_seconds.p99<=1.1},
 * or {@code capacity>=0.95} where more is better.
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
      Pattern.compile("\\s*([a-z0-9_.]+?)\\s*(<=|>=)\\s*(\\d{1,6}(?:\\.\\d{1,6})?)\\s*");

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

  /**
   * Makes sure that the gate fails where a figure is worse, and not where it is better.
   *
   * @param known what the runs have
   * @throws LabException if its metric is none of them, or better the other way
   */
  void require(List<Metric> known) {
    Metric compared =
        known.stream()
            .filter(one -> one.key().equals(metric))
            .findFirst()
            .orElseThrow(
                () ->
                    wrong(
                        text,
                        "unknown metric `%s`\n%s"
                            .formatted(
                                metric,
                                Spelling.expected(
                                    metric, known.stream().map(Metric::key).toList()))));
    if (compared.isHigherBetter() != isLeast) {
      throw wrong(
          text,
          "%s of `%s` is better, so the gate needs `%s`"
              .formatted(isLeast ? "less" : "more", metric, isLeast ? "<=" : ">="));
    }
  }

  private static LabException wrong(String text, String what) {
    return new LabException(
        ExitCode.WRONG_EXPERIMENT,
        Problem.in(
            "--gate '" + text + "'",
            what,
            "Write it as 'tick_drift_seconds.p99<=1.1', or as 'capacity>=0.95' where more is better."));
  }

  /** Judges the change of this gate's metric. */
  GateOutcome judge(GroupChange change) {
    String words = "the ratio is " + (change.ratio() == null ? "unknown" : interval(change));
    String state;
    if (change.ratio() == null) {
      boolean neverWas = isZero(change.before()) && isZero(change.after());
      state = neverWas ? PASSED : UNDECIDED;
      words =
          neverWas
              ? "the figure is zero in both runs"
              : "there is no ratio: " + change.before() + " before, " + change.after() + " after";
    } else if (passes(change.ratio())) {
      state = PASSED;
    } else {
      Double best = isLeast ? change.high() : change.low();
      state = best != null && !passes(best) ? FAILED : UNDECIDED;
    }
    return new GateOutcome(text, change.run(), change.group(), state, words);
  }

  private boolean passes(double ratio) {
    return isLeast ? ratio >= limit : ratio <= limit;
  }

  private static boolean isZero(Double figure) {
    return figure != null && figure == 0;
  }

  private static String interval(GroupChange change) {
    return change.low() == null || change.high() == null
        ? Units.number(change.ratio()) + ", without an interval"
        : "%s (95 %% interval %s to %s)"
            .formatted(
                Units.number(change.ratio()),
                Units.number(change.low()),
                Units.number(change.high()));
  }
}
