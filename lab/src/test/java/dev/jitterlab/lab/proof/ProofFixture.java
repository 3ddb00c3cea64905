package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The causes and outcomes of a trial that takes one cause away. */
final class ProofFixture {
  static final Map<String, String> PROVES =
      Map.of(
          "run", "/runs/one",
          "group", "monolith",
          "cause", "deoptimised_code",
          "change", "without-traps",
          "words", "with code for all branches",
          "metric", "ticks_late_ratio.1.1");

  private ProofFixture() {}

  static Causes causes(double before, double after, double lateBefore) throws IOException {
    return Json.parse(
        """
        {"events": [], "not_recorded": [], "findings": [],
         "groups": [
           {"name": "as-it-was", "late_events": 9, "lateness_seconds": %s,
            "seconds_by_cause": {"deoptimised_code": %s}, "bounds": {}, "not_recorded": [], "events_left_out": 0},
           {"name": "without-traps", "late_events": 9, "lateness_seconds": 1,
            "seconds_by_cause": {"deoptimised_code": %s}, "bounds": {}, "not_recorded": [], "events_left_out": 0}],
         "sources": [
           {"instance": "as-it-was/1", "clocks": [], "problems": [], "patterns_not_recorded": []},
           {"instance": "without-traps/1", "clocks": [], "problems": [], "patterns_not_recorded": []}]}
        """
            .formatted(lateBefore, before, after),
        Causes.class);
  }

  static TrialOutcome outcome(
      TrialOutcome.Kind kind,
      TrialOutcome.Decision decision,
      double ratio,
      double low,
      double high) {
    return outcome(kind, decision, ratio, low, high, null);
  }

  /**
   * The same.
   *
   * @param bound of the ratio, where that is not known
   */
  static TrialOutcome outcome(
      TrialOutcome.Kind kind,
      TrialOutcome.Decision decision,
      double ratio,
      double low,
      double high,
      String bound) {
    return outcome(kind, decision, ratio, low, high, bound, 1.0);
  }

  static TrialOutcome outcome(
      TrialOutcome.Kind kind,
      TrialOutcome.Decision decision,
      double ratio,
      double low,
      double high,
      String bound,
      double asItWas) {
    TrialOutcome.Pair pair =
        new TrialOutcome.Pair(
            "without-traps",
            "as-it-was",
            ratio * asItWas,
            asItWas,
            5,
            ratio,
            low,
            high,
            bound,
            0.01,
            0.01,
            null,
            decision,
            false,
            null);
    return new TrialOutcome(
        kind, 0.05, null, null, false, List.of(), List.of(), List.of(pair), List.of(), List.of());
  }

  static CauseTrial judge(TrialOutcome outcome, boolean biased, Causes causes) {
    return ProofJudge.judge(
        "/runs/two",
        PROVES,
        outcome,
        biased ? Optional.of("It is biased.") : Optional.empty(),
        Optional.of(causes));
  }

  static TrialOutcome better() {
    return outcome(TrialOutcome.Kind.DIFFERENCE, TrialOutcome.Decision.BETTER, 0.2, 0.1, 0.4);
  }

  /** The same causes of a run of which a group does not list all late events. */
  static Causes leavingOut(Causes all, int group) {
    List<Causes.GroupCauses> groups = new ArrayList<>(all.groups());
    Causes.GroupCauses old = groups.get(group);
    groups.set(
        group,
        new Causes.GroupCauses(
            old.name(),
            1_000,
            old.latenessSeconds(),
            old.secondsByCause(),
            old.bounds(),
            old.notRecorded(),
            900,
            old.lateTicks()));
    return new Causes(
        all.events(),
        groups,
        all.notRecorded(),
        all.findings(),
        all.sources(),
        all.views(),
        all.grades(),
        all.rules());
  }
}
