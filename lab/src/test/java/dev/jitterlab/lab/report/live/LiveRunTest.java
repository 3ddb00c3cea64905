package dev.jitterlab.lab.report.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.progress.Progress.Step;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a run that was cut short in its third block of five. */
class LiveRunTest {
  private static final long SECOND_NS = 1_000_000_000;

  @TempDir private Path folder;

  private final Told told = new Told();
  private final Clock clock = new Clock();
  private long cpuNs;
  private long cpuStepNs;
  private RunDirectory directory;
  private LiveRun run;
  private Progress progress;

  @BeforeEach
  void begin() {
    directory = new RunDirectoryFixture(folder).inBlocks().interruptedAfterBlocks(2).write();
    run = new LiveRun(directory, clock, () -> cpuNs += cpuStepNs);
    progress = run.follow(told);
    progress.update(status(Phase.STARTING, 1, 100));
  }

  /** A run that is resumed has logs of the block under way, which are about to be moved away. */
  @Test
  void readsNothingBeforeABlockHasBegun() throws IOException {
    LiveRun resumed = new LiveRun(directory, clock);

    assertFalse(json(resumed.state(0)).has("data"));
  }

  @Test
  void showsTheTicksOfTheBlockThatRunsBeforeItsSamplesAreThere() throws IOException {
    progress.update(status(Phase.MEASURING, 3, 30));
    JsonNode live = json(run.state(0));

    assertEquals("running", live.get("state").asText());
    assertEquals("block 3 of 5, measuring, 30 s left, 7 late ticks", live.get("text").asText());
    assertEquals("measuring", live.get("phase").asText(), "the same for as long as it measures");
    assertEquals(2, live.get("data").get("groups").size());
    JsonNode line = p99(live.get("data").get("charts"));
    assertTrue(line.size() >= 12, line::toString);
    assertEquals(status(Phase.MEASURING, 3, 30).text(), told.steps.getLast());
  }

  /** Whatever a collector makes of samples, also one that no chart showed before. */
  @Test
  void showsTheSeriesOfSamplesWhileTheyAreWritten() throws IOException {
    BlockTimes third = Json.read(directory.runState(), RunState.class).blocks().getLast();
    try (SampleSpool spool = new SampleSpool(directory)) {
      for (int second = 0; second < 3; second++) {
        double at = third.measuredFrom() + second;
        spool.offer(
            List.of(
                new Sample(at, "thread-per-task/3", LabMetrics.PROCESS_CPU, "", 0.5 * second),
                new Sample(at, "thread-per-task/3", Scrapes.COMPILED, "", 0.25 * second),
                new Sample(at, "machine", LabMetrics.MACHINE_CPU, idle(0), 0.5 * second),
                new Sample(at, "machine", LabMetrics.MACHINE_CPU, idle(1), second)));
      }
    }
    JsonNode charts = newestCharts();

    assertEquals("[[0.0,0.25],[1.0,0.25]]", firstLine(charts, "cpu-groups"));
    assertEquals("[[0.0,0.25],[1.0,0.25]]", firstLine(charts, "cpu-machine"));
    assertEquals(
        "[[0.0,0.25],[1.0,0.25]]",
        firstLine(charts, "jit JIT time, seconds per second, mean server"));
  }

  private static String idle(int cpu) {
    return "cpu=\"%d\",state=\"idle\"".formatted(cpu);
  }

  private static String firstLine(JsonNode charts, String id) {
    return charts.get(id).get("series").get(0).get("points").toString();
  }

  @Test
  void judgesTheBlocksThatAreOverIfSomebodyLooks() {
    progress.update(status(Phase.SAVING, 2, 60));
    progress.update(status(Phase.STARTING, 3, 60));
    assertFalse(run.page().contains("So far: "), "nobody has looked before this");

    progress.update(status(Phase.SAVING, 3, 30));
    progress.update(status(Phase.STARTING, 4, 30));
    String page = run.page();
    assertTrue(
        page.contains("So far: scheduled-pool starts its ticks closer to schedule"),
        page::toString);
    assertTrue(page.contains("Load imbalance"), "the checks so far");
    assertFalse(page.contains("the run was interrupted"), "what is not over is no fault yet");
    assertEquals(List.of(), told.notes);
  }

  /** Block 1 is measured again: what it had left lies in another folder until there is more. */
  @Test
  void forgetsABlockThatIsMeasuredAgain() throws IOException {
    RunState whole = Json.read(directory.runState(), RunState.class);
    int all = driftTicks();
    Path aside = folder.resolve("aside");
    Path server = directory.instance("thread-per-task/1");
    Files.move(server, aside);
    blocks(whole, whole.blocks().subList(1, 3));
    int without = driftTicks();
    assertTrue(without < 0.7 * all, without + " of " + all);

    Files.move(aside, server);
    blocks(whole, whole.blocks());
    assertEquals(all, driftTicks(), "read from its start, and once");
  }

  /** It ends when the servers are steady, which nobody knows before. */
  @Test
  void movesABlockWhoseWarmUpEndsEarly() throws IOException {
    Files.writeString(
        directory.plan(),
        Files.readString(directory.plan())
            .replace("\"warmup_seconds\" : 3.0", "\"warmup_seconds\" : 20.0"));
    RunState whole = Json.read(directory.runState(), RunState.class);
    BlockTimes third = whole.blocks().getLast();
    BlockTimes warmingUp = new BlockTimes(3, third.loadStartedAt(), null, null, null, null);
    blocks(whole, List.of(warmingUp));
    assertEquals(-20, firstSecond());

    blocks(whole, List.of(third));
    assertEquals(-3, firstSecond());
  }

  @Test
  void forgetsTheVerdictOnABlockThatIsMeasuredAgain() {
    run.page();
    progress.update(status(Phase.SAVING, 2, 60));
    progress.update(status(Phase.STARTING, 3, 60));
    assertTrue(run.page().contains("So far: "));
    RunState whole = Json.read(directory.runState(), RunState.class);
    blocks(whole, whole.blocks().subList(1, 3));

    assertFalse(run.page().contains("So far: "));
  }

  private void blocks(RunState state, List<BlockTimes> blocks) {
    Json.write(
        directory.runState(),
        new RunState(
            state.state(),
            state.why(),
            state.startedAt(),
            state.endedAt(),
            blocks,
            state.skipped(),
            state.resumptions(),
            state.repetitions(),
            List.of()));
  }

  private JsonNode newestCharts() throws IOException {
    clock.nowNs += SECOND_NS;
    return json(run.state(0)).get("data").get("charts");
  }

  /** Of the first group, thread-per-task. */
  private static JsonNode p99(JsonNode charts) {
    JsonNode series = charts.get("ticks-tick_drift_seconds-0").get("series").get(0);
    assertEquals("p99", series.get("name").asText());
    return series.get("points");
  }

  /** How many measured ticks the charts have: where the drift's curve ends. */
  private int driftTicks() throws IOException {
    JsonNode curve = newestCharts().get("drift").get("series").get(0).get("points");
    return curve.get(curve.size() - 1).get(0).asInt();
  }

  private int firstSecond() throws IOException {
    return p99(newestCharts()).get(0).get(0).asInt();
  }

  @Test
  void sendsChartsOnceAndAtMostEverySecond() throws IOException {
    JsonNode first = json(run.state(0));
    int number = first.get("charts").asInt();
    assertTrue(first.has("data"));
    assertFalse(json(run.state(number)).has("data"), "the page has them");

    clock.nowNs += SECOND_NS - 1;
    assertEquals(number, json(run.state(number)).get("charts").asInt());
    clock.nowNs += 1;
    assertNotEquals(number, json(run.state(number)).get("charts").asInt());
  }

  /** Charts cost three seconds of a core, but for the first time, which does not count. */
  @Test
  void makesChartsLessOftenWhereTheyCostMuch() throws IOException {
    cpuStepNs = 3 * SECOND_NS;
    assertEquals(1, json(run.state(0)).get("charts").asInt());
    clock.nowNs += SECOND_NS;
    assertEquals(2, json(run.state(0)).get("charts").asInt());

    clock.nowNs += 149 * SECOND_NS;
    assertEquals(2, json(run.state(0)).get("charts").asInt(), "2 % of 150 s are 3 s");
    clock.nowNs += SECOND_NS;
    assertEquals(3, json(run.state(0)).get("charts").asInt());
  }

  @Test
  void knowsWhetherSomebodyLooks() {
    assertFalse(run.isLookedAt());
    run.state(0);
    assertTrue(run.isLookedAt());
    clock.nowNs += 11 * SECOND_NS;
    assertFalse(run.isLookedAt());
  }

  @Test
  void showsTheVerdictAtTheEnd() throws IOException {
    RunDirectory whole = new RunDirectoryFixture(folder.resolve("whole")).write();
    LiveRun over = new LiveRun(whole, clock);
    int before = json(over.state(0)).get("page").asInt();
    var summary = new SummaryBuilder(whole).write();
    ReportWriter.write(whole);
    over.ended(summary);
    assertFalse(over.endIsSeen());
    JsonNode live = json(over.state(0));

    assertTrue(over.endIsSeen());
    assertEquals("ended", live.get("state").asText());
    assertEquals(summary.verdict(), live.get("verdict").asText());
    assertEquals(whole.report().toString(), live.get("report").asText());
    assertTrue(live.get("page").asInt() > before, "the page is to be fetched again");
    assertTrue(
        over.page().matches("(?s).*badge valid\">✔ valid</span> \\d+ of \\d+ checks passed.*"));
  }

  @Test
  void saysWhyARunFailed() throws IOException {
    run.failed("the disk is full", null);
    JsonNode live = json(run.state(0));

    assertEquals("failed", live.get("state").asText());
    assertEquals("the disk is full", live.get("text").asText());
    assertFalse(live.has("report"));
  }

  @Test
  void hasAPageBeforeTheRunDirectoryIsThere() throws IOException {
    LiveRun early = new LiveRun(new RunDirectory(folder.resolve("not-yet")), clock);

    assertTrue(early.page().contains("not-yet"));
    assertFalse(json(early.state(0)).has("data"));
  }

  private static Status status(Phase phase, int block, double secondsLeft) {
    return new Status(
        phase, block, 5, secondsLeft, OptionalLong.of(7), OptionalLong.empty(), Optional.empty());
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private static final class Clock implements Time {
    private long nowNs = 77;

    @Override
    public long nanoTime() {
      return nowNs;
    }

    @Override
    public double epochSeconds() {
      return nowNs / 1e9;
    }

    @Override
    public void sleepUntil(long deadlineNs) {
      nowNs = deadlineNs;
    }
  }

  private static final class Told implements Progress {
    private final List<String> steps = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @Override
    public void update(Step step) {
      steps.add(step.text());
    }

    @Override
    public void note(String line) {
      notes.add(line);
    }

    @Override
    public void close() {}
  }
}
