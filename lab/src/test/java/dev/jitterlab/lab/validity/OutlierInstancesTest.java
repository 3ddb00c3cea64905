package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.MachineFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The third of five instances is far off; what the run recorded of it decides. */
class OutlierInstancesTest {
  private static final String OUTLIER = "scheduled-pool/3";

  @TempDir private Path root;

  @Test
  void countsAnOutlierWithoutACause() {
    Outliers found = find(fixture());

    assertEquals(Map.of(), found.causes());
    assertEquals(
        "its delay of 9.0 is far from its group's median of 1.0; no cause found, it counts",
        found.words().get(OUTLIER));
  }

  /** A group's own demand decides how much of it is stolen, throttled, or read from the disk. */
  @Test
  void countsWhatAGroupsOwnDemandCanBringAbout() {
    assertCounts(fixture().machine(m -> m.steal(3, 0.04)));
    assertCounts(
        fixture()
            .processCounter(OUTLIER, "lab_process_cpu_periods_total", 10)
            .processCounter(OUTLIER, "lab_process_throttled_periods_total", 2));
    assertCounts(fixture().processCounter(OUTLIER, "lab_process_major_faults_total", 40));
  }

  /** A server that wakes threads up costs stolen time, and that stops the control process too. */
  @Test
  void countsStallsThatStolenTimeExplains() {
    assertCounts(fixture().machine(m -> m.stall(3, 4, 400)).machine(m -> m.steal(3, 0.01)));
  }

  /** All guests stood still, and this one hardly saw stolen time. */
  @Test
  void nullifiesForAStandstillThatStolenTimeDoesNotExplain() {
    assertCause(
        fixture().machine(m -> m.stall(3, 4, 400)).machine(m -> m.steal(3, 0.002)),
        "the machine itself stalled for");
  }

  /** A server that stood still answered less: that is its figure, and no excuse for it. */
  @Test
  void countsAServerThatDidNotAnswer() {
    assertCounts(fixture().answered(OUTLIER, 0.5));
  }

  /** The control waited for a CPU while it stood still: the measured servers had filled them. */
  @Test
  void countsStallsThatTheRunItselfMade() {
    assertCounts(fixture().machine(m -> m.stall(3, 4, 400)).machine(m -> m.waitsInSecondFour(0.4)));
  }

  /** It waited as long in the quiet seconds, because servers filled the CPUs all the time. */
  @Test
  void countsStallsOfAMachineThatTheRunFilledThroughout() {
    assertCounts(
        fixture()
            .machine(m -> m.stall(3, 4, 400))
            .processCounter("control/3", LabMetrics.RUN_QUEUE, 0.9));
  }

  /** Such as kswapd and those that write to the disk: for whom they work is not known. */
  @Test
  void countsWhatTheKernelsThreadsDidForSomebody() {
    assertCounts(
        fixture().machine(m -> m.others(3, 0.2)).machine(MachineFixture::othersAreTheKernel));
  }

  /** Its CPU time up to its end cannot be told from that of others. */
  @Test
  void countsWhereAServerEndedWhoseCpuTimeIsNotKnown() {
    RunDirectoryFixture fixture = fixture().machine(m -> m.others(3, 0.2));

    assertCounts(fixture.endedEarly("thread-per-task/3", "lab_session_cpu_seconds_total"));
  }

  /** A server that takes the memory makes everything wait, the control process too. */
  @Test
  void countsStallsOfAMachineThatSwapped() {
    assertCounts(fixture().machine(m -> m.stall(3, 4, 400)).machine(m -> m.swap(1_000)));
  }

  /** The same without swap: the system drops pages of programs, which have to be read again. */
  @Test
  void countsStallsInWhichTheControlReadItsPagesAgain() {
    assertCounts(
        fixture()
            .machine(m -> m.stall(3, 4, 400))
            .processCounter("control/3", "lab_process_major_faults_total", 4));
  }

  @Test
  void nullifiesForStallsOfTheMachine() {
    assertCause(fixture().machine(m -> m.stall(3, 4, 400)), "the machine itself stalled for");
  }

  @Test
  void nullifiesForOtherLoadOnTheMachine() {
    assertCause(
        fixture().machine(m -> m.others(3, 0.2)),
        "other processes used 20 % of the machine's CPU time");
  }

  @Test
  void nullifiesForAProgramThatWorkedBesideThisInstanceOnly() {
    assertCause(
        fixture().machine(m -> m.daemon(3, 0.2)),
        "other processes used 20 % of the machine's CPU time");
  }

  /** It may be a server's helper that came and went, or one that nobody in a container sees. */
  @Test
  void countsWhereNobodySawWhichProgramWorked() {
    assertCounts(fixture().machine(m -> m.others(3, 0.2)).machine(MachineFixture::othersAreHidden));
  }

  /** A process of its own for each server, as of a daemon that runs containers. */
  @Test
  void countsWhatAProgramDidThatAlsoWorkedBesideOtherInstancesOfTheGroup() {
    assertCounts(
        fixture()
            .machine(m -> m.daemon(3, 0.2))
            .machine(m -> m.daemon(1, 0.01))
            .machine(m -> m.daemon(5, 0.01)));
  }

  @Test
  void countsWhereTheMachineHardlyStalledOrHardlyWorkedForOthers() {
    assertCounts(fixture().machine(m -> m.stall(3, 4, 60)));
    assertCounts(fixture().machine(m -> m.others(3, 0.04)));
  }

  /** One other instance of four saw the program, too. */
  @Test
  void nullifiesForAProgramThatHardlyAnyOtherInstanceSaw() {
    assertCause(
        fixture().machine(m -> m.daemon(3, 0.2)).machine(m -> m.daemon(1, 0.01)),
        "other processes used 20 % of the machine's CPU time");
  }

  @Test
  void namesAllCauses() {
    assertCause(
        fixture().machine(m -> m.stall(3, 4, 400)).machine(m -> m.others(3, 0.2)),
        "of the time, and other processes used");
  }

  @Test
  void takesNothingForACauseThatTheWholeGroupHad() {
    assertCounts(stalledThroughout());
  }

  @Test
  void aCauseIsTwiceWhatTheOthersHad() {
    assertCounts(stalled(250));
    assertCause(stalled(150), "the machine itself stalled for");
  }

  /** The others may have made their own stalls: all stood still as long. */
  @Test
  void takesNothingForACauseThatTheWholeGroupHadThoughTheOthersWaitedForACpu() {
    RunDirectoryFixture stalled = stalledThroughout();
    for (int block : new int[] {1, 2, 4, 5}) {
      stalled.machine(m -> m.waitsInSecondFour(block, 0.3));
    }
    assertCounts(stalled);
  }

  /** The third instance for 400 ms, and the others for that long. */
  private RunDirectoryFixture stalled(int millisOfOthers) {
    RunDirectoryFixture stalled = fixture();
    for (int block = 1; block <= 5; block++) {
      int each = block;
      stalled.machine(m -> m.stall(each, 4, each == 3 ? 400 : millisOfOthers));
    }
    return stalled;
  }

  /** One page that the control reads again must not hide that the others were stalled as well. */
  @Test
  void takesNothingForACauseThatTheWholeGroupHadWhileMemoryWasShort() {
    RunDirectoryFixture stalled = stalledThroughout();
    for (int block : new int[] {1, 2, 4, 5}) {
      stalled.processCounter("control/" + block, "lab_process_major_faults_total", 4);
    }
    assertCounts(stalled);
  }

  private RunDirectoryFixture stalledThroughout() {
    RunDirectoryFixture stalled = fixture();
    for (int block = 1; block <= 5; block++) {
      int each = block;
      stalled.machine(m -> m.stall(each, 4, 400));
    }
    return stalled;
  }

  /** Of three of the other four nobody knows whether the machine stalled. */
  @Test
  void takesNothingForACauseIfLittleIsKnownOfTheOthers() throws IOException {
    RunDirectory directory = fixture().machine(m -> m.stall(3, 4, 400)).write();
    for (int block : new int[] {1, 2, 4}) {
      Files.delete(RunDirectory.ticks(directory.control(block)));
    }

    assertEquals(Map.of(), find(directory).causes());
  }

  @Test
  void takesACauseIfItIsKnownOfHalfOfTheOthers() throws IOException {
    RunDirectory directory = fixture().machine(m -> m.stall(3, 4, 400)).write();
    for (int block : new int[] {1, 2}) {
      Files.delete(RunDirectory.ticks(directory.control(block)));
    }

    assertEquals(Set.of(OUTLIER), find(directory).causes().keySet());
  }

  @Test
  void leavesAnInstanceWithACauseAloneIfItIsNoOutlier() {
    Outliers found = find(fixture().machine(m -> m.stall(2, 4, 400)));

    assertEquals(Map.of(), found.causes());
    assertEquals(List.of(OUTLIER), List.copyOf(found.words().keySet()));
  }

  @Test
  void findsNoneAmongFour() {
    assertEquals(Map.of(), Outlier.among(Map.of("a/1", 1.0, "a/2", 1.0, "a/3", 1.0, "a/4", 99.0)));
  }

  @Test
  void findsNoneAmongInstancesThatAreNearlyAlike() {
    Map<String, Double> figures =
        Map.of("a/1", 1.0, "a/2", 1.0, "a/3", 1.0, "a/4", 1.0, "a/5", 1.09);

    assertEquals(Map.of(), Outlier.among(figures));
  }

  @Test
  void findsOneThatIsMoreThanATenthAboveItsEquals() {
    Map<String, Double> figures =
        Map.of("a/1", 1.0, "a/2", 1.0, "a/3", 1.0, "a/4", 1.0, "a/5", 1.11);

    assertEquals(Set.of("a/5"), Outlier.among(figures).keySet());
  }

  @Test
  void findsOneThatIsFarBelowItsGroup() {
    Map<String, Double> figures =
        Map.of("a/1", 10.0, "a/2", 10.1, "a/3", 9.9, "a/4", 10.0, "a/5", 7.0);

    assertEquals(Set.of("a/5"), Outlier.among(figures).keySet());
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run")).inBlocks();
  }

  private static void assertCounts(RunDirectoryFixture fixture) {
    Outliers found = find(fixture);

    assertEquals(Map.of(), found.causes());
    assertEquals(List.of(OUTLIER), List.copyOf(found.words().keySet()));
  }

  private static void assertCause(RunDirectoryFixture fixture, String cause) {
    Outliers found = find(fixture);

    assertEquals(List.of(OUTLIER), List.copyOf(found.causes().keySet()));
    assertTrue(found.causes().get(OUTLIER).contains(cause), found.causes()::toString);
    assertTrue(found.words().get(OUTLIER).endsWith("it does not count"), found.words()::toString);
  }

  private static Outliers find(RunDirectoryFixture fixture) {
    return find(fixture.write());
  }

  private static Outliers find(RunDirectory directory) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int number = 1; number <= 5; number++) {
      figures.put("scheduled-pool/" + number, number == 3 ? 9.0 : 1.0);
    }
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      return Outliers.find(
          List.of(figures),
          "delay",
          String::valueOf,
          Evidence.read(directory, Optional.of(samples)));
    }
  }
}
