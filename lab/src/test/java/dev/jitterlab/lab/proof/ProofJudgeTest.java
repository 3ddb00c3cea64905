package dev.jitterlab.lab.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Standing;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.CauseTrial.Decision;
import dev.jitterlab.lab.causes.CauseTrials;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofJudgeTest {
  private static final Map<String, String> PROVES =
      Map.of(
          "run", "/runs/one",
          "group", "monolith",
          "cause", "deoptimised_code",
          "change", "without-traps",
          "words", "with code for all branches",
          "metric", "ticks_late_ratio.1.1");

  @TempDir Path folder;

  private static Causes causes(double before, double after, double lateBefore) throws IOException {
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

  private static TrialOutcome outcome(
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
  private static TrialOutcome outcome(
      TrialOutcome.Kind kind,
      TrialOutcome.Decision decision,
      double ratio,
      double low,
      double high,
      String bound) {
    return outcome(kind, decision, ratio, low, high, bound, 1.0);
  }

  private static TrialOutcome outcome(
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

  private static CauseTrial judge(TrialOutcome outcome, boolean biased, Causes causes) {
    return ProofJudge.judge(
        "/runs/two",
        PROVES,
        outcome,
        biased ? Optional.of("It is biased.") : Optional.empty(),
        Optional.of(causes));
  }

  private static TrialOutcome better() {
    return outcome(TrialOutcome.Kind.DIFFERENCE, TrialOutcome.Decision.BETTER, 0.2, 0.1, 0.4);
  }

  @Test
  void theCauseIsProvedIfLessIsLateWithoutIt() throws IOException {
    CauseTrial trial = judge(better(), false, causes(10, 1, 12));
    assertEquals(Decision.PROVED, trial.decision(), trial.why());
    assertEquals(0.2, trial.ratio());
    assertEquals(10.0, trial.causeSecondsAsItWas());
    assertEquals(1.0, trial.causeSecondsWith());
  }

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

  /** The same causes of a run of which a group does not list all late events. */
  private static Causes leavingOut(Causes all, int group) {
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

  /** Else one could look for a metric that says what one wishes. */
  @Test
  void aTrialByAnotherMetricThanTheSuggestionFixedDecidesNothing() throws IOException {
    RunDirectory first = new RunDirectory(folder.resolve("first"));
    RunDirectory trial = new RunDirectory(folder.resolve("second"));
    Files.createDirectories(first.root());
    Files.createDirectories(trial.root());
    Files.writeString(
        trial.experiment(),
        "proves: {run: '%s', group: g, cause: gc_pause, change: c, words: w, metric: ticks_late_ratio.2}"
            .formatted(first.root()));
    Files.writeString(
        trial.runState(), "{\"state\": \"complete\", \"started_at\": 1000.5, \"blocks\": []}");
    Summary summary = keptSummary();
    CauseTrial judged = ProofJudge.judge(trial, summary).orElseThrow();
    assertEquals(1000.5, judged.startedAt());
    assertEquals(Optional.empty(), ProofJudge.keep(trial, judged));
    assertEquals(Decision.UNDECIDED, judged.decision());
    assertTrue(
        judged
            .why()
            .startsWith(
                "The trial compared tick_drift_seconds.p90, but the metric fixed beforehand was"
                    + " ticks_late_ratio.2"),
        judged.why());
    assertEquals(List.of(judged), CauseTrials.of(first));

    Files.writeString(
        trial.experiment(),
        Files.readString(trial.experiment())
            .replace("ticks_late_ratio.2", "tick_drift_seconds.p90"));
    assertFalse(
        ProofJudge.judge(trial, summary).orElseThrow().why().contains("The trial compared"));
  }

  /** That of a real run, about the drift. */
  private static Summary keptSummary() throws IOException {
    try (InputStream file =
            ProofJudgeTest.class.getResourceAsStream("/kept-runs/scheduler-2026-11.zip");
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().equals("summary.json")) {
          return Json.parse(new String(zip.readAllBytes(), StandardCharsets.UTF_8), Summary.class);
        }
      }
    }
    throw new IllegalStateException("the kept run has no summary");
  }

  @Test
  void nothingIsDecidedByATrialThatCannot() throws IOException {
    assertEquals(
        Decision.UNDECIDED, judge(better(), false, causes(10, 8, 12)).decision(), "still there");
    assertEquals(Decision.UNDECIDED, judge(better(), true, causes(10, 1, 12)).decision(), "biased");
    assertEquals(
        Decision.UNDECIDED, judge(better(), false, causes(0, 0, 12)).decision(), "never there");
    TrialOutcome invalid =
        outcome(TrialOutcome.Kind.INVALID, TrialOutcome.Decision.BETTER, 0.2, 0.1, 0.4);
    assertEquals(
        Decision.UNDECIDED, judge(invalid, false, causes(10, 1, 12)).decision(), "invalid");
    assertEquals(
        Decision.UNDECIDED, judge(null, false, causes(10, 1, 12)).decision(), "no outcome");
  }

  @Test
  void saysWhyATrialCannotDecide() {
    Summary.Check load = check("load_imbalance_ratio", "invalid", "one had less load. Repeat it.");
    Summary.Check itself = check("baseline_against_itself_chance", "weak", "it differs");
    assertEquals(
        Optional.of("The trial is invalid: one had less load. Repeat it."),
        ProofJudge.obstacle(new Summary.Validity("invalid", List.of(itself, load))));
    assertTrue(
        ProofJudge.obstacle(new Summary.Validity("weak", List.of(itself)))
            .orElseThrow()
            .contains("the same server"));
    Summary.Check unknown =
        new Summary.Check("baseline_against_itself_chance", null, 0.05, "weak", "no evidence: so");
    assertEquals(
        Optional.of("The trial could not compare the server with itself: no evidence: so"),
        ProofJudge.obstacle(new Summary.Validity("weak", List.of(unknown))));
    assertEquals(
        Optional.empty(),
        ProofJudge.obstacle(
            new Summary.Validity("weak", List.of(check("load_imbalance_ratio", "weak", "so")))));
  }

  /** Only the cause's own late time tells whether it fell. */
  @Test
  void aTrialThatLostARecordingDecidesNothing() {
    Summary.Check lost =
        check("recordings_lost", "weak", "recording.jfr of as-it-was/1 is missing.");
    assertEquals(
        Optional.of(
            "The trial lost recordings, so nobody knows whether the cause fell: recording.jfr of"
                + " as-it-was/1 is missing."),
        ProofJudge.obstacle(new Summary.Validity("weak", List.of(lost))));
    assertEquals(
        Optional.empty(),
        ProofJudge.obstacle(
            new Summary.Validity("valid", List.of(check("recordings_lost", "valid", "whole")))));
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

  private static Summary.Check check(String name, String status, String why) {
    return new Summary.Check(name, 0.1, 0.05, status, why);
  }

  @Test
  void saysThatTheServerWithTheChangeDidNotRun() throws IOException {
    Causes all = causes(10, 1, 12);
    Causes skipped =
        new Causes(
            all.events(),
            List.of(all.groups().getFirst()),
            all.notRecorded(),
            all.findings(),
            List.of(all.sources().getFirst()),
            all.views(),
            List.of(),
            List.of());
    CauseTrial trial = judge(better(), false, skipped);
    assertEquals(Decision.UNDECIDED, trial.decision());
    assertTrue(trial.why().contains("did not run"), trial.why());
  }

  @Test
  void theFindingOfTheFirstRunIsMarkedAndStaysSo() throws IOException {
    Causes first =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [],
             "groups": [],
             "findings": [
               {"pattern": "deoptimisation_loop", "instance": "monolith/1", "standing": "seen in the window",
                "text": "", "remedy": "", "seconds": 1, "evidence": []},
               {"pattern": "deoptimisation_loop", "instance": "split/1", "standing": "seen in the window",
                "text": "", "remedy": "", "seconds": 1, "evidence": []}],
             "grades": [{"group": "monolith", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""},
                        {"group": "split", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""}]}
            """,
            Causes.class);
    RunDirectory run = new RunDirectory(folder);
    assertEquals(first, CauseTrials.mark(run, first), "no trial");
    CauseTrials.keep(run, judge(better(), true, causes(10, 1, 12)));
    assertEquals(first, CauseTrials.mark(run, first), "undecided");
    Files.writeString(run.interventions().resolve("damaged.json"), "{");
    CauseTrials.keep(run, judge(better(), false, causes(10, 1, 12)));

    Causes marked = CauseTrials.mark(run, first);
    assertEquals(Standing.PROVED.words(), marked.grades().getFirst().standing());
    assertEquals("/runs/two", marked.grades().getFirst().intervention().run());
    assertEquals(Standing.SEEN.words(), marked.grades().getLast().standing());
    assertEquals(Standing.PROVED.words(), marked.findings().getFirst().standing());
    assertEquals(Standing.SEEN.words(), marked.findings().getLast().standing());
  }

  /** Its report was made again after a recording of it was lost. */
  @Test
  void aTrialThatDecidesNothingAnyMoreTakesItsMarkBack() throws IOException {
    String follows = Standing.DOSE.words();
    Causes first =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [], "groups": [],
             "findings": [
               {"pattern": "deoptimisation_loop", "instance": "monolith/1", "standing": "%s",
                "text": "", "remedy": "", "seconds": 1, "evidence": []}],
             "grades": [
               {"group": "monolith", "cause": "deoptimised_code", "standing": "%s",
                "why": "More was late when there was more of it, in 2 of 3 servers (rank correlation 0.80 over 40 pieces of time, chance 0.010, in the server with the most late time).",
                "dose": {"servers": 3, "following": 2, "correlation": 0.8, "chance": 0.01, "pieces": 40}}]}
            """
                .formatted(follows, follows),
            Causes.class);
    RunDirectory run = new RunDirectory(folder);
    CauseTrials.keep(run, judge(better(), false, causes(10, 1, 12)));
    Causes proved = CauseTrials.mark(run, first);
    assertEquals(Standing.PROVED.words(), proved.grades().getFirst().standing());
    assertEquals(Standing.PROVED.words(), proved.findings().getFirst().standing());

    CauseTrials.keep(run, judge(better(), true, causes(10, 1, 12)));

    assertEquals(first, CauseTrials.mark(run, proved));
  }

  /** Each run of a campaign is in a folder of its experiment, and the first one is called 1. */
  @Test
  void trialsOfTwoCausesAreKeptThatHaveFoldersOfOneName() throws IOException {
    RunDirectory about = new RunDirectory(folder);
    CauseTrial one = trial("/runs/campaign/shop-gc_pause-1/1", "gc_pause");
    CauseTrial other = trial("/runs/campaign/shop-lock-2/1", "lock_contention");
    CauseTrials.keep(about, one);
    CauseTrials.keep(about, other);
    CauseTrials.keep(about, one); // its report is made again

    assertEquals(Set.of(one, other), Set.copyOf(CauseTrials.of(about)));
    assertEquals(2, CauseTrials.of(about).size());
  }

  /** Their names are in the opposite order; one of an earlier version does not say when. */
  @Test
  void theTrialThatStartedLastDecides() throws IOException {
    Causes seen =
        Json.parse(
            """
            {"events": [], "not_recorded": [], "sources": [], "groups": [], "findings": [],
             "grades": [{"group": "monolith", "cause": "deoptimised_code", "standing": "seen in the window", "why": ""}]}
            """,
            Causes.class);
    TrialOutcome same =
        outcome(TrialOutcome.Kind.UNDECIDED, TrialOutcome.Decision.UNDECIDED, 1.0, 0.9, 1.1);
    Optional<Causes> gone = Optional.of(causes(8, 0.8, 10));
    RunDirectory about = new RunDirectory(folder);
    CauseTrial first = trial("/runs/b", "deoptimised_code").withStart(1000.0);
    CauseTrial last =
        ProofJudge.judge("/runs/a", PROVES, same, Optional.empty(), gone).withStart(2000.0);
    CauseTrial earlier = trial("/runs/c", "deoptimised_code");
    for (CauseTrial one : List.of(first, last, earlier)) {
      CauseTrials.keep(about, one);
    }

    assertEquals(List.of(earlier, first, last), CauseTrials.of(about));
    assertEquals(Decision.REFUTED, last.decision(), last.why());
    assertEquals(
        Standing.REFUTED.words(), CauseTrials.mark(about, seen).grades().getFirst().standing());
  }

  private static CauseTrial trial(String directory, String cause) throws IOException {
    Map<String, String> proves = new HashMap<>(PROVES);
    proves.put("cause", cause);
    return ProofJudge.judge(
        directory, proves, better(), Optional.empty(), Optional.of(causes(10, 1, 12)));
  }
}
