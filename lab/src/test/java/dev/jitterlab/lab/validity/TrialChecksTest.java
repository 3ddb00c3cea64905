package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.JfrFixture;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    assertEquals(
        Status.INVALID,
        TrialChecks.status(
            examine(fixture().machine(m -> m.busy(0.95)).machine(m -> m.steal(0.06)))));
    assertEquals(Status.WEAK, TrialChecks.status(examine(fixture().machine(m -> m.busy(0.95)))));
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
  void aRunThatSaysItIsCompleteAndLacksABlockIsNot() throws IOException {
    RunDirectory directory = fixture().inBlocks().interruptedAfterBlocks(3).write();
    Files.writeString(
        directory.runState(),
        Files.readString(directory.runState()).replace("\"interrupted\"", "\"complete\""));

    Finding finding = named(examine(directory), "run_complete");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
    assertEquals("Run the experiment again.", finding.remedy());
  }

  @Test
  void namesAnInterruptionWithoutDoubtingTheFigures() {
    Finding finding =
        examine(fixture().resumed("interrupted", List.of(), List.of())).stream()
            .filter(one -> one.name().equals("interruptions"))
            .findFirst()
            .orElseThrow();

    assertEquals(Status.VALID, finding.status());
    assertTrue(finding.why().startsWith("the run was interrupted and resumed at "), finding.why());
    assertTrue(finding.why().endsWith("block 1 measured again from its start"), finding.why());
  }

  /** Workloads such as locks: what is asked of ticks and of a machine with room does not arise. */
  @Test
  void asksServersThatFillTheCpusNeitherForTicksNorForRoom() {
    List<Finding> findings = examine(fixture().fillingCpus());

    assertTrue(findings.stream().noneMatch(one -> one.name().equals("tick_log_gap_ratio")));
    for (String name : List.of("steady_state", "machine_cpu_load")) {
      Finding finding = named(findings, name);
      assertEquals(Status.VALID, finding.status(), finding.toString());
      assertEquals(Optional.empty(), finding.value(), finding.toString());
    }
    Finding late = named(findings, "late_ticks_in_machine_stalls_ratio");
    assertEquals(Status.UNSEEN, late.status(), late.toString());
  }

  @Test
  void doubtsARunThatWasResumedAfterAServerDied() {
    Finding finding =
        tripped(
            fixture().resumed(List.of("scheduled-pool/3"), List.of()),
            "interruptions",
            Status.WEAK);

    assertTrue(finding.why().contains("in which scheduled-pool/3 had failed"), finding.why());
  }

  /** A server may have filled the disk, and gets another try at its block. */
  @Test
  void doubtsARunThatHadFailedWithinABlock() {
    Finding unused =
        tripped(fixture().resumed("failed", List.of(), List.of()), "interruptions", Status.WEAK);
  }

  /** A server may have taken the memory, so that the kernel killed the lab. */
  @Test
  void doubtsARunThatWasKilledWithinABlock() {
    Finding finding =
        tripped(fixture().resumed("running", List.of(), List.of()), "interruptions", Status.WEAK);

    assertTrue(finding.why().startsWith("the run was killed and resumed at "), finding.why());
  }

  @Test
  void doubtsARunThatWasResumedOnAChangedMachine() {
    Finding finding =
        tripped(
            fixture().resumed("interrupted", List.of(), List.of("the kernel was 6.1, is 6.2")),
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

  /** None of them may escape the record, which is searched for the groups that failed. */
  @Test
  void namesEveryProcessThatDied() {
    Finding finding =
        tripped(
            fixture()
                .processState("scheduled-pool/3", "died")
                .processState("thread-per-task/2", "died"),
            "process_exits",
            Status.INVALID);

    assertTrue(finding.why().contains("scheduled-pool/3 died with status 1"), finding.why());
    assertTrue(finding.why().contains("thread-per-task/2 died with status 1"), finding.why());
    assertTrue(finding.why().contains("; "), finding.why());
  }

  @Test
  void isWeakWhenAProcessHadToBeKilled() {
    Finding finding =
        tripped(fixture().processState("load/1", "killed"), "process_exits", Status.WEAK);

    assertEquals("load/1 did not end on request and was killed", finding.why());
  }

  /** 143 is what the lab's own request to end makes of a JVM. */
  @Test
  void isWeakWhenAProcessEndedOnRequestWithAnyOtherStatus() throws IOException {
    assertEquals(Status.VALID, exits("143"));
    assertEquals(Status.VALID, exits("0"));
    assertEquals(Status.WEAK, exits("1"));
    assertEquals(Status.WEAK, exits("null"));
  }

  /** Such as one whose books do not agree, or whose lock let two threads in at once. */
  @Test
  void isInvalidWhenAServerOfOursFindsItsFiguresWorthless() throws IOException {
    assertEquals(Status.INVALID, exits("3"));
    assertEquals(Status.WEAK, exits(fixture().foreign(), "3"), "nobody knows what it means by 3");
  }

  private Status exits(String exitCode) throws IOException {
    return exits(fixture(), exitCode);
  }

  private Status exits(RunDirectoryFixture run, String exitCode) throws IOException {
    RunDirectory directory = run.write();
    Path record = RunDirectory.process(directory.instance("scheduled-pool/1"));
    Files.writeString(record, Files.readString(record).replace(": 143", ": " + exitCode));
    return named(examine(directory), "process_exits").status();
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

  /** What hid them may be what they did: that must not take away the figures of all. */
  @Test
  void isWeakWhenFewerThanThreeInstancesCountBecauseTheOthersHid() {
    Finding finding =
        tripped(
            fixture().instances(3).tickLogLacks("scheduled-pool/2", 6),
            "instances_per_group",
            Status.WEAK);

    assertTrue(finding.why().contains("scheduled-pool/2: its ticks.hlog lacks"), finding.why());
  }

  /** Two of five were measured at all. */
  @Test
  void isInvalidWhenFewerThanThreeInstancesWereMeasured() {
    Finding finding =
        tripped(
            fixture().inBlocks().interruptedAfterBlocks(1), "instances_per_group", Status.INVALID);

    assertEquals(2, finding.value().orElseThrow(), 0);
  }

  @Test
  void namesAnInstanceOfTheGroupThatHasTooFew() {
    Finding finding =
        tripped(
            fixture()
                .processState("thread-per-task/1", "died")
                .tickLogLacks("scheduled-pool/2", 6)
                .tickLogLacks("scheduled-pool/3", 6),
            "instances_per_group",
            Status.WEAK);

    assertTrue(finding.why().contains("scheduled-pool has 3 of 5 instances"), finding.why());
    assertTrue(finding.why().contains("(scheduled-pool/2:"), finding.why());
  }

  /** One of five of a group counts, since it hid four; of the other two, since a machine did. */
  @Test
  void aGroupThatHidesDoesNotExcuseAnotherThatHasTooFew() {
    Evidence evidence = Evidence.read(fixture().write(), Optional.empty());
    Map<String, String> outliers =
        Map.of(
            "thread-per-task/1", "stolen CPU time",
            "thread-per-task/2", "stolen CPU time",
            "thread-per-task/3", "stolen CPU time");
    Map<String, String> nullified = new HashMap<>(outliers);
    for (int i = 1; i <= 4; i++) {
      nullified.put("scheduled-pool/" + i, "its ticks.hlog lacks 6 s");
    }
    Finding finding =
        named(
            TrialChecks.examine(
                evidence.with(
                    new Outcomes(nullified, outliers, Map.of(), Optional.empty(), Map.of()))),
            "instances_per_group");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
    assertTrue(finding.why().startsWith("thread-per-task has 2 of 5"), finding.why());
  }

  @Test
  void isInvalidWhenThePlanHasMoreThanFivePercentLessForOneServer() {
    Finding finding =
        tripped(fixture().planned("scheduled-pool/1", 0.9), "load_imbalance_ratio", Status.INVALID);

    // One of ten at 0.9: mean 0.99, deviation 0.09 / 0.99.
    assertEquals(0.09 / 0.99, finding.value().orElseThrow(), 1e-9);
    assertTrue(
        finding.why().startsWith("scheduled-pool/1 should have got 360 requests"), finding.why());
  }

  @Test
  void gradesTheLoadThatWasNotSent() {
    tripped(fixture().sent("scheduled-pool/1", 0.97), "load_sent_ratio", Status.WEAK);
    RunDirectoryFixture nobodyGotIt = fixture();
    for (String group : List.of("scheduled-pool", "thread-per-task")) {
      for (int i = 1; i <= 5; i++) {
        nobodyGotIt.sent(group + "/" + i, 0.90);
      }
    }
    tripped(nobodyGotIt, "load_sent_ratio", Status.INVALID);
  }

  /** Of 60 requests one is more than the hundredth part, and it may be on its way. */
  @Test
  void oneRequestThatWasNotSentSaysNothing() {
    RunDirectoryFixture few = fixture().requestsPerSecond(5);

    assertEquals(
        Status.VALID,
        named(examine(few.sent("scheduled-pool/1", 1 - 0.99 / 60)), "load_sent_ratio").status());
    tripped(few.sent("scheduled-pool/1", 1 - 1.01 / 60), "load_sent_ratio", Status.WEAK);
  }

  /** It may hold the generator's connections open: the others' figures must not go with its own. */
  @Test
  void aServerThatKeepsTheLoadFromBeingSentDoesNotMakeTheTrialInvalid() {
    Finding finding =
        tripped(fixture().sent("scheduled-pool/1", 0.50), "load_sent_ratio", Status.WEAK);

    assertTrue(finding.why().endsWith("; other servers had their load"), finding.why());
  }

  @Test
  void gradesTheLoadThatWasNotAnswered() {
    tripped(fixture().answered("scheduled-pool/1", 0.97), "load_answered_ratio", Status.WEAK);
    tripped(fixture().answered("scheduled-pool/1", 0.90), "load_answered_ratio", Status.WEAK);
  }

  /** However little it is: servers that do not answer must not take their figures away. */
  @Test
  void aLoadThatHardlyAnyoneAnsweredIsWeakAndNotInvalid() {
    RunDirectoryFixture fixture = fixture();
    for (int i = 1; i <= 5; i++) {
      fixture.answered("scheduled-pool/" + i, 0.01).answered("thread-per-task/" + i, 0.01);
    }

    tripped(fixture, "load_answered_ratio", Status.WEAK);
  }

  @Test
  void aPlanWithoutRequestsIsNoEvidenceOfAnEqualLoad() {
    assertNoEvidence(named(examine(fixture().requestsPerSecond(0)), "load_imbalance_ratio"));
  }

  /** Also those of the warm-up: what loses one message may lose more. */
  @Test
  void isWeakWhenAnAnswerOfOneServerWasWrong() {
    Finding finding = tripped(fixture().lost("scheduled-pool/2", 3), "load_faults", Status.WEAK);

    assertEquals(
        "3 answers of scheduled-pool/2 were wrong (lost); other servers had none, and its group"
            + " cannot win",
        finding.why());
  }

  /** Then it may be the load that is wrong. */
  @Test
  void isInvalidWhenAnswersOfAllServersWereWrong() {
    RunDirectoryFixture fixture = fixture();
    for (int i = 1; i <= 5; i++) {
      fixture.lost("scheduled-pool/" + i, 3).lost("thread-per-task/" + i, 3);
    }
    tripped(fixture, "load_faults", Status.INVALID);
  }

  /** A task that fails is stopped, and what does less is faster. */
  @Test
  void isWeakWhenATickFailed() {
    Finding finding =
        tripped(
            fixture().processCounter("scheduled-pool/2", "jitterlab_ticks_failed_total", 0),
            "ticks_failed",
            Status.WEAK);

    assertTrue(
        finding.why().startsWith("3 ticks of scheduled-pool/2 ended with an exception"),
        finding.why());
  }

  @Test
  void doesNotAskForFailedTicksOfServersThatCountNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("ticks_failed")));
  }

  /** It is quick to fail, and its rate may count what failed. */
  @Test
  void isWeakWhenAServersOwnWorkFailed() {
    Finding finding =
        tripped(
            fixture().processCounter("scheduled-pool/2", "jitterlab_work_failed_total", 0),
            "work_failed",
            Status.WEAK);

    assertTrue(
        finding.why().startsWith("3 pieces of work of scheduled-pool/2 failed"), finding.why());
  }

  @Test
  void doesNotAskForFailedWorkOfServersThatCountNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("work_failed")));
  }

  @Test
  void isContentWhenEveryAnswerThatWasCheckedWasRight() {
    Finding finding = named(examine(fixture().lost("scheduled-pool/2", 0)), "load_faults");

    assertEquals(Status.VALID, finding.status());
    assertEquals("every answer that the load checked was right", finding.why());
  }

  @Test
  void doesNotAskForFaultsOfALoadThatChecksNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("load_faults")));
  }

  /** Else a server that stands still would get rid of its own figures. */
  @Test
  void neitherExcusesNorRepeatsAServerThatDoesNotAnswer() {
    List<Finding> findings = examine(fixture().answered("scheduled-pool/1", 0.5));

    assertEquals(Status.VALID, named(findings, "load_imbalance_ratio").status());
    assertEquals(Status.WEAK, TrialChecks.status(findings));
  }

  /** Players that must connect again are offered nothing meanwhile, but the plan goes on. */
  @Test
  void holdsWhatWasAnsweredAgainstThePlan() {
    Finding finding =
        named(
            examine(fixture().planned("scheduled-pool/1", 1.04).planned("scheduled-pool/2", 1.04)),
            "load_answered_ratio");

    assertEquals(1 / 1.04, finding.value().orElseThrow(), 1e-9);
    assertEquals(Status.WEAK, finding.status());
  }

  @Test
  void gradesALoadGeneratorThatIsLate() {
    tripped(fixture().loadDrift(30e6), "load_drift_p99_of_period_ratio", Status.INVALID);
  }

  /** What all groups share moves no comparison. */
  @Test
  void aLatenessOfTheLoadThatAllGroupsShareIsNoReservation() {
    for (RunDirectoryFixture fixture :
        List.of(fixture().loadDrift(4e6), fixture().alternating().loadDrift(4e6))) {
      List<Finding> findings = examine(fixture);

      assertEquals(Status.VALID, named(findings, "load_drift_p99_of_period_ratio").status());
      Finding ofGroups = named(findings, "load_drift_mean_difference_of_period_ratio");
      assertEquals(Status.VALID, ofGroups.status(), ofGroups.why());
      assertEquals(0, ofGroups.value().orElseThrow(), 0.01);
    }
  }

  @Test
  void namesTheGroupWhoseLoadWasLaterThanThatOfAnother() {
    Finding finding =
        tripped(
            fixture().loadDrift("scheduled-pool", 4e6),
            "load_drift_mean_difference_of_period_ratio",
            Status.WEAK);

    assertTrue(finding.why().contains("the generators of scheduled-pool were"), finding.why());
    assertTrue(finding.why().contains("those of thread-per-task by"), finding.why());
  }

  @Test
  void doesNotTakeALoadGeneratorThatRecordedNothingForOneInTime() {
    assertNoEvidence(
        named(
            examine(fixture().alternating().tickLogLacks("load/3", 99)),
            "load_drift_mean_difference_of_period_ratio"));
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
    tripped(
        fixture().responses(ResponseLogFixture.CLOSED).loadDrift(100e6),
        "load_drift_p99_of_response_ratio",
        Status.INVALID);
  }

  /** A server that hangs must not make a trial weak that is invalid without it. */
  @Test
  void aServerThatAnswersNothingDoesNotSilenceTheLatenessOfTheOtherGenerators() throws IOException {
    RunDirectory directory =
        fixture().alternating().responses(ResponseLogFixture.CLOSED).loadDrift(100e6).write();
    Path log = RunDirectory.ticks(directory.load(3));
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.stream().filter(line -> !line.startsWith("Tag=response")).toList());

    Finding finding = named(examine(directory), "load_drift_p99_of_response_ratio");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
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
        finding.why().contains("(5 ms as measured, about 890 ms with what was not sent)"),
        finding.why());
  }

  @Test
  void aClosedModelMayHideATenth() {
    Finding little =
        named(
            examine(fixture().responses(ResponseLogFixture.CLOSED_BY_5_PERCENT)),
            "load_coordinated_omission_ratio");
    Finding much =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED_BY_15_PERCENT),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(Status.VALID, little.status(), little::toString);
    assertEquals(1 - 100 / 105.0, little.value().orElseThrow(), 1e-3);
    assertEquals(1 - 100 / 115.0, much.value().orElseThrow(), 1e-3);
  }

  @Test
  void isWeakWhenTheMachineCouldNotRunAGroup() {
    Finding finding = named(examine(fixture().skipped("scheduled-pool")), "groups_skipped");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertEquals(1, finding.value().orElseThrow(), 0);
    assertEquals("scheduled-pool could not run here (there is no such processor)", finding.why());
  }

  /** One request waits for 5 s until the end; compensated, 16 of 1,600 are longer than 4840 ms. */
  @Test
  void namesWhatAClosedModelHidOfAServerThatHangsUntilTheEnd() {
    Finding finding =
        tripped(
            fixture().responses(ResponseLogFixture.CLOSED).loadDrift(1_000).hung("scheduled-pool"),
            "load_coordinated_omission_ratio",
            Status.WEAK);

    assertEquals(1 - 5 / 4_840.0, finding.value().orElseThrow(), 1e-5, finding.why());
    assertTrue(
        finding.why().contains(" the response times' p99 of scheduled-pool/"), finding.why());
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
        examine(fixture().responses(ResponseLogFixture.CLOSED).answered("scheduled-pool/1", 0.9));

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
  void aMissingTickLogLacksTheWholeTime() {
    Finding finding =
        tripped(fixture().tickLogLacks("scheduled-pool/1", 99), "tick_log_gap_ratio", Status.WEAK);

    assertEquals(1, finding.value().orElseThrow(), 0);
  }

  @Test
  void isWeakWhenAServerWasStillWarmingUp() {
    Finding finding =
        tripped(
            fixture()
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 7)
                .slowUntil("scheduled-pool/2", 5),
            "steady_state",
            Status.WEAK);

    assertEquals(2, finding.value().orElseThrow(), 0);
    assertEquals(1, finding.limit(), 0);
    assertEquals(
        "2 of 10 servers were not steady while measured: scheduled-pool/1 became steady 7.4 s"
            + " after measuring had begun (judged by mean execution of ticks)",
        finding.why());
    // 3 s of warm-up and 7.4 s, in steps of 5 s.
    assertEquals(
        "Set warmup: 15s, or warmup: {until: steady, at_most: 30s}. scheduled-pool/1 had 400 ticks"
            + " in its warm-up, and a JVM compiles a method for good after 5,000 calls: give all"
            + " groups -XX:CompileThresholdScaling=0.2, which needs only a fifth of them.",
        finding.remedy());
  }

  @Test
  void doesNotProposeAFlagThatIsSet() {
    RunDirectoryFixture fixture =
        fixture()
            .durationSeconds(30)
            .slowUntil("scheduled-pool/1", 7)
            .slowUntil("scheduled-pool/2", 5)
            .jvmArgument("-XX:CompileThresholdScaling=0.2");

    assertEquals(
        "Set warmup: 15s, or warmup: {until: steady, at_most: 30s}.",
        tripped(fixture, "steady_state", Status.WEAK).remedy());
  }

  @Test
  void isWeakWhenAServerNeverGotSteady() {
    Finding finding =
        tripped(
            fixture()
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 26)
                .slowUntil("scheduled-pool/2", 26),
            "steady_state",
            Status.WEAK);

    assertTrue(
        finding.why().contains("scheduled-pool/1 and 1 more never became steady"), finding.why());
    assertTrue(finding.remedy().contains("set warmup to more than 35 s. "), finding.remedy());
  }

  @Test
  void putsOneUnsteadyServerInTenDownToChance() {
    Finding finding =
        named(
            examine(fixture().durationSeconds(30).slowUntil("scheduled-pool/1", 7)),
            "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().startsWith("1 of 10 servers were not steady"), finding.why());
  }

  @Test
  void putsTwoUnsteadyServersOfOneGroupDownToTheGroup() {
    Finding finding =
        tripped(
            fixture()
                .instances(10)
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 7)
                .slowUntil("scheduled-pool/2", 5),
            "steady_state",
            Status.WEAK);

    assertEquals(1, finding.limit(), 0);
  }

  @Test
  void doesNotMindAWarmUpThatEndedBeforeTheMeasurement() {
    Finding finding =
        named(
            examine(fixture().durationSeconds(30).slowUntil("scheduled-pool/1", 0)),
            "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertEquals(
        "all servers were steady while measured (judged by mean execution of ticks)",
        finding.why());
  }

  @Test
  void doesNotAskServersWhoseLoadRisesToBeSteady() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001));
    Finding finding =
        named(examine(fixture().metrics(asked).slowUntil("scheduled-pool/1", 7)), "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().contains("changes by plan"), finding.why());
  }

  /** What a tick takes is to be steady whatever comes; response times follow the load. */
  @Test
  void asksServersWithTicksToBeSteadyThoughTheirLoadChanges() throws IOException {
    RunDirectory directory =
        fixture()
            .durationSeconds(30)
            .slowUntil("scheduled-pool/1", 7)
            .slowUntil("scheduled-pool/2", 5)
            .write();
    Files.writeString(
        directory.plan(),
        Files.readString(directory.plan())
            .replace("\"Bots\"", "\"Bots\", \"--rate=100..400:30s\""));

    Finding finding = named(examine(directory), "steady_state");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
  }

  @Test
  void cannotTellASteadyStateFromAFewSeconds() {
    assertNoEvidence(named(examine(fixture().durationSeconds(4)), "steady_state"));
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
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    byte[] whole = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(whole, 40));

    Finding finding = named(examine(directory), "recordings_lost");

    assertEquals(Status.WEAK, finding.status());
    assertTrue(finding.why().contains("cannot be read"), finding.why());
  }

  @Test
  void doesNotLookForWhatWasNotToBeRecorded() throws IOException {
    RunDirectory directory = fixture().unrecorded("scheduled-pool").write();

    Finding recordings = named(examine(directory), "recordings_lost");
    assertEquals(Status.VALID, recordings.status());
    assertTrue(recordings.why().endsWith("turns off in scheduled-pool"), recordings.why());
    assertEquals(Status.VALID, named(examine(directory), "scrape_loss_ratio").status());
  }

  @Test
  void isWeakWhenAFlightRecordingLacksTheBegin() throws IOException {
    RunDirectory directory = fixture().write();
    double from = RunDirectoryFixture.START + RunDirectoryFixture.WARMUP_SECONDS;
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    Files.write(recording, JfrFixture.recording(from + 5, from + 30));

    Finding finding = named(examine(directory), "recordings_lost");

    assertEquals(Status.WEAK, finding.status());
    assertEquals(
        "recording.jfr of scheduled-pool/1 begins 5 s after the measurement", finding.why());
  }

  @Test
  void isWeakWhenAFlightRecordingEndsWithinAChunk() throws IOException {
    RunDirectory directory = fixture().write();
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    byte[] whole = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(whole, whole.length - 1));

    Finding finding = named(examine(directory), "recordings_lost");

    assertTrue(finding.why().contains("it ends within a chunk"), finding.why());
  }

  /** It may have hung: that must not take away the figures of all. */
  @Test
  void isWeakWhenHalfTheScrapesOfAServerFailed() {
    Finding finding =
        tripped(fixture().halfScraped("scheduled-pool/1"), "scrape_loss_ratio", Status.WEAK);

    // Every second one of 0 s to 12 s, of which the ends are no regular ones: 5 of 11 are there.
    assertEquals(6 / 11.0, finding.value().orElseThrow(), 1e-9);
  }

  /** Of a run of 12 s it is more than 2 %. */
  @Test
  void oneSlowAnswerDoesNotMakeATrialWeakAndTwoDo() throws SQLException {
    RunDirectory directory = fixture().write();
    double from = RunDirectoryFixture.START + RunDirectoryFixture.WARMUP_SECONDS;
    String server = "scheduled-pool/1";

    CheckedTrial.lose(directory, LabMetrics.SCRAPE_SECONDS, server, from + 4);
    Finding one = named(examine(directory), "scrape_loss_ratio");
    assertEquals(Status.VALID, one.status(), one::toString);
    assertEquals(0, one.value().orElseThrow(), 0);

    CheckedTrial.lose(directory, LabMetrics.SCRAPE_SECONDS, server, from + 8);
    Finding two = named(examine(directory), "scrape_loss_ratio");
    assertEquals(Status.WEAK, two.status(), two::toString);
    assertEquals(2 / 11.0, two.value().orElseThrow(), 1e-9);
  }

  /** That is the lab's own doing: it had no CPU. */
  @Test
  void isInvalidWhenHalfTheScrapesOfEveryProcessFailed() {
    RunDirectoryFixture fixture = fixture().halfScraped("load/1");
    for (int i = 1; i <= 5; i++) {
      fixture.halfScraped("scheduled-pool/" + i).halfScraped("thread-per-task/" + i);
    }

    tripped(fixture, "scrape_loss_ratio", Status.INVALID);
  }

  /** The load counts what was refused: that matters also if the servers expose nothing. */
  @Test
  void isWeakWhenHalfTheScrapesOfALoadFailedAndNoServerHasAnEndpoint() throws IOException {
    RunDirectory directory = fixture().inBlocks().halfScraped("load/1").write();
    for (String group : List.of("scheduled-pool", "thread-per-task")) {
      for (int i = 1; i <= 5; i++) {
        Path record = RunDirectory.process(directory.instance(group + "/" + i));
        Files.writeString(
            record, Files.readString(record).replace("\"metrics\"", "\"something-else\""));
      }
    }

    Finding finding = named(examine(directory), "scrape_loss_ratio");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertTrue(finding.why().contains("of the samples of load/1 are missing"), finding.why());
  }

  @Test
  void isWeakWhenTheLabSampledLate() {
    tripped(fixture().machine(m -> m.scrapeLateness(0.6)), "scrape_lateness_seconds", Status.WEAK);
  }

  @Test
  void gradesStolenCpuTime() {
    Finding finding =
        tripped(fixture().machine(m -> m.steal(0.03)), "machine_steal_ratio", Status.WEAK);
    assertEquals(0.03, finding.value().orElseThrow(), 1e-9);
    tripped(fixture().machine(m -> m.steal(0.08)), "machine_steal_ratio", Status.INVALID);
  }

  @Test
  void isWeakOnASaturatedMachine() {
    Finding finding =
        tripped(fixture().machine(m -> m.busy(0.95)), "machine_cpu_load", Status.WEAK);

    assertEquals(0.95, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void isWeakWhenSamplesWereDropped() {
    tripped(fixture().machine(m -> m.dropSamples(12)), "samples_dropped", Status.WEAK);
  }

  @Test
  void namesABlockThatWasMeasuredAgainWithoutDoubtingIt() {
    List<Finding> findings = examine(fixture().repeated("a/1 answered nothing"));

    Finding finding = named(findings, "blocks_repeated");
    assertEquals(Status.VALID, finding.status());
    assertEquals("block 1 was measured again, because a/1 answered nothing", finding.why());
  }

  /** What made the hypervisor take that time may be what the servers did. */
  @Test
  void isWeakWhereARoundWasMeasuredAgainBecauseOfStolenTime() {
    Finding finding =
        tripped(fixture().repeatedRound("time was stolen"), "blocks_repeated", Status.WEAK);

    assertTrue(
        finding.why().startsWith("block 1 was measured again, because time was stolen; servers"),
        finding.why());
  }

  @Test
  void saysThatALoadIsUnequalAfterAllRepetitions() {
    Finding finding =
        tripped(
            fixture().repeated("it was unequal").planned("scheduled-pool/1", 0.9),
            "load_imbalance_ratio",
            Status.INVALID);

    assertTrue(finding.why().endsWith("after 1 of at most 2 repetitions"), finding.why());
  }

  @Test
  void letsALoadThatRisesUntilItIsTooMuchSaturateTheMachine() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001));
    List<Finding> findings = examine(fixture().metrics(asked).machine(m -> m.busy(0.95)));

    assertEquals(Status.VALID, named(findings, "machine_cpu_load").status());
  }

  @Test
  void aLoadThatLooksForTheGreatestRateOfRequestsIsTooMuchOnPurpose() {
    asksNothingOfTheLoad(new CapacityQuestion("jitterlab_load_level", "slo", 0.01));
  }

  /** The load shows the gauge itself, with its targets: here one that every load of players has. */
  @Test
  void aLoadThatLooksForTheMostPlayersIsTooMuchOnPurpose() {
    asksNothingOfTheLoad(new CapacityQuestion("jitterlab_load_offered_total", "1.1", 0.01));
  }

  private void asksNothingOfTheLoad(CapacityQuestion question) {
    RunDirectoryFixture beyond =
        fixture()
            .metrics(new OwnMetrics(List.of(), question))
            .answered("scheduled-pool/1", 0.5)
            .planned("scheduled-pool/1", 0.9);
    List<Finding> findings = examine(beyond);

    for (String name :
        List.of(
            "load_sent_ratio",
            "load_answered_ratio",
            "load_imbalance_ratio",
            "load_drift_mean_difference_of_period_ratio")) {
      assertTrue(findings.stream().noneMatch(f -> f.name().equals(name)), name);
    }
  }

  /** It plays the server's own battles up, and its few players as planned. */
  @Test
  void aServerThatLoadsItselfIsAskedAboutItsOtherLoad() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.01));
    List<Finding> findings = examine(fixture().metrics(asked).answered("scheduled-pool/1", 0.5));

    assertEquals(Status.WEAK, named(findings, "load_answered_ratio").status());
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
            "machine_steal_peak_ratio",
            "machine_cpu_load",
            "other_processes_cpu_ratio",
            "machine_swapped_pages",
            "server_major_faults_per_second",
            "samples_dropped",
            "late_ticks_in_machine_stalls_ratio")) {
      assertNoEvidence(named(findings, name));
    }
  }

  @Test
  void nullifiesOnlyByRecordedCause() {
    RunDirectory directory =
        fixture()
            .drift("scheduled-pool", 500e6)
            .processState("thread-per-task/1", "died")
            .processState("thread-per-task/4", "killed")
            .tickLogLacks("thread-per-task/2", 99)
            .tickLogLacks("thread-per-task/3", 6)
            .write();

    var causes = Nullification.causes(Evidence.read(directory, Optional.empty()));

    assertEquals(
        List.of("thread-per-task/1", "thread-per-task/2", "thread-per-task/3"),
        List.copyOf(causes.keySet()));
    assertEquals("its ticks.hlog is missing", causes.get("thread-per-task/2"));
  }

  /** Of 52 s, 50 are certain to be whole intervals; 48 and 47 of them were logged. */
  @Test
  void aTickLogThatLacksNoMoreThanATwentiethCounts() {
    RunDirectory directory =
        fixture()
            .durationSeconds(52)
            .tickLogLacks("thread-per-task/2", 5)
            .tickLogLacks("thread-per-task/3", 6)
            .write();

    var causes = Nullification.causes(Evidence.read(directory, Optional.empty()));

    assertEquals(List.of("thread-per-task/3"), List.copyOf(causes.keySet()));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
