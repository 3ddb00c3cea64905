package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collect.SampleSpool;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadLevelsTest {
  @TempDir private Path folder;

  private static final Map<Double, Double> LOAD = Map.of(0.0, 100.0, 1.0, 110.0, 2.0, 120.0);

  @Test
  void areWhatHappenedBetweenTwoScrapes() {
    assertEquals(
        List.of(new LoadedTicks(105, 50, 1), new LoadedTicks(115, 70, 0)),
        levels(List.of(1_000.0, 1_050.0, 1_120.0), List.of(3.0, 4.0, 4.0)));
  }

  @Test
  void leaveOutAScrapeThatAnotherHasOvertaken() {
    assertEquals(
        List.of(new LoadedTicks(110, 120, 1)),
        levels(List.of(1_000.0, 990.0, 1_120.0), List.of(3.0, 3.0, 4.0)));
    assertEquals(
        List.of(new LoadedTicks(110, 120, 1)),
        levels(List.of(1_000.0, 1_050.0, 1_120.0), List.of(3.0, 0.0, 4.0)));
  }

  @Test
  void leaveOutWhereTheLoadIsZeroBecauseItChanges() {
    Map<Double, Double> held = Map.of(0.0, 400.0, 1.0, 400.0, 2.0, 0.0, 3.0, 800.0, 4.0, 800.0);
    List<Point> ticks = new ArrayList<>();
    Map<Double, Double> late = new HashMap<>();
    for (double at = 0; at <= 4; at++) {
      ticks.add(new Point(at, 100 * at));
      late.put(at, 7 * at);
    }
    assertEquals(
        List.of(new LoadedTicks(400, 100, 7), new LoadedTicks(800, 100, 7)),
        LoadLevels.levels(ticks, late, held));
  }

  /** As at a request every few seconds: none ends while the level changes. */
  @Test
  void doNotReachFromOneLevelIntoAnotherWhereNothingEndsBetweenThem() {
    double[] held = {0.3, 0.3, 0, 0, 0.6, 0.6};
    double[] ended = {1, 2, 2, 2, 2, 3};
    List<Point> ticks = new ArrayList<>();
    Map<Double, Double> late = new HashMap<>();
    Map<Double, Double> load = new HashMap<>();
    for (int at = 0; at < held.length; at++) {
      ticks.add(new Point(at, ended[at]));
      late.put((double) at, 0.0);
      load.put((double) at, held[at]);
    }
    assertEquals(
        List.of(new LoadedTicks(0.3, 1, 0), new LoadedTicks(0.6, 1, 0)),
        LoadLevels.levels(ticks, late, load));
  }

  @Test
  void haveNoMoreLateTicksThanTicks() {
    assertEquals(
        List.of(new LoadedTicks(105, 5, 5), new LoadedTicks(115, 5, 1)),
        levels(List.of(1_000.0, 1_005.0, 1_010.0), List.of(0.0, 7.0, 8.0)));
  }

  /** Two seconds of 100 periods each without a tick, which then leaves all of them out. */
  @Test
  void countPeriodsThatWaitAsOverdue() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("hung")));
    List<Sample> samples = new ArrayList<>();
    double[] ticks = {0, 100, 100, 100};
    double[] waiting = {0, 0, 100, 200};
    for (int at = 0; at < ticks.length; at++) {
      samples.add(new Sample(at, "a/1", "jitterlab_tick_total_seconds_count", "", ticks[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_overdue_total", "", 0));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_waiting", "", waiting[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_battles", "", 50));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(
              new LoadedTicks(50, 100, 0),
              new LoadedTicks(50, 100, 100),
              new LoadedTicks(50, 100, 100)),
          LoadLevels.read(
              reader,
              "a/1",
              1,
              MeasuredWindows.of(0, 3),
              new CapacityQuestion("jitterlab_battles", CapacityQuestion.OVERDUE, 0.05)));
    }
  }

  /** A second of 100 periods without a tick. The tick that ends it leaves them out. */
  @Test
  void keepPeriodsThatAreLeftOutAfterTheyWaited() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("skips")));
    List<Sample> samples = new ArrayList<>();
    double[] ticks = {0, 100, 100, 200, 300};
    double[] leftOut = {0, 0, 0, 100, 100};
    double[] waiting = {0, 0, 100, 0, 0};
    for (int at = 0; at < ticks.length; at++) {
      samples.add(new Sample(at, "a/1", "jitterlab_tick_total_seconds_count", "", ticks[at]));
      samples.add(
          new Sample(at, "a/1", "jitterlab_ticks_missed_total", "action=\"skip\"", leftOut[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_missed_total", "action=\"catch-up\"", 0));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_overdue_total", "", leftOut[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_waiting", "", waiting[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_battles", "", 50));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(
              new LoadedTicks(50, 100, 0),
              new LoadedTicks(50, 100, 100),
              new LoadedTicks(50, 100, 0),
              new LoadedTicks(50, 100, 0)),
          LoadLevels.read(
              reader,
              "a/1",
              1,
              MeasuredWindows.of(0, 4),
              new CapacityQuestion("jitterlab_battles", CapacityQuestion.OVERDUE, 0.05)));
    }
  }

  /** It ended at 50 battles, and its successor has made more ticks than it at 60. */
  @Test
  void areNoneOfAServerThatWasStartedAgain() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("again")));
    List<Sample> samples = new ArrayList<>();
    double[] battles = {40, 40, 50, 50, 60, 60};
    double[] ticks = {0, 100, 200, 30, 130, 230};
    for (int at = 0; at < ticks.length; at++) {
      samples.add(new Sample(at, "a/1", "jitterlab_tick_total_seconds_count", "", ticks[at]));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_late_total", "threshold=\"1.1\"", 0));
      samples.add(new Sample(at, "a/1", "jitterlab_battles", "", battles[at]));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    CapacityQuestion question = new CapacityQuestion("jitterlab_battles", "1.1", 0.01);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(), LoadLevels.read(reader, "a/1", 1, MeasuredWindows.of(0, 5), question));
      assertEquals(
          List.of(new LoadedTicks(40, 100, 0), new LoadedTicks(45, 100, 0)),
          LoadLevels.read(reader, "a/1", 1, MeasuredWindows.of(0, 2), question),
          "before it was");
    }
  }

  /** Ticks of a flight recording are counted each second from the first, not at scrapes. */
  @Test
  void areThereAlsoWhereTheTicksAreCountedBetweenTwoScrapes() throws IOException {
    double[] battles = {40, 50, 60, 70};
    assertEquals(
        List.of(
            new LoadedTicks(41.25, 25, 0),
            new LoadedTicks(47.5, 100, 0),
            new LoadedTicks(57.5, 100, 0),
            new LoadedTicks(66.25, 75, 0)),
        ofEvents("rising", new double[] {0, 1, 2, 3}, battles));
    assertEquals(
        List.of(new LoadedTicks(41.25, 25, 0)),
        ofEvents("changing", new double[] {0, 1, 2, 3}, new double[] {40, 50, 0, 70}),
        "while it changes, nothing is judged");
    assertEquals(
        List.of(new LoadedTicks(41.25, 25, 0), new LoadedTicks(56.25, 275, 0)),
        ofEvents("failed", new double[] {0, 1, 3}, new double[] {40, 50, 70}),
        "as a scrape that failed: one longer stretch");
  }

  /** A hundred ticks a second, counted at 0.25 s, 1.25 s and 2.25 s and at both ends. */
  private List<LoadedTicks> ofEvents(String name, double[] scrapes, double[] battles)
      throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve(name)));
    List<Sample> samples = new ArrayList<>();
    for (double at : new double[] {0, 0.25, 1.25, 2.25, 3}) {
      samples.add(new Sample(at, "a/1", "jitterlab_tick_total_seconds_count", "", 100 * at));
      samples.add(new Sample(at, "a/1", "jitterlab_ticks_late_total", "threshold=\"1.1\"", 0));
    }
    for (int i = 0; i < scrapes.length; i++) {
      samples.add(new Sample(scrapes[i], "a/1", "jitterlab_battles", "", battles[i]));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      return LoadLevels.read(
          reader,
          "a/1",
          1,
          MeasuredWindows.of(0, 3),
          new CapacityQuestion("jitterlab_battles", "1.1", 0.01));
    }
  }

  /** Of 100 periods a second half have no tick in time: they are skipped, or caught up on. */
  @Test
  void areTheSameShareOfPeriodsWhetherTheServerCatchesUpOrSkips() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("policies")));
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 2; at++) {
      for (String server : List.of("skips/1", "catches-up/1")) {
        boolean skips = server.startsWith("skips");
        double ticks = (skips ? 50.0 : 100.0) * at;
        samples.add(new Sample(at, server, "jitterlab_tick_total_seconds_count", "", ticks));
        samples.add(
            new Sample(
                at,
                server,
                "jitterlab_ticks_missed_total",
                "action=\"skip\"",
                skips ? 50.0 * at : 0));
        samples.add(new Sample(at, server, "jitterlab_ticks_overdue_total", "", 50.0 * at));
        samples.add(new Sample(at, server, "jitterlab_battles", "", 50));
      }
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    LoadedTicks half = new LoadedTicks(50, 100, 50);
    CapacityQuestion question =
        new CapacityQuestion("jitterlab_battles", CapacityQuestion.OVERDUE, 0.05);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      for (String server : List.of("skips/1", "catches-up/1")) {
        assertEquals(
            List.of(half, half),
            LoadLevels.read(reader, server, 1, MeasuredWindows.of(0, 2), question),
            server);
      }
    }
  }

  /**
   * 100 requests a second, of which 30 hang from the second second on. They time out when the level
   * has changed: they are late once, at the level at which they were sent.
   */
  @Test
  void countRequestsThatAreOutForTooLongAtTheLevelThatSentThem() throws IOException {
    double[] level = {100, 100, 100, 0, 50, 50};
    double[] promised = {0, 100, 170, 240, 250, 350};
    double[] missed = {0, 1, 1, 1, 1, 61};
    double[] waiting = {0, 0, 30, 60, 60, 0};

    assertEquals(
        List.of(
            new LoadedTicks(100, 100, 1),
            new LoadedTicks(100, 100, 30),
            new LoadedTicks(50, 40, 0)),
        requests("hung", level, promised, missed, waiting));
  }

  @Test
  void areThereAlsoWhereNoRequestEnds() throws IOException {
    double[] level = {100, 100, 100};
    double[] ended = {500, 500, 500};

    assertEquals(
        List.of(new LoadedTicks(100, 95, 95), new LoadedTicks(100, 100, 100)),
        requests("stands-still", level, ended, new double[3], new double[] {0, 95, 195}));
  }

  /** Runs from before the load showed what is out; what ends late counts when it ends. */
  @Test
  void areOfRequestsThatEndedWhereNothingElseIsKnown() throws IOException {
    double[] level = {100, 100, 100};
    double[] promised = {0, 100, 170};
    double[] missed = {0, 1, 1};

    assertEquals(
        List.of(new LoadedTicks(100, 100, 1), new LoadedTicks(100, 70, 0)),
        requests("old", level, promised, missed, null));
  }

  /** A gauge that only the server has, such as its open connections. */
  @Test
  void countRequestsUnderTheLoadThatTheServerShows() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("own-gauge")));
    String target = "target=\"a/1\"";
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at <= 2; at++) {
      samples.add(new Sample(at, "a/1", "connections", "pool=\"web\"", 40));
      samples.add(new Sample(at, "a/1", "connections", "pool=\"admin\"", 2));
      samples.add(new Sample(at, "load/1", "jitterlab_load_promised_total", target, 100.0 * at));
      samples.add(new Sample(at, "load/1", "jitterlab_load_missed_total", target, 3.0 * at));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      LoadedTicks each = new LoadedTicks(40, 100, 3);
      assertEquals(
          List.of(each, each),
          LoadLevels.read(
              reader,
              "a/1",
              1,
              MeasuredWindows.of(0, 2),
              new CapacityQuestion("connections{pool=\"web\"}", CapacityQuestion.SLO, 0.01)));
    }
  }

  /** As a load generator shows the requests to one of its servers, one sample a second. */
  private List<LoadedTicks> requests(
      String name, double[] level, double[] promised, double[] missed, double[] waiting)
      throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve(name)));
    String target = "target=\"a/1\"";
    List<Sample> samples = new ArrayList<>();
    for (int at = 0; at < level.length; at++) {
      samples.add(new Sample(at, "load/1", "jitterlab_load_level", target, level[at]));
      samples.add(new Sample(at, "load/1", "jitterlab_load_promised_total", target, promised[at]));
      samples.add(new Sample(at, "load/1", "jitterlab_load_missed_total", target, missed[at]));
      if (waiting != null) {
        samples.add(new Sample(at, "load/1", "jitterlab_load_waiting", target, waiting[at]));
      }
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      return LoadLevels.read(
          reader,
          "a/1",
          1,
          MeasuredWindows.of(0, level.length - 1),
          new CapacityQuestion("jitterlab_load_level", CapacityQuestion.SLO, 0.01));
    }
  }

  /** The load generator shows the level of each of its targets; a server's own gauge goes first. */
  @Test
  void takeTheLoadFromItsGeneratorWhereTheServerShowsNone() throws IOException {
    RunDirectory run = new RunDirectory(Files.createDirectory(folder.resolve("run")));
    List<Sample> samples = new ArrayList<>();
    for (double at = 0; at <= 3; at++) {
      for (String server : List.of("all/1", "all/2")) {
        samples.add(new Sample(at, server, "jitterlab_tick_total_seconds_count", "", 100 * at));
        samples.add(
            new Sample(at, server, "jitterlab_ticks_late_total", "threshold=\"1.1\"", 2 * at));
      }
      double level = at < 2 ? 1_000 : 0;
      samples.add(new Sample(at, "load/4", "level", "target=\"all/1\"", level));
      samples.add(new Sample(at, "load/4", "level", "target=\"all/2\"", 7));
      samples.add(new Sample(at, "all/2", "level", "", 500));
    }
    try (SampleSpool spool = new SampleSpool(run)) {
      spool.offer(samples);
    }
    SampleDatabase.load(run);
    CapacityQuestion question = new CapacityQuestion("level", "1.1", 0.01);
    MeasuredWindows windows = MeasuredWindows.of(new Window(0, 3));
    try (SamplesReader reader = SamplesReader.open(run).orElseThrow()) {
      assertEquals(
          List.of(new LoadedTicks(1_000, 100, 2)),
          LoadLevels.read(reader, "all/1", 4, windows, question));
      LoadedTicks own = new LoadedTicks(500, 100, 2);
      assertEquals(List.of(own, own, own), LoadLevels.read(reader, "all/2", 4, windows, question));
    }
  }

  private static List<LoadedTicks> levels(List<Double> ticks, List<Double> late) {
    return LoadLevels.levels(
        List.of(new Point(0, ticks.get(0)), new Point(1, ticks.get(1)), new Point(2, ticks.get(2))),
        Map.of(0.0, late.get(0), 1.0, late.get(1), 2.0, late.get(2)),
        LOAD);
  }
}
