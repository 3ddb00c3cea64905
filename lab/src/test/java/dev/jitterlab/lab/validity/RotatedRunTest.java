package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Evidence.MeasuredProcess;
import dev.jitterlab.lab.validity.evidence.LoadRates;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is read of a run whose load went from server to server: 24 s, each server has 10 of them.
 */
class RotatedRunTest {
  private static final String CHECK = "resting_servers_cpu_ratio";

  @TempDir private Path root;

  private RunDirectoryFixture fixture(String name) {
    return new RunDirectoryFixture(root.resolve(name)).durationSeconds(24);
  }

  /** The first server has the load from 1 to 11 s, and refuses after 12 s what came in the 11th. */
  @Test
  void whatIsRefusedAfterASliceCounts() {
    assertNotNull(p90("none", 0));
    assertNull(p90("late", 2_000), "only a bound is known");
  }

  private Double p90(String name, double refused) {
    RunDirectory run =
        fixture(name)
            .rotated()
            .withoutTicks()
            .responses(ResponseLogFixture.OPEN)
            .refusedAt("thread-per-task", 12, refused)
            .write();
    return Metrics.ofAll()
        .find("response_seconds.p90")
        .orElseThrow()
        .in(new SummaryBuilder(run).build().group("thread-per-task").orElseThrow().metrics());
  }

  @Test
  void aServersTicksLoadAndCpuTimeAreThoseOfItsSlicesAlone() {
    RunDirectory rotated = fixture("rotated").rotated().write();
    RunDirectory inBlocks = fixture("blocks").inBlocks().write();
    try (SamplesReader samples = SamplesReader.open(rotated).orElseThrow();
        SamplesReader others = SamplesReader.open(inBlocks).orElseThrow()) {
      Evidence evidence = Evidence.read(rotated, Optional.of(samples));
      Evidence whole = Evidence.read(inBlocks, Optional.of(others));
      List<MeasuredProcess> servers = evidence.servers();

      assertEquals(10, servers.size());
      MeasuredProcess first = servers.getFirst();
      MeasuredProcess second = servers.get(1);
      double zero = evidence.state().blocks().getFirst().measuredFrom();
      assertEquals(List.of(new Window(zero + 1, zero + 11)), first.windows().parts());
      assertEquals(List.of(new Window(zero + 13, zero + 23)), second.windows().parts());
      assertEquals(20, evidence.measured().get(1).seconds(), "load and control: both slices");

      MeasuredTicks ticks = evidence.ticks().get(first.id());
      MeasuredTicks all = whole.ticks().get(first.id());
      assertEquals(
          9.0 / 23, (double) ticks.count() / all.count(), 1e-9, "whole lines: 9 of 10 s, 23 of 24");
      assertEquals(0, ticks.gapRatio());

      Map<String, Double> planned = LoadRates.planned(evidence);
      LoadRates.planned(whole)
          .forEach((id, rate) -> assertEquals(rate, planned.get(id), rate / 1_000));
    }
  }

  @Test
  void theSteadyStateIsJudgedByTheSecondsWithLoad() {
    RunDirectory rotated = fixture("rotated").rotated().write();
    List<Finding> findings = CheckedTrial.examine(rotated);
    assertEquals(Status.VALID, CheckedTrial.named(findings, "steady_state").status());
    assertEquals(Status.VALID, CheckedTrial.named(findings, "tick_log_gap_ratio").status());
    assertEquals(Status.VALID, CheckedTrial.named(findings, "scrape_loss_ratio").status());
    assertEquals(Status.VALID, CheckedTrial.named(findings, "load_imbalance_ratio").status());
  }

  /** Slices of 5 s: four samples lie between those at their ends. */
  @Test
  void theSamplesAtTheEndsOfASliceDoNotMakeALostOneGood() throws SQLException {
    RunDirectory rotated = fixture("lost").durationSeconds(14).rotated().write();
    String server;
    double from;
    try (SamplesReader samples = SamplesReader.open(rotated).orElseThrow()) {
      MeasuredProcess first = Evidence.read(rotated, Optional.of(samples)).servers().getFirst();
      assertEquals(5, first.windows().seconds());
      server = first.id();
      from = first.windows().from();
    }
    assertEquals(0, scrapeLoss(rotated));

    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_SECONDS, server, from + 2);
    assertEquals(0, scrapeLoss(rotated), "one is forgiven");
    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_SECONDS, server, from + 3);
    assertEquals(0.5, scrapeLoss(rotated), "the server did not answer");
    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_SECONDS, server, from + 4);
    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_LATENESS, LabMetrics.MACHINE, from + 4);
    assertEquals(0.75, scrapeLoss(rotated), "and the lab left a round out");
  }

  /** The load is measured in the slices of both servers, from 1 to 6 s and from 8 to 13 s. */
  @Test
  void oneLostSampleOfAllSlicesIsForgiven() throws SQLException {
    RunDirectory rotated = fixture("forgiven").durationSeconds(14).rotated().write();
    double from = Json.read(rotated.runState(), RunState.class).blocks().getFirst().measuredFrom();

    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_SECONDS, "load/1", from + 3);
    CheckedTrial.lose(rotated, LabMetrics.SCRAPE_SECONDS, "load/1", from + 10);

    assertEquals(0.25, scrapeLoss(rotated), "not one of each slice");
  }

  private static double scrapeLoss(RunDirectory run) {
    return CheckedTrial.named(CheckedTrial.examine(run), "scrape_loss_ratio").value().orElseThrow();
  }

  /**
   * A line of the control's log is a second, and four lie within a slice of 5 s. So 9 ms in one of
   * eight lines are more than a tenth of the hundredth that p99 is about; of 10 s they are less.
   */
  @Test
  void stallsAreAShareOfTheTimeThatTheControlsLogCovers() {
    RunDirectoryFixture stalled =
        fixture("stalled").durationSeconds(14).rotated().lateTicksInSecondFour();
    for (int block = 1; block <= 5; block++) {
      int each = block;
      stalled.machine(machine -> machine.stall(each, 4, 9));
    }

    CheckedTrial.tripped(stalled, "late_ticks_in_machine_stalls_ratio", Status.WEAK);
  }

  @Test
  void serversThatWorkWithoutTheirTurnMakeTheTrialWeak() {
    Finding finding =
        CheckedTrial.tripped(fixture("busy").rotated().coreShare(0.06), CHECK, Status.WEAK);
    assertEquals(0.06, finding.value().orElseThrow(), 1e-6);
    assertTrue(finding.why().contains("the others used 6 % of a core together"), finding::why);
    assertTrue(finding.remedy().contains("alternate"), finding::remedy);
  }

  /** A helper, or a daemon that it started, disturbs as the server itself does. */
  @Test
  void whatARestingServerHasStartedCounts() {
    Finding finding =
        CheckedTrial.tripped(
            fixture("helper")
                .rotated()
                .coreShare(0.003)
                .processCounter("thread-per-task/1", LabMetrics.SESSION_CPU, 0.5),
            CHECK,
            Status.WEAK);
    assertTrue(finding.why().contains("most of it thread-per-task/1"), finding::why);
  }

  /** The first server's slice is from 1 to 11 s, the second's from 13 to 23 s. */
  @Test
  void timeThatIsStolenInTheSlicesOfOneGroupTakesAwayNoFiguresOfTheOther() {
    List<Finding> findings = CheckedTrial.examine(stolen("own", 2, 5, 8));

    for (String name : List.of("machine_steal_ratio", "machine_steal_peak_ratio")) {
      Finding finding = CheckedTrial.named(findings, name);
      assertEquals(Status.WEAK, finding.status(), finding::toString);
      assertTrue(
          finding.why().contains("it took at most 0 % from scheduled-pool"), finding::toString);
    }
  }

  @Test
  void timeThatIsStolenInTheSlicesOfAllGroupsMakesTheTrialInvalid() {
    Finding finding =
        CheckedTrial.named(
            CheckedTrial.examine(stolen("all", 2, 5, 8, 15, 18, 20)), "machine_steal_ratio");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
  }

  private RunDirectoryFixture stolen(String name, int... seconds) {
    RunDirectoryFixture stolen = fixture(name).rotated();
    for (int second : seconds) {
      stolen.machine(m -> m.stealSecond(second));
    }
    return stolen;
  }

  /** In the slice of the first server by a multiple of the 5 ms in which both answer. */
  @Test
  void aLoadThatIsLateInTheSlicesOfOneGroupTakesAwayNoFiguresOfTheOther() throws IOException {
    RunDirectory run = lateBy("late", 100_000_000);
    RunDirectory inTime = lateBy("in-time", 1_000);
    String check = "load_drift_p99_of_response_ratio";
    assertEquals(
        Status.INVALID, CheckedTrial.named(CheckedTrial.examine(run), check).status(), "for both");
    for (RunState.BlockTimes block : Json.read(run.runState(), RunState.class).blocks()) {
      double second = block.measuredFrom() + 12;
      Path log = RunDirectory.ticks(run.load(block.number()));
      Path other = RunDirectory.ticks(inTime.load(block.number()));
      Files.write(
          log,
          Stream.concat(
                  Files.readAllLines(log).stream().filter(line -> !beginsAfter(line, second)),
                  Files.readAllLines(other).stream().filter(line -> beginsAfter(line, second)))
              .toList());
    }

    Finding finding = CheckedTrial.named(CheckedTrial.examine(run), check);

    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertTrue(finding.why().contains(" for thread-per-task/"), finding::toString);
    assertTrue(finding.why().endsWith("; other servers had their load"), finding::toString);
  }

  @Test
  void aServerThatWasSentNothingDoesNotKeepTheOthersFromBeingJudged() throws IOException {
    RunDirectory run = lateBy("silent", 1_000);
    double second =
        Json.read(run.runState(), RunState.class).blocks().getFirst().measuredFrom() + 12;
    Path log = RunDirectory.ticks(run.load(1));
    Files.write(
        log,
        Files.readAllLines(log).stream()
            .filter(line -> !line.startsWith("Tag=drift") || beginsAfter(line, second))
            .toList());

    Finding finding =
        CheckedTrial.named(CheckedTrial.examine(run), "load_drift_p99_of_response_ratio");

    assertTrue(finding.value().isPresent(), finding::toString);
    assertEquals(Status.VALID, finding.status(), finding::toString);
  }

  private RunDirectory lateBy(String name, double loadDriftNs) {
    return fixture(name)
        .rotated()
        .responses(ResponseLogFixture.CLOSED)
        .loadDrift(loadDriftNs)
        .write();
  }

  private static boolean beginsAfter(String line, double at) {
    return line.startsWith("Tag=") && Double.parseDouble(line.split(",", -1)[1]) >= at;
  }

  @Test
  void serversThatRestDoNot() {
    List<Finding> findings = CheckedTrial.examine(fixture("idle").rotated().coreShare(0.003));
    assertEquals(Status.VALID, CheckedTrial.named(findings, CHECK).status());
  }

  @Test
  void withoutRotationNobodyIsAsked() {
    assertFalse(
        CheckedTrial.examine(fixture("blocks").inBlocks()).stream()
            .anyMatch(finding -> finding.name().equals(CHECK)));
  }

  /** The last slice goes on, long after the planned seconds of a single server. */
  private RunTicks running() {
    RunState.BlockTimes goesOn =
        new RunState.BlockTimes(1, 90.0, 100.0, null, null, null)
            .turns(
                List.of(),
                List.of(
                    new RunState.Slice("g1/1", 100, 105.0),
                    new RunState.Slice("zgc/1", 200, null)));
    RunState running =
        new RunState(
            "running", null, 80, null, List.of(goesOn), List.of(), List.of(), List.of(), List.of());
    return RunTicks.of(new RunDirectory(root), running, new Timing(10, false, 20, 30));
  }

  @Test
  void aSliceUnderWayLastsUntilTheRunEnds() {
    RunTicks ticks = running();

    assertEquals(List.of(new Window(200, 220)), ticks.measured(1, "zgc/1").orElseThrow().parts());
    assertEquals(List.of(new Window(100, 105)), ticks.measured(1, "g1/1").orElseThrow().parts());
    assertEquals(Optional.empty(), ticks.measured(1, "parallel/1"));
    assertEquals(2, ticks.measured(1, "load/1").orElseThrow().parts().size());
  }

  /** And not again for each line of the load's log. */
  @Test
  void theSlicesOfAServerAreLookedForOnce() {
    Function<String, MeasuredWindows> measured = running().servers(1);
    MeasuredWindows first = measured.apply("g1/1");

    assertEquals(List.of(new Window(100, 105)), first.parts());
    assertSame(first, measured.apply("g1/1"));
    assertNull(measured.apply("parallel/1"));
  }

  @Test
  void aServerThatHadNoSliceYetIsNotMeasured() {
    RunDirectory cut = fixture("cut").rotated().interruptedAfterBlocks(0).write();
    try (SamplesReader samples = SamplesReader.open(cut).orElseThrow()) {
      Evidence evidence = Evidence.read(cut, Optional.of(samples));
      assertEquals(2, evidence.servers().size());
    }
  }
}
