package dev.jitterlab.lab.proof;

import static dev.jitterlab.lab.proof.ProofFixture.better;
import static dev.jitterlab.lab.proof.ProofFixture.causes;
import static dev.jitterlab.lab.proof.ProofFixture.judge;
import static dev.jitterlab.lab.proof.ProofFixture.outcome;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.Causes;
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
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a trial proves of a cause, and what keeps it from deciding anything. */
class ProofJudgeTest {
  @TempDir Path folder;

  @Test
  void theCauseIsProvedIfLessIsLateWithoutIt() throws IOException {
    CauseTrial trial = judge(better(), false, causes(10, 1, 12));
    assertEquals(Decision.PROVED, trial.decision(), trial.why());
    assertEquals(0.2, trial.ratio());
    assertEquals(10.0, trial.causeSecondsAsItWas());
    assertEquals(1.0, trial.causeSecondsWith());
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
}
