package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.FileReads;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Summary.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryBuilderTest {
  @TempDir private Path root;

  @Test
  void summarisesAValidTrial() {
    Summary summary = build(fixture());

    assertEquals("valid", summary.validity().status(), summary.validity()::toString);
    assertEquals(2, summary.groups().size());
    assertEquals(5, summary.groups().getFirst().instances().size());
    MetricValues metrics = summary.groups().getFirst().metrics();
    assertEquals(0.001, value(metrics, "tick_drift_seconds.p50"), 0.00005);
    assertEquals(0.05, value(metrics, "tick_total_seconds.p50"), 0.001);
    assertEquals(0.02, value(metrics, "ticks_late_ratio.1.1"), 1e-9);
    assertEquals(0, value(metrics, "ticks_late_ratio.4"), 1e-9);
    assertEquals(0.05, value(metrics, "cpu_load"), 1e-9);
    assertEquals(0.005, value(metrics, "observing_cpu_load"), 1e-9);
    assertEquals(0.01, value(metrics, "gc_cpu_load"), 1e-9);
    assertEquals(0.2, value(metrics, "gc_cpu_ratio"), 1e-9);
    assertEquals(0.5, value(metrics, "system_cpu_load"), 1e-9);
    assertEquals(100, value(metrics, "players"), 1e-9);
    assertEquals(10, value(metrics, "battles"), 1e-9);
    assertEquals(200e6 + 12, value(metrics, "resident_memory_bytes"), 1e-3);
  }

  @Test
  void aRunWithoutAnyGroupThatCouldRunIsInvalid() {
    RunDirectory run = fixture().write();
    RunState state = Json.read(run.runState(), RunState.class);
    Json.write(
        run.runState(),
        new RunState(
            state.state(),
            state.why(),
            state.startedAt(),
            state.endedAt(),
            List.of(),
            List.of(
                new RunState.Skipped("thread-per-task", "no such processor"),
                new RunState.Skipped("scheduled-pool", "no such processor")),
            state.resumptions(),
            state.repetitions(),
            state.looks()));

    Summary summary = new SummaryBuilder(run).write();

    assertEquals("invalid", summary.validity().status(), summary.validity()::toString);
    assertTrue(summary.verdict().contains("no group could run on this machine"), summary.verdict());
    assertEquals(List.of(), summary.groups());
    assertTrue(Files.isRegularFile(ReportWriter.write(run)));
  }

  /** However late it makes its own load, as by filling the CPUs: every figure of it counts. */
  @Test
  void aGroupCannotExcuseItselfByTheLatenessOfItsLoad() {
    Summary undisturbed = build(fixture().alternating());
    Summary late =
        build(new RunDirectoryFixture(root.resolve("late")).loadDrift("scheduled-pool", 4e6));
    Summary veryLate =
        build(new RunDirectoryFixture(root.resolve("very")).loadDrift("scheduled-pool", 100e6));

    for (Summary one : List.of(late, veryLate)) {
      assertEquals(undisturbed.comparisons(), one.comparisons());
      assertEquals(undisturbed.outcome().againstBaseline(), one.outcome().againstBaseline());
      assertTrue(
          one.groups().stream()
              .flatMap(group -> group.instances().stream())
              .noneMatch(Summary.InstanceSummary::nullified));
      assertEquals("weak", one.validity().status(), one.verdict());
      assertTrue(one.verdict().contains("the generators of scheduled-pool"), one.verdict());
    }
  }

  @Test
  void readsEveryTickLogOnce() throws IOException {
    RunDirectory run = fixture().responses(ResponseLogFixture.OPEN).write();

    Map<String, Double> reads = FileReads.ofTickLogs(run, () -> new SummaryBuilder(run).build());

    assertTrue(
        reads.keySet().containsAll(List.of("control/1/ticks.hlog", "load/1/ticks.hlog")),
        reads::toString);
    reads.forEach((log, times) -> assertEquals(1, times, 1e-9, log));
  }

  /** 12 s of 200 ticks, on 5 instances. */
  @Test
  void countsTheTicksBetweenTheSamplingsThatBoundTheMeasurement() {
    Summary summary = build(fixture());

    assertEquals(5 * 12 * 200, value(summary.groups().getFirst().metrics(), "ticks"));
    assertEquals(
        12 * 200, value(summary.groups().getFirst().instances().getFirst().metrics(), "ticks"));
  }

  /** Of the 12 s, 11 whole log intervals lie inside. */
  @Test
  void countsTheLoggedTicksWhereThereAreNoSamples() {
    Summary summary = build(fixture().withoutSamples());

    assertEquals(
        11 * 200, value(summary.groups().getFirst().instances().getFirst().metrics(), "ticks"));
  }

  @Test
  void saysWhereTheTimeOfLateTicksWent() {
    MetricValues late = build(fixture()).groups().getFirst().metrics();

    assertEquals(240, value(late, "late_tick_time.ticks"), "0.02 of 5 x 12 s of 200 ticks");
    assertEquals(0.75, value(late, "late_tick_time.run_queue_drift_ratio"), 1e-9);
    assertEquals(0.1, value(late, "late_tick_time.run_queue_execution_ratio"), 1e-9);
    assertEquals(0.6, value(late, "late_tick_time.cpu_execution_ratio"), 1e-9);
  }

  @Test
  void doesNotTakeLateTicksThatWereNotReadForNone() {
    MetricValues metrics = build(fixture().withoutThreadTimes()).groups().getFirst().metrics();

    assertEquals(0.02, value(metrics, "ticks_late_ratio.1.1"), 1e-9);
    assertNull(value(metrics, "late_tick_time.ticks"));
  }

  @Test
  void saysHowEveryServerBecameSteady() {
    Summary summary = build(fixture().durationSeconds(30).slowUntil("scheduled-pool/1", 7));

    assertEquals("flat", summary.groups().getFirst().steadyState());
    Summary.GroupSummary pool = summary.groups().getLast();
    assertEquals("inconsistent", pool.steadyState());
    assertEquals("flat", pool.instances().getLast().steadyState().kind());
    Summary.SteadyState first = pool.instances().getFirst().steadyState();
    assertEquals("warm-up", first.kind());
    assertEquals(10.4, first.steadyAfterSeconds(), 1e-9);
    assertEquals(3, first.warmupSeconds(), 1e-9);
    assertEquals(2, first.segments().size());
    assertEquals(-2.6, first.segments().getFirst().fromSeconds(), 1e-9);
    assertEquals(7.4, first.segments().getLast().fromSeconds(), 1e-9);
    assertEquals(
        5,
        first.segments().getFirst().meanSeconds() / first.segments().getLast().meanSeconds(),
        0.3);
  }

  @Test
  void comparesEveryMetricWithTheBaseline() {
    Summary summary = build(fixture());

    assertEquals(
        (5 + 2 + 1) * 6 + 4 + 2 + 1 + 4 + 6 + 3 + 2 + 2 + 2 + 1 + 1 + 8,
        summary.comparisons().size());
    Comparison drift = comparison(summary, "tick_drift_seconds.p99");
    assertEquals("scheduled-pool", drift.group());
    assertEquals("thread-per-task", drift.baseline());
    assertEquals(0.1, drift.ratio(), 0.02);
    assertTrue(drift.low() < drift.ratio() && drift.ratio() < drift.high());
    assertTrue(drift.high() < 0.15, drift::toString);
    assertEquals(0.1, comparison(summary, "ticks_late_ratio.1.1").ratio(), 1e-9);
    assertEquals(1, comparison(summary, "cpu_load").ratio(), 1e-9);
  }

  @Test
  void givesNoRatioToLatenessThatTheBaselineDoesNotHave() {
    Comparison none = comparison(build(fixture()), "ticks_late_ratio.4");

    assertNull(none.ratio());
    assertNull(none.low());
    assertNull(none.high());
  }

  @Test
  void answersInOneSentence() {
    assertTrue(
        build(fixture())
            .verdict()
            .matches(
                "scheduled-pool starts its ticks closer to schedule than thread-per-task: its tick"
                    + " drift p99 is \\d+ µs against [0-9.]+ ms \\(ratio 0\\.\\d+, 95 % interval"
                    + " 0\\.\\d+ to 0\\.\\d+\\)\\."),
        build(fixture()).verdict());
  }

  @Test
  void pairsInstancesOfBlocks() {
    Summary summary = build(fixture().inBlocks());

    assertEquals("valid", summary.validity().status(), summary.validity()::toString);
    assertEquals(5, summary.groups().getLast().instances().getLast().block());
    assertTrue(comparison(summary, "tick_drift_seconds.p99").high() < 0.2);
  }

  @Test
  void writesTheSameTwice() throws IOException {
    RunDirectory directory = fixture().write();

    new SummaryBuilder(directory).write();
    String first = Files.readString(directory.summary());
    Summary again = new SummaryBuilder(directory).write();

    assertEquals(first, Files.readString(directory.summary()));
    assertEquals(again, Json.read(directory.summary(), Summary.class));
    assertEquals(again.validity(), Json.read(directory.validity(), Summary.Validity.class));
  }

  @Test
  void leavesOutAnInstanceThatDied() {
    Summary summary = build(fixture().instances(6).processState("scheduled-pool/2", "died"));

    var group = summary.groups().getLast();
    assertTrue(group.instances().get(1).nullified());
    assertEquals("the process died with status 1", group.instances().get(1).why());
    assertNotNull(group.instances().get(1).metrics());
    assertEquals(5 * 12 * 200, value(group.metrics(), "ticks"));
    assertEquals("invalid", summary.validity().status());
    assertEquals(
        "The trial is invalid: scheduled-pool/2 died with status 1. Do not use these figures.",
        summary.verdict());
  }

  /** It hung: what it would have shown may be the worst, so that the figures are of five. */
  @Test
  void countsAnInstanceThatLeftNothing() {
    Summary summary = build(fixture().tickLogLacks("scheduled-pool/2", 99));

    var group = summary.groups().getLast();
    assertTrue(group.instances().get(1).nullified());
    assertEquals(4 * 12 * 200, value(group.metrics(), "ticks"));
    assertEquals(5, group.countingInstances());
    assertEquals(5, summary.groups().getFirst().countingInstances());
  }

  @Test
  void leavesOutAnOutlierWithACause() {
    Summary summary = build(outlier().machine(m -> m.others(3, 0.2)));
    assertEquals(4, summary.groups().getLast().countingInstances());

    var instance = summary.groups().getLast().instances().get(2);
    assertTrue(instance.nullified());
    assertTrue(
        instance.why().endsWith("and other processes used 20 % of the machine's CPU time"),
        instance.why());
    assertEquals(4 * 12 * 200, value(summary.groups().getLast().metrics(), "ticks"));
    assertEquals("weak", check(summary, "instances_per_group").status());
  }

  /** Somebody's program ran beside it: that excuses its figure, and not that it hung. */
  @Test
  void anOutlierThatHungLeavesABoundOfItsGroupWhereItDoesNotCount() {
    Summary summary =
        build(
            fixture()
                .inBlocks()
                .withoutTicks()
                .primaryMetric("response_seconds.p99")
                .responses(ResponseLogFixture.OPEN)
                .hung("scheduled-pool/3")
                .machine(m -> m.others(3, 0.2)));

    var instance = summary.groups().getLast().instances().get(2);
    assertTrue(instance.nullified(), instance::toString);
    assertEquals("at_least", summary.outcome().againstBaseline().getFirst().bound());
    String why = "scheduled-pool/3 (only a bound of its response time p99 is known)";
    assertTrue(
        summary.outcome().reservations().toString().contains(why),
        summary.outcome().reservations()::toString);
  }

  @Test
  void countsAnOutlierWithoutACauseAndNamesIt() {
    Summary summary = build(outlier());

    var instance = summary.groups().getLast().instances().get(2);
    assertFalse(instance.nullified());
    assertTrue(instance.outlier().endsWith("no cause found, it counts"), instance.outlier());
    assertEquals(5 * 12 * 200, value(summary.groups().getLast().metrics(), "ticks"));
    assertTrue(
        check(summary, "outlier_instances").why().startsWith("scheduled-pool/3: its tick drift"));
  }

  private RunDirectoryFixture outlier() {
    return fixture().inBlocks().instanceDrift("scheduled-pool/3", 900_000);
  }

  private static Summary.Check check(Summary summary, String name) {
    return summary.validity().checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void saysHowTheMachineItselfStalled() {
    Summary.Control control =
        build(fixture().machine(m -> m.stall(1, 4, 20)).machine(m -> m.stall(1, 8, 7)))
            .control()
            .getFirst();

    assertEquals(1, control.block());
    assertEquals(2, control.stalls());
    assertEquals(0.02, control.driftSeconds().max(), 1e-5);
    assertEquals(0.00006, control.driftSeconds().p99(), 1e-6);
    assertEquals(0.012, control.runQueueSeconds(), 1e-9);
    assertEquals(0.12, control.cpuSeconds(), 1e-9);
    assertEquals(11, control.overTime().size());
    assertEquals(0.4, control.overTime().getFirst().at(), 1e-3);
    assertEquals(0.02, control.overTime().get(4).max(), 1e-5);
  }

  @Test
  void saysNothingOfTheMachineWithoutAControlProcess() {
    assertEquals(List.of(), build(fixture().machine(m -> m.withoutControl())).control());
  }

  @Test
  void summarisesWhatAnInterruptedRunLeft() {
    Summary summary = build(fixture().inBlocks().interruptedAfterBlocks(2));

    assertEquals("invalid", summary.validity().status());
    assertTrue(
        summary.verdict().startsWith("The trial is invalid: the run was interrupted (Ctrl-C)"),
        summary.verdict());
    var instances = summary.groups().getFirst().instances();
    assertEquals(2 * 12 * 200 + 6 * 200, value(summary.groups().getFirst().metrics(), "ticks"));
    assertEquals("block 4 was not measured", instances.get(3).why());
    assertNull(instances.get(3).metrics());
  }

  @Test
  void summarisesARunThatMeasuredNothing() {
    Summary summary = build(fixture().interruptedAfterBlocks(-1));

    assertEquals("invalid", summary.validity().status());
    assertEquals(
        "The trial is invalid: the run was interrupted (Ctrl-C); not measured to the end: block 1"
            + " of 1; scheduled-pool has 0 of 5 instances that count (scheduled-pool/1: block 1"
            + " was not measured). Do not use these figures.",
        summary.verdict());
    assertEquals(2, summary.groups().size());
    assertNull(summary.groups().getFirst().metrics());
    assertNull(comparison(summary, "cpu_load").ratio());
  }

  @Test
  void summarisesTicksWithoutSamples() {
    Summary summary = build(fixture().withoutSamples());

    MetricValues metrics = summary.groups().getFirst().metrics();
    assertEquals(0.001, value(metrics, "tick_drift_seconds.p50"), 0.00005);
    assertNull(value(metrics, "cpu_load"));
    assertNull(value(metrics, "ticks_late_ratio.1.1"));
    assertNull(value(metrics, "late_tick_time.ticks"));
    assertEquals("weak", summary.validity().status());
    assertNull(comparison(summary, "cpu_load").ratio());
  }

  @Test
  void refusesAFolderThatIsNoRun() {
    LabException e =
        assertThrows(LabException.class, () -> new SummaryBuilder(new RunDirectory(root)).build());

    assertTrue(e.getMessage().contains("plan.json is missing"), e.getMessage());
  }

  @Test
  void refusesAnUnknownPrimaryMetric() {
    LabException e =
        assertThrows(LabException.class, () -> build(fixture().primaryMetric("tick_drift.p99")));

    assertTrue(e.problems().getFirst().remedy().contains("tick_drift_seconds.p99"), e.getMessage());
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }

  private static Summary build(RunDirectoryFixture fixture) {
    return new SummaryBuilder(fixture.write()).build();
  }

  private static Comparison comparison(Summary summary, String metric) {
    return summary.comparisons().stream()
        .filter(comparison -> comparison.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static Double value(MetricValues values, String key) {
    return Metrics.ofAll().find(key).orElseThrow().in(values);
  }
}
