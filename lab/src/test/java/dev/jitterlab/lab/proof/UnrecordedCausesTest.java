package dev.jitterlab.lab.proof;

import static dev.jitterlab.lab.proof.ProofFixture.better;
import static dev.jitterlab.lab.proof.ProofFixture.causes;
import static dev.jitterlab.lab.proof.ProofFixture.judge;
import static dev.jitterlab.lab.proof.ProofFixture.leavingOut;
import static dev.jitterlab.lab.proof.ProofFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.CauseTrial.Decision;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Late ticks and requests that were not logged, or could not show the cause. */
class UnrecordedCausesTest {
  /** What the load generator did not log may have had the cause. */
  @Test
  void lateRequestsThatNobodyLoggedMayHaveTheCauseStill() throws IOException {
    CauseTrial trial = judge(better(), false, missing(causes(10, 1, 12), "without-traps/1"));
    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
    assertEquals(
        "With the change, late ticks or requests could not show deoptimised_code, so it is not known whether it fell: Some are not logged.",
        trial.why());
  }

  /** As it was, there was more of it than what was logged: so it fell all the more. */
  @Test
  void lateRequestsThatNobodyLoggedBeforeTheChangeProveNoLess() throws IOException {
    CauseTrial trial = judge(better(), false, missing(causes(10, 1, 12), "as-it-was/1"));
    assertEquals(Decision.PROVED, trial.decision(), trial.why());
  }

  private static Causes missing(Causes of, String instance) {
    List<Causes.Source> sources =
        of.sources().stream()
            .map(
                one ->
                    one.instance().equals(instance)
                        ? new Causes.Source(
                            instance, List.of(), List.of("Some are not logged."), true, List.of())
                        : one)
            .toList();
    return new Causes(
        of.events(),
        of.groups(),
        of.notRecorded(),
        of.findings(),
        sources,
        of.views(),
        of.grades(),
        of.rules());
  }

  @Test
  void whatWasNotRecordedIsNotZero() throws IOException {
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    for (TrialOutcome outcome : List.of(better(), same)) {
      CauseTrial with = judge(outcome, false, unrecorded(1, 9, List.of()));
      assertEquals(Decision.UNDECIDED, with.decision(), with.why());
      assertEquals(
          "With the change, late ticks or requests could not show deoptimised_code, so it is not"
              + " known whether it fell: jdk.Deoptimization was not enabled.",
          with.why());
      assertEquals(10.0, with.causeSecondsAsItWas());
      assertNull(with.causeSecondsWith());
      CauseTrial asItWas = judge(outcome, false, unrecorded(0, 9, List.of()));
      assertTrue(asItWas.why().startsWith("As it was, late ticks or requests"), asItWas.why());
      assertNull(asItWas.causeSecondsAsItWas());
    }
  }

  /** Nothing was late with the change, so no cause took time; unless its files are damaged. */
  @Test
  void whereNothingWasLateTheCauseIsGone() throws IOException {
    CauseTrial proved = judge(better(), false, unrecorded(1, 0, List.of()));
    assertEquals(Decision.PROVED, proved.decision(), proved.why());
    assertEquals(0.0, proved.causeSecondsWith());
    CauseTrial damaged = judge(better(), false, unrecorded(1, 0, List.of("It is cut off.")));
    assertEquals(Decision.UNDECIDED, damaged.decision(), damaged.why());
  }

  /** The causes of a trial in which a group has no figure of the cause. */
  private static Causes unrecorded(int group, int lateEvents, List<String> problems)
      throws IOException {
    Causes all = causes(10, 1, 12);
    List<Causes.GroupCauses> groups = new ArrayList<>(all.groups());
    List<Causes.Source> sources = new ArrayList<>(all.sources());
    Causes.GroupCauses old = groups.get(group);
    String instance = sources.get(group).instance();
    groups.set(
        group,
        new Causes.GroupCauses(
            old.name(),
            lateEvents,
            lateEvents,
            Map.of(),
            Map.of(),
            List.of("deoptimised_code"),
            0,
            null));
    sources.set(group, new Causes.Source(instance, List.of(), problems, false, List.of()));
    return new Causes(
        all.events(),
        groups,
        List.of(
            new Causes.Gap(
                "deoptimised_code",
                List.of(instance),
                false,
                "jdk.Deoptimization was not enabled.",
                "Enable it.")),
        all.findings(),
        sources,
        all.views(),
        List.of(),
        List.of());
  }

  /** The threads of slow requests may be unknown: the cause may have taken all their time. */
  @Test
  void whatALateEventCouldNotShowCountsAsTheMost() throws IOException {
    CauseTrial little = judge(better(), false, blind(1));
    assertEquals(Decision.PROVED, little.decision(), little.why());
    assertTrue(little.why().contains("fell by 90 %"), little.why());
    CauseTrial much = judge(better(), false, blind(6));
    assertEquals(Decision.UNDECIDED, much.decision(), much.why());
    assertTrue(much.why().contains("the threads of late ticks or requests are"), much.why());
  }

  /**
   * The causes of a trial in which one late event of the changed group could not show the cause.
   */
  private static Causes blind(int seconds) throws IOException {
    Causes all = unrecorded(1, seconds, List.of());
    Causes.LateEvent late =
        new Causes.LateEvent(
            "1",
            "without-traps/1",
            "request",
            "/pay",
            null,
            0,
            seconds,
            0,
            List.of(),
            List.of("deoptimised_code"));
    return new Causes(
        List.of(late),
        all.groups(),
        List.of(),
        all.findings(),
        all.sources(),
        all.views(),
        List.of(),
        List.of());
  }

  /** The agent records the slowest requests only: of the others the thread is unknown. */
  @Test
  void whatIsNotListedMayBeTheCausesWhereItWasSeenInPart() throws IOException {
    Causes whole = leavingOut(causes(0.5, 0.2, 12), 1);
    assertEquals(Decision.PROVED, judge(better(), false, whole).decision());
    Causes inPart =
        new Causes(
            whole.events(),
            whole.groups(),
            List.of(
                new Causes.Gap(
                    "deoptimised_code",
                    List.of("without-traps/1"),
                    true,
                    "the thread of some slow requests is not known.",
                    "Let the agent record shorter ones.")),
            whole.findings(),
            whole.sources(),
            whole.views(),
            whole.grades(),
            whole.rules());
    CauseTrial trial = judge(better(), false, inPart);
    assertEquals(Decision.UNDECIDED, trial.decision(), trial.why());
    assertTrue(trial.why().contains("up to 1.20 s with the change"), trial.why());
  }
}
