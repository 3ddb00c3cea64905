package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.MachineFixture;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check of the machine is tripped by what it is there for. */
class MachineChecksTest {
  private static final String LATE_IN_STALLS = "late_ticks_in_machine_stalls_ratio";

  @TempDir private Path root;

  @Test
  void isWeakWhenTheMachineItselfStalledWhileTicksWereLate() {
    Finding finding =
        tripped(
            fixture().lateTicksInSecondFour().machine(m -> m.stall(1, 4, 20)),
            LATE_IN_STALLS,
            Status.WEAK);

    assertEquals(1, finding.value().orElseThrow(), 1e-9);
    assertTrue(
        finding
            .why()
            .startsWith(
                "an idle process stood still for up to 20 ms (block 1), and once for more than 5"
                    + " ms; 200 of 200 late ticks came in a second in which it stalled"),
        finding.why());
  }

  /** Of ten servers; the counts are read as they are. */
  @Test
  void tenLateTicksAreEnoughToBlameTheMachineAndNineAreNot() {
    tripped(
        fixture().lateTicksInSecondFour(1).machine(m -> m.stall(1, 4, 20)),
        LATE_IN_STALLS,
        Status.WEAK);
    Finding few =
        named(
            examine(fixture().lateTicksInSecondFour(0.9).machine(m -> m.stall(1, 4, 20))),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, few.status(), few::toString);
    assertTrue(few.why().endsWith("; 9 late ticks are too few to say more"), few.why());
  }

  /** As of servers whose ticks are events, where the recording is lost. */
  @Test
  void doesNotSayThatNoTickWasLateWhereNobodyCountedThem() {
    Finding finding =
        named(
            examine(fixture().withoutLateTicks().machine(m -> m.stall(1, 4, 20))), LATE_IN_STALLS);

    assertEquals(Status.WEAK, finding.status());
    assertEquals("no evidence: what came late was not sampled", finding.why());
  }

  @Test
  void doesNotBlameTheMachineThatTheRunItselfFilled() {
    Finding finding =
        named(
            examine(
                fixture()
                    .lateTicksInSecondFour()
                    .machine(m -> m.stall(1, 4, 20))
                    .machine(MachineFixture::waitsInSecondFour)),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().endsWith("the run's own processes had it"), finding.why());
  }

  /**
   * 20 ms of 10 s: a fiftieth of the tenth that is beyond p90, and a fifth of what p99 is about.
   */
  @Test
  void doesNotDoubtAVerdictThatTheStallsCannotHaveMade() {
    Finding ofTheMiddle =
        named(
            examine(
                fixture()
                    .primaryMetric("tick_drift_seconds.p90")
                    .lateTicksInSecondFour()
                    .machine(m -> m.stall(1, 4, 20))),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, ofTheMiddle.status(), ofTheMiddle::toString);
    assertTrue(
        ofTheMiddle.why().endsWith("too little to affect the verdict's p90"), ofTheMiddle.why());
    tripped(
        fixture()
            .primaryMetric("tick_drift_seconds.p99")
            .lateTicksInSecondFour()
            .machine(m -> m.stall(1, 4, 20)),
        LATE_IN_STALLS,
        Status.WEAK);
  }

  @Test
  void blamesWhoeverElseFilledTheMachine() {
    RunDirectoryFixture fixture =
        fixture()
            .lateTicksInSecondFour()
            .machine(m -> m.stall(1, 4, 20))
            .machine(MachineFixture::waitsInSecondFour)
            .machine(m -> m.others(1, 0.2));

    tripped(fixture, LATE_IN_STALLS, Status.WEAK);
  }

  /** The CPU time of a server that ended cannot be told from that of others. */
  @Test
  void aRunOfWhichNotAllCpuTimeIsKnownIsNotSaidToHaveBeenAlone() {
    RunDirectoryFixture fixture =
        fixture()
            .lateTicksInSecondFour()
            .machine(m -> m.stall(1, 4, 20))
            .machine(MachineFixture::waitsInSecondFour)
            .endedEarly("scheduled-pool/1", "lab_session_cpu_seconds_total");

    tripped(fixture, LATE_IN_STALLS, Status.WEAK);
  }

  @Test
  void doesNotBlameTheMachineForTicksThatWereLateAtOtherTimes() {
    Finding finding =
        named(
            examine(fixture().lateTicksInSecondFour().machine(m -> m.stall(1, 8, 20))),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertEquals(0, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void blamesTheMachineOnlyForTheExcessOverWhatChanceGives() {
    Finding finding = named(examine(fixture().machine(m -> m.stall(1, 4, 20))), LATE_IN_STALLS);

    // Late ticks come evenly, so as many come in the stalled seconds as in any others.
    assertEquals(0, finding.value().orElseThrow(), 0.02);
    assertEquals(Status.VALID, finding.status(), finding::toString);
  }

  @Test
  void cannotTellThemApartOnAMachineThatAlwaysStalls() {
    RunDirectoryFixture fixture =
        fixture()
            .machine(m -> IntStream.rangeClosed(-1, 12).forEach(second -> m.stall(1, second, 6)));

    tripped(fixture, LATE_IN_STALLS, Status.WEAK);
  }

  /** 600 ms of 12 s: five times the hundredth of the requests that is beyond p99. */
  @Test
  void doubtsAQuantileOfResponseTimesThatTheStallsCanHaveMade() {
    Finding finding =
        tripped(
            requests("response_seconds.p99").machine(m -> m.stall(1, 4, 600)),
            LATE_IN_STALLS,
            Status.WEAK);

    assertEquals(1, finding.value().orElseThrow(), 1e-9, "all of what is beyond it");
    assertTrue(
        finding.why().endsWith(" of the time at most, enough to affect the verdict's p99"),
        finding.why());
    tripped(
        requests("response_seconds.p99")
            .machine(m -> m.stall(1, 4, 600))
            .machine(m -> m.waitsInSecondFour(0.5))
            .machine(m -> m.others(1, 0.2)),
        LATE_IN_STALLS,
        Status.WEAK);
  }

  /** A metric that the experiment names itself. */
  @Test
  void doubtsAQuantileOfTheExperimentsOwnThatTheStallsCanHaveMade() {
    Finding ofStep =
        tripped(own(Reading.P99).machine(m -> m.stall(1, 4, 600)), LATE_IN_STALLS, Status.WEAK);
    assertTrue(ofStep.why().endsWith("enough to affect the verdict's p99"), ofStep.why());

    Finding ofMaximum =
        tripped(own(Reading.LONGEST).machine(m -> m.stall(1, 4, 600)), LATE_IN_STALLS, Status.WEAK);
    assertTrue(ofMaximum.why().endsWith("can have made the maximum"), ofMaximum.why());
  }

  private RunDirectoryFixture own(Reading reading) {
    ScrapedMetric accepted =
        new ScrapedMetric("accepted", reading, "shop/read", null, null, Unit.SECONDS, Better.LOWER);
    return requests("accepted").metrics(new OwnMetrics(List.of(accepted), null));
  }

  @Test
  void doesNotDoubtAQuantileOfResponseTimesThatTheStallsCannotHaveMade() {
    Finding finding =
        named(
            examine(requests("response_seconds.p50").machine(m -> m.stall(1, 4, 240))),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertEquals(0.24 / 11 / 0.5, finding.value().orElseThrow(), 1e-3, "11 whole lines in 12 s");
    assertTrue(finding.why().endsWith("too little to affect the verdict's p50"), finding.why());
  }

  @Test
  void withoutTicksTheMachineIsNotBlamedForStallsThatTheRunItselfMade() {
    Finding finding =
        named(
            examine(
                requests("response_seconds.p99")
                    .machine(m -> m.stall(1, 4, 600))
                    .machine(m -> m.waitsInSecondFour(0.5))),
            LATE_IN_STALLS);

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().endsWith("the run's own processes had it"), finding.why());
  }

  @Test
  void withoutTicksAndWithoutATailNobodyKnowsWhatTheStallsDid() {
    Finding finding =
        named(examine(requests("cpu_load").machine(m -> m.stall(1, 4, 600))), LATE_IN_STALLS);

    assertEquals(Status.UNSEEN, finding.status(), finding::toString);
    assertTrue(finding.value().isEmpty(), finding::toString);
    assertTrue(finding.why().endsWith("the effect of the stalls is not known"), finding.why());
    assertEquals(
        Status.VALID,
        named(examine(requests("cpu_load")), LATE_IN_STALLS).status(),
        "a machine that never stalled did nothing to it");
  }

  /** Of servers that answer requests and do not tick. */
  private RunDirectoryFixture requests(String primaryMetric) {
    return fixture().withoutTicks().responses(ResponseLogFixture.OPEN).primaryMetric(primaryMetric);
  }

  @Test
  void isWeakWithoutAControlProcess() {
    assertNoEvidence(named(examine(fixture().machine(m -> m.withoutControl())), LATE_IN_STALLS));
  }

  @Test
  void isWeakWhenTheControlProcessRecordedNothing() throws IOException {
    RunDirectory directory = fixture().write();
    Files.delete(RunDirectory.ticks(directory.control(1)));

    assertNoEvidence(named(examine(directory), LATE_IN_STALLS));
  }

  @Test
  void findsASecondThatTheHypervisorTookInALongMeasurement() {
    RunDirectoryFixture fixture =
        fixture().instances(2).durationSeconds(200).machine(m -> m.stealSecond(100));
    Finding finding = tripped(fixture, "machine_steal_peak_ratio", Status.WEAK);

    assertEquals(0.1, finding.value().orElseThrow(), 1e-9);
    assertEquals(
        Status.VALID, named(examine(fixture), "machine_steal_ratio").status(), "over all of it");
  }

  @Test
  void findsItAlsoInAMeasurementThatIsShorterThanTenSeconds() {
    Finding finding =
        tripped(
            fixture().durationSeconds(8).machine(m -> m.stealSecond(4)),
            "machine_steal_peak_ratio",
            Status.WEAK);

    assertEquals(1 / 8.0, finding.value().orElseThrow(), 1e-9);
  }

  /** A quarter of ten seconds is too much for any figure, where no group is spared. */
  @Test
  void isInvalidWhenTheHypervisorTookMuchOfTenSecondsFromAllGroups() {
    tripped(fixture().machine(m -> m.steal(0.2)), "machine_steal_peak_ratio", Status.WEAK);
    Finding finding =
        tripped(fixture().machine(m -> m.steal(0.3)), "machine_steal_peak_ratio", Status.INVALID);

    assertEquals(0.3, finding.value().orElseThrow(), 1e-9);
  }

  /** As in a guest whose cores have no second threads: cpu0 and cpu2. */
  @Test
  void addsUpTheCoresThatThereAreWhateverTheirNumbers() {
    List<Finding> findings =
        examine(
            fixture()
                .machine(MachineFixture::withoutSecondThreads)
                .machine(m -> m.steal(0.02))
                .machine(m -> m.others(1, 0.1)));

    assertEquals(0.5, named(findings, "machine_cpu_load").value().orElseThrow(), 1e-9);
    assertEquals(0.02, named(findings, "machine_steal_ratio").value().orElseThrow(), 1e-9);
    assertEquals(0.1, named(findings, "other_processes_cpu_ratio").value().orElseThrow(), 1e-9);
    Finding peak =
        named(
            examine(
                fixture()
                    .machine(MachineFixture::withoutSecondThreads)
                    .machine(m -> m.stealSecond(2, 5))),
            "machine_steal_peak_ratio");
    assertEquals(0.05, peak.value().orElseThrow(), 1e-9, "1 s of ten on one of two cores");
  }

  /** What the hypervisor took of it since boot is in its counter at once. */
  @Test
  void aCoreThatComesOnlineMeanwhileIsNoStolenTime() {
    List<Finding> findings = examine(fixture().machine(m -> m.secondCoreComesAfter(6)));

    assertEquals(0, named(findings, "machine_steal_peak_ratio").value().orElseThrow(), 1e-9);
    assertEquals(0, named(findings, "machine_steal_ratio").value().orElseThrow(), 1e-9);
    assertEquals(0.5, named(findings, "machine_cpu_load").value().orElseThrow(), 1e-9);
  }

  /** As threads do that wake one another up: odd blocks are one group's, even ones the other's. */
  @Test
  void aGroupThatCostsTheHypervisorTimeTakesAwayNoFiguresOfTheOthers() {
    Finding own = stolen(fixture().alternating(), 0.1, 0.004, 1, 3, 5, 7, 9);

    assertEquals(Status.WEAK, own.status(), own::toString);
    assertEquals(0.1, own.value().orElseThrow(), 1e-9);
    assertTrue(own.why().contains("; it took at most 0.4 % from "), own.why());

    Status neighbours = stolen(fixture().alternating(), 0.1, 0.004, 1).status();
    assertEquals(Status.INVALID, neighbours, "one server of five");
    assertEquals(
        Status.INVALID,
        stolen(fixture().alternating(), 0.1, 0.004, 1, 2, 3, 5, 7, 9).status(),
        "and one of the other group");
    assertEquals(
        Status.INVALID, stolen(fixture().inBlocks(), 0.1, 0.004, 1, 3, 5).status(), "both at once");
  }

  /** Two per cent from all, and a tenth once. */
  @Test
  void backgroundAndOneBurstAreNoTimeThatAGroupCostsItself() {
    Finding finding = stolen(fixture().alternating(), 0.1, 0.02, 1);

    assertEquals(Status.INVALID, finding.status(), finding::toString);
  }

  @Test
  void whereIdleCpusSleepTheRemedyIsToKeepThemAwake() {
    for (Boolean sleep : new Boolean[] {null, true, false}) {
      Finding finding = stolen(fixture().machine(m -> m.cpuSleep(sleep)), 0.02, 0.004, 1);
      assertEquals(Status.WEAK, finding.status(), finding::toString);
      assertEquals(
          sleep == null || sleep, finding.remedy().contains("idle CPUs awake"), finding::toString);
      assertEquals(sleep == null, finding.remedy().contains("a driver"), finding::toString);
    }
  }

  private static Finding stolen(
      RunDirectoryFixture fixture, double much, double little, int... blocks) {
    fixture.instances(5).machine(m -> m.steal(little));
    IntStream.of(blocks).forEach(block -> fixture.machine(m -> m.steal(block, much)));
    return named(examine(fixture), "machine_steal_ratio");
  }

  @Test
  void namesTheProcessThatWorkedBesideTheRun() {
    Finding finding =
        tripped(
            fixture().inBlocks().machine(m -> m.others(2, 0.1)),
            "other_processes_cpu_ratio",
            Status.WEAK);

    assertEquals(0.1, finding.value().orElseThrow(), 1e-9);
    assertTrue(
        finding.why().contains("in block 2, most of those that are still there rustc 102"),
        finding.why());
    tripped(fixture().machine(m -> m.others(1, 0.4)), "other_processes_cpu_ratio", Status.INVALID);
  }

  /** As through docker: odd blocks are one group's, even ones the other's. */
  @Test
  void aGroupThatWorksThroughOthersTakesAwayNoFiguresOfTheOtherGroup() {
    Finding own = othersBeside(1, 3, 5, 7, 9);

    assertEquals(Status.WEAK, own.status(), own::toString);
    assertTrue(
        own.why().contains("; beside the servers of scheduled-pool it was at most 0 %"), own.why());
    assertEquals(Status.INVALID, othersBeside(1).status(), "one server of five");
    assertEquals(
        Status.INVALID, othersBeside(1, 2, 3, 5, 7, 9).status(), "and one of the other group");
  }

  /** Six per cent beside all, and four tenths once. */
  @Test
  void backgroundWorkAndOneBurstAreNotAGroupsOwn() {
    RunDirectoryFixture fixture = fixture().alternating();
    IntStream.rangeClosed(1, 10).forEach(block -> fixture.machine(m -> m.others(block, 0.06)));
    fixture.machine(m -> m.others(1, 0.4));

    Finding finding = named(examine(fixture), "other_processes_cpu_ratio");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
  }

  private Finding othersBeside(int... blocks) {
    RunDirectoryFixture fixture = fixture().alternating();
    IntStream.of(blocks).forEach(block -> fixture.machine(m -> m.others(block, 0.4)));
    return named(examine(fixture), "other_processes_cpu_ratio");
  }

  /** perf works beside the servers, for the run. */
  @Test
  void whatTracesTheSchedulerIsTheRunsOwn() {
    Finding finding =
        named(
            examine(
                fixture()
                    .machine(m -> m.others(1, 0.1))
                    .machine(MachineFixture::othersAreTheTrace)),
            "other_processes_cpu_ratio");

    assertEquals(Status.VALID, finding.status(), finding::toString);
  }

  /** As a load command does that is given the measured time to run for. */
  @Test
  void knowsTheOthersAlthoughALoadEndedBeforeTheMeasurement() {
    Finding finding =
        named(
            examine(fixture().endedEarly("load/1", "lab_session_cpu_seconds_total")),
            "other_processes_cpu_ratio");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.value().isPresent(), finding::toString);
  }

  @Test
  void isWeakWhenAnotherRunMeasuredAtTheSameTime() {
    Finding finding =
        tripped(fixture().inBlocks().machine(m -> m.otherLab(2)), "other_labs", Status.WEAK);

    assertEquals(1, finding.value().orElseThrow(), 0);
    assertTrue(
        finding.why().startsWith("another run of Jitterlab was seen in block 2: "), finding.why());
  }

  @Test
  void isWeakWhenTheMachineSwapped() {
    tripped(fixture().machine(m -> m.swap(100)), "machine_swapped_pages", Status.WEAK);
  }

  @Test
  void isWeakWhenAServerWaitedForItsPages() {
    Finding finding =
        tripped(
            fixture().processCounter("scheduled-pool/2", "lab_process_major_faults_total", 30),
            "server_major_faults_per_second",
            Status.WEAK);

    assertTrue(finding.why().startsWith("scheduled-pool/2 waited 30 times"), finding.why());
  }

  @Test
  void isWeakWithASlowClock() {
    Finding finding =
        tripped(fixture().machine(m -> m.clockSource("hpet")), "slow_clock_source", Status.WEAK);

    assertTrue(finding.why().contains("hpet"), finding.why());
    for (String fast :
        List.of(
            "kvm-clock",
            "tsc-early",
            "hyperv_clocksource_tsc_page",
            "arch_sys_counter",
            "riscv_clocksource")) {
      Finding read =
          named(examine(fixture().machine(m -> m.clockSource(fast))), "slow_clock_source");
      assertEquals(Status.VALID, read.status(), read::toString);
    }
    assertEquals(
        Status.UNSEEN,
        named(examine(fixture().machine(m -> m.clockSource(null))), "slow_clock_source").status());
  }

  @Test
  void isWeakWhenTheMachineSavesPower() {
    for (String governor : List.of("powersave", "ondemand", "conservative")) {
      tripped(fixture().machine(m -> m.governor(governor)), "power_saving_governor", Status.WEAK);
    }
  }

  /** Seven checks on one run, each of whose figures lies just within its limit, or just beyond. */
  private List<Finding> nearTheLimits(
      double busy,
      double lateness,
      double pages,
      double others,
      double steal,
      double hertz,
      double faults) {
    return examine(
        fixture()
            .inBlocks()
            .machine(m -> m.busy(busy))
            .machine(m -> m.scrapeLateness(lateness))
            .machine(m -> m.swap(pages / 12))
            .machine(m -> m.others(1, others))
            .machine(m -> m.steal(steal))
            .machine(m -> m.hertz(3, hertz))
            .processCounter("scheduled-pool/2", "lab_process_major_faults_total", faults));
  }

  @Test
  void aMachineIsSoundUpToItsLimitsAndNotBeyond() {
    List<Finding> within = nearTheLimits(0.89, 0.24, 240, 0.04, 0.009, 2.9e9, 0.9);
    List<Finding> beyond = nearTheLimits(0.91, 0.26, 264, 0.06, 0.011, 2.8e9, 1.1);

    for (String name :
        List.of(
            "machine_cpu_load",
            "scrape_lateness_seconds",
            "machine_swapped_pages",
            "other_processes_cpu_ratio",
            "machine_steal_ratio",
            "cpu_frequency_change_ratio",
            "server_major_faults_per_second")) {
      assertEquals(Status.VALID, named(within, name).status(), named(within, name)::toString);
      assertEquals(Status.WEAK, named(beyond, name).status(), named(beyond, name)::toString);
    }
  }

  @Test
  void isWeakWhenTheCoresRanSlowerInOneBlock() {
    Finding finding =
        tripped(
            fixture().inBlocks().machine(m -> m.hertz(3, 2e9)),
            "cpu_frequency_change_ratio",
            Status.WEAK);

    assertEquals(0.8 / 2.8, finding.value().orElseThrow(), 1e-9);
    assertTrue(finding.why().contains("in block 3"), finding.why());
  }

  @Test
  void doesNotPassWhatAVirtualMachineDoesNotShow() {
    List<Finding> findings = examine(fixture().machine(m -> m.withoutFrequency()));

    for (String name : List.of("power_saving_governor", "cpu_frequency_change_ratio")) {
      assertEquals(Status.UNSEEN, named(findings, name).status());
      assertTrue(named(findings, name).why().contains("cannot be seen here"));
    }
    assertEquals(Status.VALID, TrialChecks.status(findings));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
