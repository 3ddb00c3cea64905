package dev.jitterlab.lab.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.FileReads;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.page.ReportPage;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickInterval;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportDataReaderTest {
  /** Of one instance, in the lines of its log that lie wholly inside the twelve seconds. */
  private static final int TICKS = 11 * 200;

  @TempDir private Path root;

  @Test
  void laysTheBlocksOverEachOtherWithWarmUpBeforeZero() {
    List<Point> p50 = drift(read(fixture().inBlocks()), "p50");
    assertEquals(-3, p50.getFirst().at());
    assertEquals(10, p50.getLast().at());
    assertEquals(2e-3, valueAt(p50, -2), 1e-4, "warm-up is twice as late");
    assertEquals(1e-3, valueAt(p50, 5), 1e-4);
  }

  @Test
  void readsEveryTickLogAtMostOnce() throws IOException {
    RunDirectory run = fixture().responses(ResponseLogFixture.OPEN).write();
    new SummaryBuilder(run).write();

    Map<String, Double> reads = FileReads.ofTickLogs(run, () -> ReportDataReader.read(run));

    assertEquals(0, reads.remove("control/1/ticks.hlog"), "the summary has what is shown of it");
    reads.forEach((log, times) -> assertEquals(1, times, 1e-9, log));
  }

  @Test
  void theDriftCurveBeginsWithEarlyTicksAndLeavesOutWarmUp() {
    List<Point> curve = read(fixture()).timelines().getFirst().driftCurve();
    assertEquals(1, curve.getFirst().at());
    assertEquals(-1e-3, curve.getFirst().value(), 1e-6);
    assertEquals(5 * TICKS, curve.getLast().at());
  }

  /** As in the summary: else its maximum would be in no table of distributions and in no chart. */
  @Test
  void countsAPauseWhoseLineEndsAfterTheMeasurement() {
    TickTimelines ticks = new TickTimelines();
    Consumer<TickInterval> reader =
        ticks.reader("pool/1", new BlockTimes(1, 0.0, 10.0, 20.0, 21.0, null));
    for (TickTime time : List.of(TickTime.DRIFT, TickTime.TOTAL)) {
      reader.accept(new TickInterval(new Window(18.4, 19.4), time, one(1)));
      reader.accept(new TickInterval(new Window(19.4, 22.4), time, one(2_900)));
      reader.accept(new TickInterval(new Window(22.4, 23.4), time, one(5)));
    }

    for (Distribution measured : List.of(ticks.drift(), ticks.total())) {
      assertEquals(2, measured.count());
      assertEquals(2.9, measured.maxNs() / 1e9, 0.01);
    }
    List<Point> p99 = ticks.lines().get(TickTime.DRIFT).byName().get("p99");
    assertEquals(2, p99.size());
    assertEquals(2.9, p99.getLast().value(), 0.01);
  }

  @Test
  void drawsAnAnswerThatWasDueInTheMeasurementAndCameLater() throws IOException {
    RunDirectory run = fixture().responses(ResponseLogFixture.OPEN).write();
    BlockTimes block = Json.read(run.runState(), RunState.class).blocks().getFirst();
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(
                RunDirectory.ticks(run.load(block.number())), StandardOpenOption.APPEND),
            false,
            StandardCharsets.UTF_8)) {
      Histogram late = milliseconds(2_900);
      late.setTag("response;target=thread-per-task%2F1");
      late.setStartTimeStamp(Math.round(1_000 * block.measuredTo()) - 600);
      late.setEndTimeStamp(Math.round(1_000 * block.measuredTo()) + 2_400);
      new HistogramLogWriter(out).outputIntervalHistogram(late);
    }
    new SummaryBuilder(run).write();

    List<Point> p99 =
        ReportDataReader.read(run)
            .timeline("thread-per-task")
            .responses()
            .lines()
            .byName()
            .get("p99");
    assertEquals(2.9, p99.getLast().value(), 0.01);
  }

  private static Distribution one(long milliseconds) {
    return Distribution.of(milliseconds(milliseconds));
  }

  private static Histogram milliseconds(long value) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(1_000_000 * value);
    return histogram;
  }

  /** In turns, each block has one server: nothing ran at the same time as it. */
  @Test
  void blocksAreThoseInWhichSeveralServersRan() {
    assertTrue(read(fixture().inBlocks()).inBlocks());
    assertFalse(read(fixture().alternating()).inBlocks());
  }

  @Test
  void cpuLoadIsTheShareOfAllCores() {
    ReportData data = read(fixture().inBlocks().machine(m -> m.busy(0.6)));
    for (Point point : data.recorded().of("process_cpu_load", "thread-per-task")) {
      assertEquals(0.05, point.value(), 1e-6);
    }
    List<Point> machine = data.recorded().ofMachine("machine_cpu_load");
    for (Point point : machine) {
      assertEquals(0.6, point.value(), 1e-6);
    }
    assertTrue(machine.getFirst().at() < 0);
    assertEquals(RunDirectoryFixture.WARMUP_SECONDS + 12, machine.size());
  }

  @Test
  void readsTheSeriesOfAnyCollectorByItsName() throws IOException {
    RunDirectory run = finished(fixture());
    for (int number : List.of(1, 2)) {
      Files.writeString(
          run.instance("scheduled-pool/" + number).resolve("gc.log"),
          "[%s][1.0s][info][gc] GC(0) Pause Young (Normal) 14M->9M(64M) %d.000ms\n"
              .formatted(at(Json.read(run.runState(), RunState.class), 5.5), 250 * number));
    }
    ReportData data = ReportDataReader.read(run);
    assertEquals(
        List.of(new Point(5, 0.375)), data.recorded().of("gc_pause_seconds", "scheduled-pool"));
    assertEquals(List.of(), data.recorded().of("gc_pause_seconds", "thread-per-task"));
    assertThrows(
        IllegalArgumentException.class, () -> data.recorded().of("gc_pauses", "scheduled-pool"));
  }

  @Test
  void addsUpPausesByTheirCauseWhileServersWereMeasured() throws IOException {
    RunDirectory run = finished(fixture());
    RunState state = Json.read(run.runState(), RunState.class);
    for (int number = 1; number <= 5; number++) {
      Files.delete(run.instance("scheduled-pool/" + number).resolve("gc.log"));
      Files.delete(run.instance("thread-per-task/" + number).resolve("gc.log"));
    }
    for (int number : List.of(1, 2)) {
      Files.writeString(
          run.instance("scheduled-pool/" + number).resolve("gc.log"),
          String.join(
              "\n",
              pause(state, -3, 0, "Pause Full (System.gc()) 14M->9M(64M) 900.000ms"),
              pause(state, 2, 1, "Pause Young (Normal) (G1 Evacuation Pause) 9M->9M(64M) 10.000ms"),
              pause(state, 3, 2, "Pause Young (Normal) (G1 Evacuation Pause) 9M->9M(64M) 30.000ms"),
              pause(state, 4, 3, "Pause Full (G1 Compaction Pause) 9M->9M(64M) 200.000ms"),
              ""));
    }
    ReportData data = ReportDataReader.read(run);

    assertEquals(0, data.timeline("thread-per-task").pauses().servers(), "their logs are gone");
    assertEquals(2, data.timeline("scheduled-pool").pauses().servers());
    List<PauseKind> pauses = data.timeline("scheduled-pool").pauses().kinds();
    assertEquals(
        List.of("G1 Compaction Pause", "G1 Evacuation Pause"),
        pauses.stream().map(PauseKind::why).toList(),
        "what took longest first, and nothing of the warm-up");
    PauseKind young = pauses.getLast();
    assertEquals("Pause Young (Normal)", young.name());
    assertEquals(4, young.count());
    assertEquals(0.020, young.meanSeconds(), 1e-9);
    assertEquals(0.030, young.longestSeconds(), 1e-9);
    assertEquals(4.0 / young.servers(), young.perServer(), 1e-9);
    assertEquals(0.080 / young.measuredSeconds(), young.share(), 1e-9);
    String page = ReportPage.render(data);
    assertTrue(page.contains("<section id=\"heap\""), "the heap has its section");
    assertTrue(page.contains(">G1 Compaction Pause<"));
    assertTrue(page.contains("count here: 0 of 5 of thread-per-task, 2 of 5 of scheduled-pool."));
    assertFalse(ReportPage.render(read(fixture())).contains("<section id=\"heap\""));
  }

  @Test
  void marksFullCollectionsOnTheCpuLoadOfTheServerWithTheLongest() throws IOException {
    RunDirectory run = finished(fixture());
    RunState state = Json.read(run.runState(), RunState.class);
    for (int number : List.of(1, 2)) {
      Files.writeString(
          run.instance("scheduled-pool/" + number).resolve("gc.log"),
          String.join(
              "\n",
              pause(state, 5, 1, "Pause Young (Normal) (G1 Evacuation Pause) 9M->9M(64M) 10.000ms"),
              pause(
                  state,
                  4 + number,
                  2,
                  "Pause Full (Ergonomics) 9M->9M(64M) " + 500 * number + ".000ms"),
              ""));
    }
    ReportData data = ReportDataReader.read(run);
    List<Point> full = data.recorded().byServer("gc_full_pause_seconds").get("scheduled-pool/2");
    assertEquals(1, full.size());
    assertEquals(5, full.getFirst().at(), 1e-5);
    assertEquals(1, full.getFirst().value(), 1e-9);

    String page = ReportPage.render(data);
    assertTrue(page.contains("data-chart=\"cpu-full scheduled-pool\""));
    assertTrue(
        page.contains("CPU load of scheduled-pool/2 over time"), "the longest, not its mean");
    assertTrue(page.contains("[[5.0,0.0,6.0,0.0]]"), "from its start to its end");
    assertFalse(page.contains("data-chart=\"cpu-full thread-per-task\""), "it has none");
    assertFalse(ReportPage.render(read(fixture())).contains("cpu-full"));
  }

  private static String pause(RunState run, double second, int number, String words) {
    return "[%s][1.0s][info][gc] GC(%d) %s".formatted(at(run, second), number, words);
  }

  /** A time of the measurement of the first block, as a log of the JVM has it. */
  private static String at(RunState run, double second) {
    double epoch = run.blocks().getFirst().measuredFrom() + second;
    return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ")
        .withZone(ZoneOffset.UTC)
        .format(Instant.ofEpochMilli(Math.round(epoch * 1000)));
  }

  @Test
  void oneInstanceIsNoPlural() {
    assertTrue(
        ReportPage.render(read(fixture().instances(1))).contains(" · 2 groups of 1 instance · "));
  }

  @Test
  void nullifiedInstancesDoNotCount() {
    ReportData data = read(fixture().processState("thread-per-task/3", "died"));
    assertEquals(4 * TICKS, data.timelines().getFirst().driftCurve().getLast().at());
  }

  @Test
  void aRunThatWasCutShortShowsWhatThereIs() {
    ReportData data = read(fixture().inBlocks().interruptedAfterBlocks(3));
    assertFalse(drift(data, "p99").isEmpty());
    double ticks = data.timelines().getFirst().driftCurve().getLast().at();
    assertTrue(ticks >= 3 * TICKS && ticks < 4 * TICKS, ticks + " ticks");
  }

  @Test
  void everyFileButThreeMayBeMissing() throws IOException {
    RunDirectory run = finished(fixture());
    Files.delete(run.samples());
    Files.delete(run.experiment());
    Files.delete(run.environment());
    for (int i = 1; i <= 5; i++) {
      Files.delete(RunDirectory.ticks(run.instance("thread-per-task/" + i)));
      Files.delete(RunDirectory.process(run.instance("thread-per-task/" + i)));
    }
    ReportData data = ReportDataReader.read(run);
    assertTrue(drift(data, "p50").isEmpty());
    assertTrue(data.recorded().ofMachine("machine_cpu_load").isEmpty());
    assertEquals(7, data.processes().size());
    assertTrue(ReportPage.render(data).contains("No environment was recorded."));
  }

  @Test
  void aFolderThatIsNoRunIsSaidSo() {
    LabException failure =
        assertThrows(LabException.class, () -> ReportDataReader.read(new RunDirectory(root)));
    assertEquals(ExitCode.WRONG_EXPERIMENT, failure.exitCode());
    assertTrue(failure.problems().getFirst().where().endsWith("summary.json"));
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    RunDirectory run = finished(fixture());
    Files.writeString(run.plan(), "{");
    LabException failure = assertThrows(LabException.class, () -> ReportDataReader.read(run));
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
    assertTrue(failure.problems().getFirst().where().endsWith("plan.json"));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root);
  }

  private static RunDirectory finished(RunDirectoryFixture fixture) {
    RunDirectory run = fixture.write();
    new SummaryBuilder(run).write();
    return run;
  }

  private static ReportData read(RunDirectoryFixture fixture) {
    return ReportDataReader.read(finished(fixture));
  }

  private static List<Point> drift(ReportData data, String quantile) {
    return data.timelines().getFirst().ticks().get(TickTime.DRIFT).byName().get(quantile);
  }

  private static double valueAt(List<Point> line, double at) {
    return line.stream().filter(p -> p.at() == at).findFirst().orElseThrow().value();
  }
}
