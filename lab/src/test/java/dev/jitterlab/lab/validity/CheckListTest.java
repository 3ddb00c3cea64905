package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every check of the list owes, whatever it asks. */
class CheckListTest {
  @TempDir private Path root;

  @Test
  void everyCheckHasAnIdOfItsOwnAndAsksAQuestion() {
    List<Question> questions = TrialChecks.all().stream().map(Check::question).toList();

    assertEquals(questions.size(), questions.stream().map(Question::id).distinct().count());
    for (Question question : questions) {
      assertTrue(question.id().matches("[a-z0-9_]+"), question.id());
      assertTrue(question.words().endsWith("?"), question.id());
      assertEquals(question.needs().isEmpty(), question.missing().isEmpty(), question.id());
      assertEquals(question, TrialChecks.question(question.id()));
    }
  }

  @Test
  void aFigureOnABoundHasTheBetterGrade() {
    Limit small = new Limit(0.01, 0.05);
    Limit great = new Limit(0.99, 0.95);

    assertEquals(Status.VALID, small.grade(0.01));
    assertEquals(Status.WEAK, small.grade(0.05));
    assertEquals(Status.INVALID, small.grade(0.051));
    assertEquals(Status.VALID, great.grade(0.99));
    assertEquals(Status.WEAK, great.grade(0.95));
    assertEquals(Status.INVALID, great.grade(0.949));
  }

  /** Else a summary that is made again could name another one. */
  @Test
  void ofEqualFiguresTheFirstByNameIsTheWorst() {
    Map<String, Double> equal = new LinkedHashMap<>();
    equal.put("b/1", 2.0);
    equal.put("a/1", 2.0);
    equal.put("c/1", 2.0);

    assertEquals(Optional.of(new Worst("a/1", 2)), Worst.greatest(equal));
    assertEquals(Optional.of(new Worst("a/1", 2)), Worst.least(equal));
  }

  /** The server that is missing may be the one that had no load. */
  @Test
  void figuresOfSomeServersAloneDoNotCoverATrial() {
    Evidence evidence =
        Evidence.read(new RunDirectoryFixture(root.resolve("run")).write(), Optional.empty());
    Map<String, Integer> figures = new LinkedHashMap<>();
    evidence.servers().forEach(server -> figures.put(server.id(), 1));

    assertTrue(LoadRates.covers(figures, evidence));
    figures.remove("scheduled-pool/1");
    assertFalse(LoadRates.covers(figures, evidence));
  }

  /** A check that reads what it does not declare would pass where that is missing. */
  @Test
  void missingEvidenceIsNeverNoProblem() {
    assertSaysWhatIsMissing(new RunDirectoryFixture(root.resolve("run")).inBlocks());
    assertSaysWhatIsMissing(
        new RunDirectoryFixture(root.resolve("capacity"))
            .calibration("again", 1_000_000)
            .metrics(
                new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", null, 0.01))));
  }

  private static void assertSaysWhatIsMissing(RunDirectoryFixture fixture) {
    RunDirectory directory = fixture.write();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      Evidence whole = Evidence.read(directory, Optional.of(samples)).with(outcomes());
      for (Check check : TrialChecks.all()) {
        for (Kind kind : Kind.values()) {
          assertSaysWhatIsMissing(check, kind, whole);
        }
      }
    }
  }

  private static void assertSaysWhatIsMissing(Check check, Kind kind, Evidence whole) {
    Optional<Finding> before = check.judge(whole);
    Optional<Finding> after = check.judge(without(kind, whole));
    String what = check.question().id() + " without " + kind + ": " + after;
    if (before.isEmpty() || after.isEmpty()) {
      return;
    }
    if (check.question().needs().contains(kind)) {
      assertEquals(Optional.empty(), after.get().value(), what);
      assertFalse(after.get().why().isBlank(), what);
    }
    if (!after.equals(before)) {
      assertNotEquals(Status.VALID, after.get().status(), what);
    }
  }

  private static Outcomes outcomes() {
    RatioEstimate same =
        new RatioEstimate(1, Optional.of(new RatioEstimate.Uncertainty(1, 0.1, 5)));
    return new Outcomes(
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.of(new Outcomes.AgainstItself("drift", same)),
        Map.of("scheduled-pool", List.of(Optional.of(new Capacity.Reached(7)))));
  }

  private static Evidence without(Kind kind, Evidence whole) {
    Optional<Outcomes> outcomes =
        switch (kind) {
          case INSTANCES -> Optional.empty();
          case BASELINE_AGAINST_ITSELF ->
              Optional.of(
                  new Outcomes(
                      Map.of(), Map.of(), Map.of(), Optional.empty(), outcomes().capacities()));
          case CAPACITIES ->
              Optional.of(
                  new Outcomes(
                      Map.of(), Map.of(), Map.of(), outcomes().baselineAgainstItself(), Map.of()));
          default -> whole.outcomes();
        };
    return new Evidence(
        whole.directory(),
        whole.plan(),
        whole.state(),
        kind == Kind.MEASUREMENT ? Map.of() : whole.measured(),
        kind == Kind.PROCESSES ? Map.of() : whole.processes(),
        kind == Kind.TICK_LOGS ? Map.of() : whole.ticks(),
        kind == Kind.RESPONSES ? Map.of() : whole.responses(),
        kind == Kind.CONTROL ? List.of() : whole.controls(),
        kind == Kind.SAMPLES ? Optional.empty() : whole.samples(),
        kind == Kind.ENVIRONMENT ? Optional.empty() : whole.environment(),
        outcomes);
  }
}
