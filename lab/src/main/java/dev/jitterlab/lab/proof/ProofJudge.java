package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.CauseTrial.Decision;
import dev.jitterlab.lab.causes.CauseTrials;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.SlowRequestShare;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.validity.BaselineAgainstItself;
import dev.jitterlab.lab.validity.Recordings;
import dev.jitterlab.lab.yaml.YamlText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides what a suggested experiment says of the finding that it tests.
 *
 * <p>The change must have taken the cause away: its late time per server fell to half or less. Then
 * it is proved if the trial decides that less is late with the change than without; and refuted if
 * the ratio's whole interval lies above what would be left if the cause had half of the part that
 * the diagnosis gives it: of the late ticks that the metric counts, else of the late time. A ratio
 * that is only an upper bound refutes nothing. All else is undecided: also a trial that is invalid,
 * that lost recordings, in which the cause was not recorded, that tells the server as it was from
 * itself, or that compares another metric than the suggestion fixed. The decisions, intervals and
 * corrections are those of the trial's summary.
 */
public final class ProofJudge {
  private static final double FELL = 0.5;

  private ProofJudge() {}

  /** Judges a run that tests a finding; empty for any other run. */
  public static Optional<CauseTrial> judge(RunDirectory run, Summary summary) {
    return proves(run)
        .map(
            proves ->
                judge(
                        run.root().toAbsolutePath().normalize().toString(),
                        proves,
                        summary.outcome(),
                        otherMetric(proves, summary.primaryMetric())
                            .or(() -> obstacle(summary.validity())),
                        RunCauses.read(run))
                    .withStart(startedAt(run)));
  }

  /** Null where that cannot be read. */
  private static Double startedAt(RunDirectory run) {
    return Json.readIfWhole(run.runState(), RunState.class).map(RunState::startedAt).orElse(null);
  }

  /**
   * Keeps the result in the run that the finding is of, and marks its causes.
   *
   * @param run which tests the finding
   * @return where that other run should be; empty if it is there, and is marked
   * @throws java.io.UncheckedIOException if that other run cannot be written to
   */
  public static Optional<Path> keep(RunDirectory run, CauseTrial trial) {
    RunDirectory about = new RunDirectory(Path.of(text(proves(run).orElseThrow(), "run")));
    if (!Files.isDirectory(about.root())) {
      return Optional.of(about.root());
    }
    CauseTrials.keep(about, trial);
    RunCauses.read(about)
        .ifPresent(causes -> Json.write(about.causes(), CauseTrials.mark(about, causes)));
    return Optional.empty();
  }

  /** What the run's experiment says of the finding that it tests. */
  private static Optional<Map<?, ?>> proves(RunDirectory run) {
    if (!Files.isRegularFile(run.experiment())) {
      return Optional.empty();
    }
    try {
      return YamlText.read(run.experiment()).get(Suggestion.PROVES) instanceof Map<?, ?> proves
          ? Optional.of(proves)
          : Optional.empty();
    } catch (LabException _) {
      return Optional.empty(); // a run of an older version, or a damaged one, tests nothing
    }
  }

  /** A metric that somebody chose after the suggestion could be one that says what they wish. */
  static Optional<String> otherMetric(Map<?, ?> proves, String compared) {
    String fixed = text(proves, "metric");
    return fixed.equals(compared)
        ? Optional.empty()
        : Optional.of(
            "The trial compared %s, but the metric fixed beforehand was %s. Run the suggested file as it was written."
                .formatted(compared, fixed));
  }

  /** Why the trial cannot decide, whatever its figures are. */
  static Optional<String> obstacle(Summary.Validity validity) {
    return validity.checks().stream()
        .filter(one -> one.status().equals("invalid"))
        .findFirst()
        .map(one -> "The trial is invalid: " + one.why())
        .or(
            () ->
                validity.checks().stream()
                    .filter(one -> Recordings.isItself(one.name()))
                    .filter(one -> !one.status().equals("valid"))
                    .findFirst()
                    .map(
                        one ->
                            "The trial lost recordings, so nobody knows whether the cause fell: "
                                + one.why()))
        .or(
            () ->
                validity.checks().stream()
                    .filter(one -> BaselineAgainstItself.isItself(one.name()))
                    .filter(one -> !one.status().equals("valid"))
                    .findFirst()
                    .map(
                        one ->
                            one.value() == null
                                ? "The trial could not compare the server with itself: " + one.why()
                                : "The trial found a difference between two groups that are the"
                                    + " same server."));
  }

  /** Does not know when the trial started. */
  static CauseTrial judge(
      String trial,
      Map<?, ?> proves,
      TrialOutcome outcome,
      Optional<String> obstacle,
      Optional<Causes> causes) {
    String change = text(proves, "change");
    String cause = text(proves, "cause");
    Optional<TrialOutcome.Pair> pair =
        Optional.ofNullable(outcome).flatMap(one -> one.pair(change, Suggestion.AS_IT_WAS));
    Optional<CauseTime> before = causes.map(all -> CauseTime.of(all, Suggestion.AS_IT_WAS, cause));
    Optional<CauseTime> after = causes.map(all -> CauseTime.of(all, change, cause));
    Double secondsBefore = before.map(CauseTime::perServer).orElse(null);
    Double secondsAfter = after.map(CauseTime::perServer).orElse(null);
    Optional<String> unseen =
        before
            .flatMap(time -> time.obstacleAsItWas(cause))
            .or(
                () ->
                    after
                        .filter(time -> !time.isAtMost(1 - FELL, before.orElseThrow()))
                        .flatMap(time -> time.obstacleWithChange(cause)));
    Double mostAfter = after.map(CauseTime::mostPerServer).orElse(null);
    String metric = text(proves, "metric");
    Double wasLate = pair.map(TrialOutcome.Pair::otherValue).orElse(null);
    double share = causes.map(all -> share(all, cause, metric, wasLate)).orElse(0.0);
    Verdict verdict =
        decide(outcome, obstacle.or(() -> unseen), pair, share, secondsBefore, mostAfter);
    return new CauseTrial(
        text(proves, "group"),
        cause,
        verdict.decision(),
        verdict.why(),
        trial,
        text(proves, "words"),
        metric,
        pair.map(TrialOutcome.Pair::ratio).orElse(null),
        pair.map(TrialOutcome.Pair::low).orElse(null),
        pair.map(TrialOutcome.Pair::high).orElse(null),
        pair.map(TrialOutcome.Pair::pCorrected).orElse(null),
        secondsBefore,
        secondsAfter,
        null);
  }

  private record Verdict(Decision decision, String why) {
    static Verdict undecided(String why) {
      return new Verdict(Decision.UNDECIDED, why);
    }
  }

  /**
   * Decides.
   *
   * @param after the most that the cause can have taken
   */
  private static Verdict decide(
      TrialOutcome outcome,
      Optional<String> obstacle,
      Optional<TrialOutcome.Pair> pair,
      double share,
      Double before,
      Double after) {
    if (obstacle.isPresent()) {
      return Verdict.undecided(obstacle.get());
    }
    if (outcome == null || outcome.kind() == TrialOutcome.Kind.INVALID) {
      return Verdict.undecided("The trial is invalid or has no figures.");
    }
    if (after == null) {
      return Verdict.undecided(
          "The server with the change was not diagnosed: it did not run, or has no recording.");
    }
    if (pair.isEmpty()) {
      return Verdict.undecided("The trial has no figures of the two servers.");
    }
    if (before == null || before <= 0) {
      return Verdict.undecided("As it was, the server showed no late time by this cause.");
    }
    double fell = 1 - after / before;
    if (fell < FELL) {
      return Verdict.undecided(
          String.format(
              Locale.ROOT,
              "The change did not certainly remove the cause: its late time per server was %.3g s,"
                  + " and up to %.3g s with the change.",
              before,
              after));
    }
    TrialOutcome.Pair of = pair.get();
    String figures = figures(of);
    String fall = "With the change, the late time by this cause fell by " + Units.share(fell, 0);
    if (of.decision() == TrialOutcome.Decision.BETTER) {
      return new Verdict(Decision.PROVED, fall + ", and less was late" + figures + ".");
    }
    double half = 1 - share * fell / 2;
    boolean isAboveHalf = of.low() != null && of.low() > half;
    if (isAboveHalf && of.mayBeLess()) {
      return Verdict.undecided(
          "The trial does not refute the cause: an instance has no figure, or only a bound of it,"
              + " so that the true ratio may be lower than what was measured"
              + figures
              + ".");
    }
    if (isAboveHalf) {
      String expected =
          String.format(
              Locale.ROOT, "; with half of the cause's share, the ratio would be %.2f.", half);
      return new Verdict(
          Decision.REFUTED, fall + ", but lateness did not fall accordingly" + figures + expected);
    }
    return Verdict.undecided("The trial does not decide whether less was late" + figures + ".");
  }

  private static String figures(TrialOutcome.Pair pair) {
    return pair.ratio() == null || pair.low() == null || pair.high() == null
        ? ""
        : String.format(
            Locale.ROOT, " (ratio %.2f, %.2f to %.2f)", pair.ratio(), pair.low(), pair.high());
  }

  /**
   * The cause's part of what the trial compares; where that is not known, of the late time.
   *
   * @param asItWasSeconds the figure of the server as it was; null if there is none
   */
  private static double share(Causes causes, String cause, String metric, Double asItWasSeconds) {
    if (metric.equals(SlowRequestShare.RATIO.key())) {
      return 0; // a request may be slow for less time, and is still one: refuted only by more of
      // them
    }
    Optional<Causes.GroupCauses> asItWas =
        causes.groups().stream()
            .filter(one -> one.name().equals(Suggestion.AS_IT_WAS) && one.latenessSeconds() > 0)
            .findFirst();
    if (Metrics.ofAll().find(metric).filter(Metric::isOfLoad).isPresent()) {
      if (asItWasSeconds != null && asItWasSeconds < shortest(causes)) {
        return 0; // such requests are not explained: what they took may have other causes
      }
      double ofListed = ofResponses(causes, cause);
      return asItWas
          .filter(one -> one.eventsLeftOut() > 0)
          .map(one -> Math.min(ofListed, ofLateTime(one, cause)))
          .orElse(ofListed);
    }
    return asItWas
        .map(
            one ->
                TrialMetric.explained(metric, one, cause).orElseGet(() -> ofLateTime(one, cause)))
        .orElse(0.0);
  }

  private static double ofLateTime(Causes.GroupCauses group, String cause) {
    return group.secondsByCause().getOrDefault(cause, 0.0) / group.latenessSeconds();
  }

  /** Returns how long the quickest of the explained requests took. */
  private static double shortest(Causes causes) {
    return requestsAsItWas(causes)
        .mapToDouble(one -> one.typicalSeconds() + one.latenessSeconds())
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  private static Stream<Causes.LateEvent> requestsAsItWas(Causes causes) {
    return causes.events().stream()
        .filter(one -> one.kind().equals("request"))
        .filter(one -> one.instance().startsWith(Suggestion.AS_IT_WAS + "/"));
  }

  /**
   * Of whole response times: a slow request takes its typical time also without the cause, so the
   * ratio of response times falls by less than the late time. Where not all slow requests are
   * listed, the latest ones are, and the cause may have more of them than of the others.
   */
  private static double ofResponses(Causes causes, String cause) {
    double part = 0;
    double whole = 0;
    for (Causes.LateEvent one : requestsAsItWas(causes).toList()) {
      whole += one.typicalSeconds() + one.latenessSeconds();
      part +=
          one.parts().stream()
              .filter(each -> each.cause().equals(cause))
              .mapToDouble(Causes.Part::seconds)
              .sum();
    }
    return whole > 0 ? part / whole : 0;
  }

  private static String text(Map<?, ?> map, String key) {
    Object value = map.get(key);
    return value == null ? "" : value.toString();
  }
}
