package dev.jitterlab.lab.proof;

import static dev.jitterlab.lab.proof.ProofFixture.PROVES;
import static dev.jitterlab.lab.proof.ProofFixture.causes;
import static dev.jitterlab.lab.proof.ProofFixture.judge;
import static dev.jitterlab.lab.proof.ProofFixture.leavingOut;
import static dev.jitterlab.lab.proof.ProofFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.CauseTrial.Decision;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a trial refutes a cause: it is gone, and more is late than its part would leave. */
class RefutedCausesTest {
  /** It had 80 % of the late time; were half of that true, a ratio of 0.64 would be left. */
  @Test
  void theCauseIsRefutedIfItIsGoneAndAsMuchIsLate() throws IOException {
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    CauseTrial trial = judge(same, false, causes(8, 0.8, 10));
    assertEquals(Decision.REFUTED, trial.decision(), trial.why());
    assertTrue(trial.why().contains("0.64"), trial.why());
    TrialOutcome wide =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.5, 2.0);
    assertEquals(Decision.UNDECIDED, judge(wide, false, causes(8, 0.8, 10)).decision());
  }

  /**
   * A quarter of the slow requests' time is the cause's, and 15 of 20 ms are their usual time. Half
   * of that would leave 0.875, which the trial does not exclude.
   */
  @Test
  void responseTimesFallByTheirOwnShareAndNotByThatOfTheLateTime() throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("metric", "response_seconds.p99");
    Causes plain = causes(10, 0.0, 10);
    Causes slow =
        new Causes(
            List.of(slowRequest("as-it-was/1"), slowRequest("as-it-was/2")),
            plain.groups(),
            plain.notRecorded(),
            plain.findings(),
            plain.sources(),
            plain.views(),
            plain.grades(),
            plain.rules());
    TrialOutcome open =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 0.75, 0.55, 1.02);
    CauseTrial trial =
        ProofJudge.judge("/runs/two", proves, open, Optional.empty(), Optional.of(slow));
    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.95, 1.05);
    assertEquals(
        Decision.REFUTED,
        ProofJudge.judge("/runs/two", proves, same, Optional.empty(), Optional.of(slow))
            .decision());
  }

  /** The p99 is that of requests which are not slow: it stays where the slow ones have gone. */
  @Test
  void aQuantileBelowTheSlowRequestsRefutesNothing() throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("metric", "response_seconds.p99");
    Causes plain = causes(10, 0.0, 10);
    Causes slow =
        new Causes(
            List.of(slowRequest("as-it-was/1"), slowRequest("as-it-was/2")),
            plain.groups(),
            plain.notRecorded(),
            plain.findings(),
            plain.sources(),
            plain.views(),
            plain.grades(),
            plain.rules());
    TrialOutcome same =
        outcome(
            TrialOutcome.Kind.UNDECIDED,
            TrialOutcome.Decision.UNDECIDED,
            1.0,
            0.95,
            1.05,
            null,
            0.003);
    CauseTrial trial =
        ProofJudge.judge("/runs/two", proves, same, Optional.empty(), Optional.of(slow));

    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
  }

  /** The cause has all of the latest requests, and a tenth of the late time of all. */
  @Test
  void theLatestRequestsAloneDoNotSayWhatPartTheCauseHas() throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("metric", "response_seconds.p99");
    Causes plain = leavingOut(causes(10, 0.0, 100), 0);
    Causes slow =
        new Causes(
            List.of(slowRequest("as-it-was/1"), slowRequest("as-it-was/2")),
            plain.groups(),
            plain.notRecorded(),
            plain.findings(),
            plain.sources(),
            plain.views(),
            plain.grades(),
            plain.rules());
    TrialOutcome nearlySame =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 0.95, 0.9, 1.0);
    CauseTrial trial =
        ProofJudge.judge("/runs/two", proves, nearlySame, Optional.empty(), Optional.of(slow));
    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
  }

  private static Causes.LateEvent slowRequest(String instance) {
    return new Causes.LateEvent(
        "1",
        instance,
        "request",
        "shop",
        null,
        0,
        0.005,
        0.015,
        List.of(new Causes.Part("deoptimised_code", 0.005, 0.005, 0.005, List.of())),
        List.of());
  }

  /** The server as it was hung in an instance: it may have been later than its figure says. */
  @Test
  void aRatioThatMayBeLowerRefutesNothing() throws IOException {
    for (String bound : List.of("below", "unknown")) {
      CauseTrial trial = judge(same(bound), false, causes(8, 0.8, 10));
      assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
      assertTrue(trial.why().contains("the true ratio may be lower"), trial.why());
    }
    assertEquals(
        Decision.REFUTED,
        judge(same("at_least"), false, causes(8, 0.8, 10)).decision(),
        "the true ratio is higher still");
  }

  private static TrialOutcome same(String bound) {
    return outcome(
        TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1, bound);
  }

  /**
   * It has 80 % of the late time, and a quarter of the ticks that the trial counts: were half of
   * that true, a ratio of 0.89 would be left.
   */
  @Test
  void theCauseIsRefutedByItsPartOfWhatTheTrialCounts() throws IOException {
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.8, 1.2);
    assertEquals(Decision.REFUTED, judge(same, false, causes(8, 0.8, 10)).decision());
    Causes counted =
        Json.parse(
            Json.write(causes(8, 0.8, 10))
                .replaceFirst(
                    "\"events_left_out\" : 0",
                    "\"events_left_out\" : 0, \"late_ticks\" : {\"1.1\" : {\"ticks\" : 80,"
                        + " \"explained_by\" : {\"deoptimised_code\" : 20}}}"),
            Causes.class);
    assertEquals(Decision.UNDECIDED, judge(same, false, counted).decision());
    TrialOutcome narrow =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    CauseTrial refuted = judge(narrow, false, counted);
    assertEquals(Decision.REFUTED, refuted.decision(), refuted.why());
    assertTrue(refuted.why().contains("0.89"), refuted.why());
  }

  /** Pauses of 30 ms instead of 100 make as many requests slower than 10 ms. */
  @Test
  void asManySlowRequestsRefuteNothing() throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("metric", "requests_slow_ratio");
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    CauseTrial trial =
        ProofJudge.judge(
            "/runs/two", proves, same, Optional.empty(), Optional.of(causes(8, 2.4, 10)));
    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
  }
}
