package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.experiment.CapacityQuestion;
import dev.jitterlab.lab.experiment.OwnMetrics;
import dev.jitterlab.lab.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every check passes on the fixture as it is, and each is tripped by what it is there for. */
class TrialChecksTest {
  @TempDir private Path root;

  @Test
  void passesASoundTrialWithAValueForEveryCheck() {
    List<Finding> findings = examine(fixture());

    for (Finding finding : findings) {
      assertEquals(Status.VALID, finding.status(), finding::toString);
      assertTrue(finding.value().isPresent(), finding::toString);
      assertEquals("", finding.remedy());
    }
    assertEquals(Status.VALID, TrialChecks.status(findings));
  }

  @Test
  void asksATrialWithoutLoadNothingAboutLoad() throws IOException {
    RunDirectory directory = fixture().write();
    Plan plan = Json.read(directory.plan(), Plan.class);
    Files.writeString(
        directory.plan(), Json.write(plan).replaceAll("\"load\" : \\{[^}]*}", "\"load\" : null"));
    Files.delete(RunDirectory.process(directory.load(1)));
    List<Finding> findings = examine(directory);

    assertEquals(Status.VALID, TrialChecks.status(findings), findings::toString);
    assertEquals(
        List.of(), findings.stream().map(Finding::name).filter(n -> n.contains("load_")).toList());
  }

  @Test
  void isAsDoubtfulAsItsWorstCheck() {
    assertEquals(Status.INVALID, TrialChecks.status(examine(fixture().busy(0.95).steal(0.06))));
    assertEquals(Status.WEAK, TrialChecks.status(examine(fixture().busy(0.95))));
  }

  @Test
  void namesTheBlocksThatAnInterruptedRunLacks() {
    Finding finding =
        tripped(fixture().inBlocks().interruptedAfterBlocks(3), "run_complete", Status.INVALID);

    assertEquals(0.6, finding.value().orElseThrow(), 1e-9);
    assertEquals(
        "the run was interrupted (Ctrl-C); not measured to the end: blocks 4, 5 of 5",
        finding.why());
  }

  @Test
  void saysHowAnInterruptedRunGoesOn() {
    Finding finding =
        tripped(fixture().inBlocks().interruptedAfterBlocks(3), "run_complete", Status.INVALID);

    assertTrue(finding.remedy().contains("./jitterlab resume "), finding.remedy());
  }

  @Test
  void namesAnInterruptionWithoutDoubtingTheFigures() {
    Finding finding =
        examine(fixture().resumed(List.of(), List.of())).stream()
            .filter(one -> one.name().equals("interruptions"))
            .findFirst()
            .orElseThrow();

    assertEquals(Status.VALID, finding.status());
    assertTrue(finding.why().startsWith("the run was killed and resumed at "), finding.why());
    assertTrue(finding.why().endsWith("block 1 measured again from its start"), finding.why());
  }

  @Test
  void doubtsARunThatWasResumedAfterAServerDied() {
    Finding finding =
        tripped(
            fixture().resumed(List.of("scheduled-pool/3"), List.of()),
            "interruptions",
            Status.WEAK);

    assertTrue(finding.why().contains("ended by itself: scheduled-pool/3"), finding.why());
  }

  @Test
  void doubtsARunThatWasResumedOnAChangedMachine() {
    Finding finding =
        tripped(
            fixture().resumed(List.of(), List.of("the kernel was 6.1, is 6.2")),
            "interruptions",
            Status.WEAK);

    assertTrue(finding.why().endsWith("the kernel was 6.1, is 6.2"), finding.why());
  }

  @Test
  void isInvalidWhenAProcessDied() {
    Finding finding =
        tripped(
            fixture().processState("scheduled-pool/3", "died"), "process_exits", Status.INVALID);

    assertEquals("scheduled-pool/3 died with status 1", finding.why());
  }

  @Test
  void isWeakWhenAProcessHadToBeKilled() {
    Finding finding =
        tripped(fixture().processState("load/1", "killed"), "process_exits", Status.WEAK);

    assertEquals("load/1 did not end on request and was killed", finding.why());
  }

  @Test
  void isWeakWithoutTheRecordOfAProcess() throws IOException {
    RunDirectory directory = fixture().write();
    Files.delete(RunDirectory.process(directory.load(1)));

    assertNoEvidence(named(examine(directory), "process_exits"));
  }

  @Test
  void isWeakBelowFiveInstances() {
    Finding finding = tripped(fixture().instances(4), "instances_per_group", Status.WEAK);

    assertEquals(4, finding.value().orElseThrow(), 0);
  }

  @Test
  void isWeakWhenTheExperimentAskedForOneInstanceAndGotIt() {
    tripped(fixture().instances(1), "instances_per_group", Status.WEAK);
  }

  @Test
  void isInvalidWhenFewerThanThreeInstancesCount() {
    Finding finding =
        tripped(
            fixture().instances(3).tickLogLacks("scheduled-pool/2", 6),
            "instances_per_group",
            Status.INVALID);

    assertTrue(finding.why().contains("scheduled-pool/2: its ticks.hlog lacks"), finding.why());
  }

  @Test
  void isInvalidWhenOneServerAnswersMoreThanFivePercentBelowTheMean() {
    Finding finding =
        tripped(
            fixture().answered("scheduled-pool/1", 0.9), "load_imbalance_ratio", Status.INVALID);

    // One of ten at 0.9: mean 0.99, deviation 0.09 / 0.99.
    assertEquals(0.09 / 0.99, finding.value().orElseThrow(), 1e-9);
    assertTrue(finding.why().startsWith("scheduled-pool/1 answered 360 requests"), finding.why());
  }

  @Test
  void gradesTheLoadThatWasNotSent() {
    tripped(fixture().sent("scheduled-pool/1", 0.97), "load_sent_ratio", Status.WEAK);
    tripped(fixture().sent("scheduled-pool/1", 0.90), "load_sent_ratio", Status.INVALID);
  }

  @Test
  void gradesTheLoadThatWasNotAnswered() {
    tripped(fixture().answered("scheduled-pool/1", 0.97), "load_answered_ratio", Status.WEAK);
    tripped(fixture().answered("scheduled-pool/1", 0.90), "load_answered_ratio", Status.INVALID);
  }

  @Test
  void gradesALoadGeneratorThatIsLate() {
    tripped(fixture().loadDrift(4e6), "load_drift_p99_of_period_ratio", Status.WEAK);
    tripped(fixture().loadDrift(30e6), "load_drift_p99_of_period_ratio", Status.INVALID);
  }

  @Test
  void isWeakWithoutTheLoadGeneratorsOwnTicks() {
    assertNoEvidence(
        named(examine(fixture().tickLogLacks("load/1", 99)), "load_drift_p99_of_period_ratio"));
  }

  /** The p99 of 1100 answers, 100 of them 10, 20, ... 1000 ms: 11 are longer, so it is 890 ms. */
  @Test
  void holdsTheLatenessOfAGeneratorAgainstTheResponseTimesOfWhichItIsAPart() {
    RunDirectoryFixture late = fixture().responses(ResponseLogFixture.OPEN).loadDrift(100e6);
    Finding finding = tripped(late, "load_drift_p99_of_response_ratio", Status.WEAK);

    assertTrue(finding.why().endsWith("of the response times' p99 or more"), finding.why());
    tripped(fixture().responses(ResponseLogFixture.CLOSED).loadDrift(100e6),
        "load_drift_p99_of_response_ratio",
        Status.INVALID);
  }

  @Test
  void namesAClosedModelAndHowMuchItHid() {
    Finding finding =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED).loadDrift(1_000),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(1 - 5 / 890.0, finding.value().orElseThrow(), 1e-3);
    assertTrue(finding.why().startsWith("closed model: "), finding.why());
    assertTrue(
        finding.why().contains("p99 is 5 ms as measured and about 890 ms"), finding.why());
  }

  @Test
  void asksAnOpenModelNothingAboutWhatAClosedOneHides() {
    List<Finding> findings = examine(fixture().responses(ResponseLogFixture.OPEN));

    assertEquals(Status.VALID, TrialChecks.status(findings), findings::toString);
    assertTrue(findings.stream().noneMatch(f -> f.name().contains("omission")));
    assertTrue(findings.stream().noneMatch(f -> f.name().contains("of_period")));
  }

  @Test
  void letsTheServersOfAClosedModelAnswerAsMuchAsTheyCan() {
    List<Finding> findings =
        examine(
            fixture().responses(ResponseLogFixture.CLOSED).answered("scheduled-pool/1", 0.9));

    assertTrue(findings.stream().noneMatch(f -> f.name().equals("load_imbalance_ratio")));
  }

  @Test
  void isWeakWhenATickLogEndsEarly() {
    Finding finding =
        tripped(fixture().tickLogLacks("scheduled-pool/1", 4), "tick_log_gap_ratio", Status.WEAK);

    // Of 12 s, 10 are certain to be whole intervals; 9 were logged.
    assertEquals(0.1, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void isWeakWithoutAFlightRecording() {
    Finding finding =
        tripped(fixture().withoutRecording("scheduled-pool/1"), "recordings_lost", Status.WEAK);

    assertEquals(2, finding.value().orElseThrow(), 0);
    assertTrue(
        finding.why().startsWith("recording.jfr of scheduled-pool/1 is missing"), finding.why());
  }

  @Test
  void isWeakWhenAFlightRecordingIsCutOff() throws IOException {
    RunDirectory directory = fixture().write();
    Path recording = RunDirectory.recording(directory.instance("scheduled-pool/1"));
    byte[] whole = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(whole, 40));

    Finding finding = named(examine(directory), "recordings_lost");

    assertEquals(Status.WEAK, finding.status());
    assertTrue(finding.why().contains("cannot be read"), finding.why());
  }

  @Test
  void isInvalidWhenHalfTheScrapesFailed() {
    Finding finding =
        tripped(fixture().halfScraped("scheduled-pool/1"), "scrape_loss_ratio", Status.INVALID);

    // Every second one of 0 s to 12 s: 7 of 12.
    assertEquals(1 - 7 / 12.0, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void isWeakWhenTheLabSampledLate() {
    tripped(fixture().scrapeLateness(0.6), "scrape_lateness_seconds", Status.WEAK);
  }

  @Test
  void gradesStolenCpuTime() {
    Finding finding = tripped(fixture().steal(0.03), "machine_steal_ratio", Status.WEAK);
    assertEquals(0.03, finding.value().orElseThrow(), 1e-9);
    tripped(fixture().steal(0.08), "machine_steal_ratio", Status.INVALID);
  }

  @Test
  void isWeakOnASaturatedMachine() {
    Finding finding = tripped(fixture().busy(0.95), "machine_cpu_load", Status.WEAK);

    assertEquals(0.95, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void letsALoadThatRisesUntilItIsTooMuchSaturateTheMachine() {
    OwnMetrics asked = new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", 0.001));
    List<Finding> findings = examine(fixture().metrics(asked).busy(0.95));

    assertEquals(Status.VALID, named(findings, "machine_cpu_load").status());
  }

  @Test
  void doesNotTakeMissingSamplesForNoProblem() {
    List<Finding> findings = examine(fixture().withoutSamples());

    for (String name :
        List.of(
            "load_sent_ratio",
            "load_answered_ratio",
            "load_imbalance_ratio",
            "scrape_loss_ratio",
            "scrape_lateness_seconds",
            "machine_steal_ratio",
            "machine_cpu_load")) {
      assertNoEvidence(named(findings, name));
    }
  }

  @Test
  void nullifiesOnlyByRecordedCause() {
    RunDirectory directory =
        fixture()
            .drift("scheduled-pool", 500e6)
            .processState("thread-per-task/1", "died")
            .tickLogLacks("thread-per-task/2", 99)
            .tickLogLacks("thread-per-task/3", 6)
            .write();

    var causes = Nullification.causes(Evidence.read(directory, Optional.empty()));

    assertEquals(
        List.of("thread-per-task/1", "thread-per-task/2", "thread-per-task/3"),
        List.copyOf(causes.keySet()));
    assertEquals("its ticks.hlog is missing", causes.get("thread-per-task/2"));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }

  /** The check of that name has the status, and a value and a remedy with it. */
  private static Finding tripped(RunDirectoryFixture fixture, String name, Status status) {
    Finding finding = named(examine(fixture), name);
    assertEquals(status, finding.status(), finding::toString);
    assertTrue(finding.value().isPresent(), finding::toString);
    assertTrue(!finding.remedy().isEmpty(), finding::toString);
    return finding;
  }

  private static void assertNoEvidence(Finding finding) {
    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertEquals(Optional.empty(), finding.value());
    assertTrue(finding.why().startsWith("no evidence: "), finding::toString);
  }

  private static Finding named(List<Finding> findings, String name) {
    return findings.stream()
        .filter(finding -> finding.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<Finding> examine(RunDirectoryFixture fixture) {
    return examine(fixture.write());
  }

  private static List<Finding> examine(RunDirectory directory) {
    try (SamplesReader samples = SamplesReader.open(directory).orElse(null)) {
      return TrialChecks.examine(Evidence.read(directory, Optional.ofNullable(samples)));
    }
  }
}
