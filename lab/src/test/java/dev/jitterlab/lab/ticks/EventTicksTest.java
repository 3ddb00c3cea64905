package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.Sample;
import dev.jitterlab.lab.ticks.EventTick.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTicksTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long PERIOD_NS = 50_000_000;
  private static final long START_NS = 1_800_000_000 * SECOND_NS + 400_000_000;
  private static final Window ALL = new Window(0, Double.MAX_VALUE);
  private static final MeasuredWindows ALL_OF_IT =
      MeasuredWindows.of(START_NS / 1e9, START_NS / 1e9 + 100);

  @TempDir private Path folder;

  @Name("test.Tick")
  private static final class TestTick extends Event {}

  @Name("test.Other")
  private static final class OtherEvent extends Event {}

  private TickLog log(List<Span> ticks) throws IOException {
    Path file = folder.resolve("ticks.hlog");
    EventTickLog.write(EventTick.judge(ticks, 20), 0, file);
    return TickLog.read(file);
  }

  private static Span tick(int index, long lateNs, long executionNs) {
    long startNs = START_NS + index * PERIOD_NS + lateNs;
    return new Span(startNs, startNs + executionNs);
  }

  @Test
  void readsTheEventsOfThatNameInOrder() throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      for (int i = 0; i < 3; i++) {
        TestTick tick = new TestTick();
        tick.begin();
        new OtherEvent().commit();
        tick.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    List<Span> ticks = EventTicks.read(file, "test.Tick");

    assertEquals(3, ticks.size());
    for (Span tick : ticks) {
      assertTrue(tick.startNs() <= tick.endNs(), tick.toString());
    }
    assertTrue(ticks.get(0).endNs() <= ticks.get(1).startNs(), ticks.toString());
    assertEquals(List.of(), EventTicks.read(file, "test.None"));
  }

  @Test
  void findsNoTicksInARecordingThatIsCutShort() throws IOException {
    Path file = Files.writeString(folder.resolve("recording.jfr"), "FLR\0cut");

    assertEquals(List.of(), EventTicks.read(file, "test.Tick"));
    assertEquals(List.of(), EventTicks.read(folder.resolve("missing.jfr"), "test.Tick"));
  }

  /** Two reports of one run may write its log at the same time. */
  @Test
  void leavesAloneWhatAnotherProcessIsWriting() throws IOException {
    Path others = Files.writeString(folder.resolve("ticks.hlog.part"), "half of a log");
    Path file = folder.resolve("ticks.hlog");
    EventTickLog.write(EventTick.judge(List.of(tick(0, 0, 500)), 20), 0, file);

    assertEquals("half of a log", Files.readString(others));
    assertTrue(Files.readString(file).startsWith("#" + EventTickLog.TITLE));
  }

  /** Tick 1 is 4 ms late, tick 2 is 1 ms early. */
  @Test
  void measuresAgainstTheScheduleOfTheFirstTick() throws IOException {
    TickLog log =
        log(List.of(tick(0, 0, 2_000_000), tick(1, 4_000_000, 3_000_000), tick(2, -1_000_000, 0)));

    assertValues(log, TickTime.EXECUTION, 0, 2_000_000, 3_000_000);
    assertValues(log, TickTime.DRIFT, -1_000_000, 0, 4_000_000);
    assertValues(log, TickTime.WAIT, 42_000_000, 52_000_000);
    assertValues(log, TickTime.TOTAL, 42_000_000, 55_000_000);
  }

  /** The first tick is 12 ms late, as in cold code: the ticks of the measurement are not early. */
  @Test
  void aLateFirstTickDoesNotMakeTheOthersEarlyForEver() {
    List<Span> spans =
        IntStream.range(0, 200).mapToObj(i -> tick(i, i == 0 ? 12_000_000 : 0, 500)).toList();
    List<EventTick> ticks = EventTick.judge(spans, 20);

    assertEquals(-12_000_000, ticks.get(99).driftNs());
    assertEquals(
        List.of(0L), ticks.subList(100, 200).stream().map(EventTick::driftNs).distinct().toList());
    List<Sample> counts = EventTickCounts.samples("a/1", ticks, 20, ALL_OF_IT);
    assertEquals(1, last(counts, "jitterlab_ticks_reanchored_total", ""));
    assertEquals(0, last(counts, "jitterlab_ticks_missed_total", "action=\"skip\""));
    assertEquals(0, last(counts, "jitterlab_ticks_surplus_total", ""));
  }

  /**
   * It sleeps for a period after each tick of 4 ms: 8 % too slow. The agent says the same of it.
   */
  @Test
  void aServerThatMovesItsScheduleDriftsByLessThanTwoPeriods() throws IOException {
    List<Span> slow =
        IntStream.range(0, 1_000).mapToObj(i -> tick(i, i * 4_000_000L, 4_000_000)).toList();
    Distribution drift = log(slow).measured(TickTime.DRIFT, ALL);

    assertTrue(drift.maxNs() < 2 * PERIOD_NS, "not 80 periods: " + drift.maxNs());
    List<Sample> counts = EventTickCounts.samples("a/1", EventTick.judge(slow, 20), 20, ALL_OF_IT);
    assertEquals(80, last(counts, "jitterlab_ticks_missed_total", "action=\"skip\""), 1);
  }

  /**
   * Its ticks of 4 ms come every 45 ms: 1,000 of them in 900 periods. The schedule goes back by one
   * period at a time.
   */
  @Test
  void aServerThatIsTooFastHasMoreTicksThanPeriods() {
    List<Span> fast =
        IntStream.range(0, 1_000).mapToObj(i -> tick(i, i * -5_000_000L, 4_000_000)).toList();
    List<Sample> counts = EventTickCounts.samples("a/1", EventTick.judge(fast, 20), 20, ALL_OF_IT);

    double surplus = last(counts, "jitterlab_ticks_surplus_total", "");
    assertEquals(100, surplus, 1);
    assertEquals(surplus, last(counts, "jitterlab_ticks_reanchored_total", ""), 1);
    assertEquals(1_000, last(counts, "jitterlab_tick_execution_seconds_count", ""), 0);
    assertEquals(4, last(counts, "jitterlab_tick_execution_seconds_sum", ""), 1e-9);
  }

  /** A stall of one second: of the server that catches up, ticks 40 to 59 come at once. */
  @Test
  void aStallIsTheSameShareWhetherTheServerCatchesUpOrSkips() {
    List<Span> catchesUp =
        IntStream.range(0, 200)
            .mapToObj(i -> i >= 40 && i < 60 ? tick(60, (i - 40) * 1_000L, 500) : tick(i, 0, 500))
            .toList();
    List<Span> skips =
        IntStream.range(0, 200)
            .filter(i -> i < 40 || i >= 60)
            .mapToObj(i -> tick(i, 0, 500))
            .toList();

    assertEquals(0.1, overdueShare(catchesUp), 1e-9);
    assertEquals(0.1, overdueShare(skips), 1e-9);
  }

  /**
   * Tick 100 of 20 Hz does not end before the measurement does, 5 s later: no event tells of it.
   */
  @Test
  void periodsWaitForATickThatHangsUntilTheEnd() throws IOException {
    List<Span> spans = IntStream.range(0, 100).mapToObj(i -> tick(i, 0, 500)).toList();
    MeasuredWindows measured = MeasuredWindows.of(START_NS / 1e9, START_NS / 1e9 + 10);
    List<EventTick> ticks = EventTick.judge(spans, 20);
    List<Sample> counts = EventTickCounts.samples("a/1", ticks, 20, measured);

    assertEquals(100, last(counts, "jitterlab_ticks_waiting", ""), 1);
    assertEquals(0.05, last(counts, "jitterlab_tick_waiting_seconds", ""), 1e-9);
    assertEquals(0, values(counts, "jitterlab_ticks_waiting", "").getFirst());
    Path file = folder.resolve("ticks.hlog");
    EventTickLog.write(ticks, Math.round(measured.to() * 1e9), file);
    double gap = MeasuredLog.read(file, measured, _ -> null).ticks().gapRatio();
    assertEquals(0, gap, 1e-9, "the recording went on, and the server did not");
  }

  /**
   * After tick 99, the server leaves 100 periods out, which its tick 201 shows. That tick takes two
   * seconds, and the measurement ends in the middle of it.
   */
  @Test
  void periodsThatATickLeavesOutCountWhileItRuns() {
    List<Span> spans =
        IntStream.concat(IntStream.range(0, 100), IntStream.of(200, 201))
            .mapToObj(i -> tick(i, 0, i == 201 ? 2 * SECOND_NS : 500))
            .toList();
    double start = START_NS / 1e9;
    double end = start + 201 * PERIOD_NS / 1e9 + 1;
    List<Sample> counts =
        EventTickCounts.samples(
            "a/1", EventTick.judge(spans, 20), 20, MeasuredWindows.of(start, end));
    List<String> overdue = List.of("jitterlab_ticks_overdue_total", "jitterlab_ticks_waiting");

    assertEquals(
        100 + 19,
        counts.stream()
            .filter(sample -> sample.at() == end && overdue.contains(sample.metric()))
            .mapToDouble(Sample::value)
            .sum(),
        1);
  }

  /** Tick 201 begins 50 ms after the end, and takes 1.2 s. */
  @Test
  void aTickThatBeginsAfterTheMeasurementDoesNotCount() throws IOException {
    List<Span> spans =
        IntStream.rangeClosed(0, 200)
            .mapToObj(i -> i < 200 ? tick(i, 0, 500) : tick(201, 0, 1_200_000_000))
            .toList();
    MeasuredWindows measured = MeasuredWindows.of(START_NS / 1e9, START_NS / 1e9 + 10);
    Path file = folder.resolve("ticks.hlog");
    EventTickLog.write(EventTick.judge(spans, 20), Math.round(measured.to() * 1e9), file);

    MeasuredTicks ticks = MeasuredLog.read(file, measured, _ -> null).ticks();
    assertEquals(200, ticks.count());
    assertEquals(500, ticks.of(TickTime.EXECUTION).maxNs());
  }

  private static double overdueShare(List<Span> spans) {
    List<Sample> counts = EventTickCounts.samples("a/1", EventTick.judge(spans, 20), 20, ALL_OF_IT);
    return last(counts, "jitterlab_ticks_overdue_total", "")
        / (last(counts, "jitterlab_ticks_total", "")
            + last(counts, "jitterlab_ticks_missed_total", "action=\"skip\""));
  }

  /** Each second, and at the ends of the measurement: ticks that have ended by then. */
  @Test
  void countsAsAServerWouldHaveThatCountsItself() {
    List<Span> ticks =
        List.of(
            tick(0, 0, 1_000_000),
            tick(1, 0, 8_000_000),
            tick(3, 0, 120_000_000),
            tick(30, 0, 1_000_000));
    double start = START_NS / 1e9;
    MeasuredWindows measured = MeasuredWindows.of(start + 0.1, start + 1.2);
    List<Sample> counts = EventTickCounts.samples("a/1", EventTick.judge(ticks, 20), 20, measured);

    assertEquals(
        List.of(0.0, 2.0, 3.0, 3.0, 4.0), values(counts, "jitterlab_ticks_total", ""), "ticks");
    assertEquals(
        List.of(0.0, 1.0, 2.0, 2.0, 3.0),
        values(counts, "jitterlab_ticks_late_total", "threshold=\"1.1\""));
    assertEquals(
        List.of(0.0, 0.0, 1.0, 1.0, 2.0),
        values(counts, "jitterlab_ticks_late_total", "threshold=\"4\""));
    assertEquals(3, last(counts, "jitterlab_tick_total_seconds_count", ""));
  }

  private static List<Double> values(List<Sample> samples, String metric, String labels) {
    return samples.stream()
        .filter(sample -> sample.metric().equals(metric) && sample.labels().equals(labels))
        .map(Sample::value)
        .toList();
  }

  private static double last(List<Sample> samples, String metric, String labels) {
    return values(samples, metric, labels).getLast();
  }

  @Test
  void overlappingTicksHaveNoWait() throws IOException {
    TickLog log = log(List.of(tick(0, 0, 60_000_000), tick(1, 0, 10_000_000)));

    assertValues(log, TickTime.WAIT, 0);
    assertValues(log, TickTime.TOTAL, 10_000_000);
  }

  /** The first tick still runs when the third begins, although the second has ended. */
  @Test
  void aTickThatOverlapsAnEarlierOneHasNoWaitEither() throws IOException {
    TickLog log =
        log(List.of(tick(0, 0, 170_000_000), tick(1, 0, 10_000_000), tick(2, 0, 10_000_000)));

    assertValues(log, TickTime.WAIT, 0, 0);
    assertValues(log, TickTime.TOTAL, 10_000_000, 10_000_000);
  }

  @Test
  void writesALineForEverySecondAlsoWithoutTicks() throws IOException {
    TickLog log = log(List.of(tick(0, 0, 1), tick(70, 0, 1)));

    List<Window> seconds =
        log.intervals().stream()
            .filter(interval -> interval.metric() == TickTime.EXECUTION)
            .map(TickInterval::window)
            .toList();
    assertEquals(4, seconds.size());
    assertEquals(START_NS / 1e9, seconds.getFirst().from(), 1e-3);
    for (int i : IntStream.range(1, 4).toArray()) {
      assertEquals(seconds.get(i - 1).to(), seconds.get(i).from(), 1e-3);
    }
    assertValues(log, TickTime.DRIFT, 0, 69 * PERIOD_NS);
  }

  private static void assertValues(TickLog log, TickTime metric, long... expectedNs) {
    Distribution values = log.measured(metric, ALL);
    assertEquals(expectedNs.length, values.count(), metric + " count");
    for (int i = 0; i < expectedNs.length; i++) {
      long found = values.quantileNs((i + 1.0) / expectedNs.length);
      long toleranceNs = Math.abs(expectedNs[i]) / 500 + 1;
      assertTrue(Math.abs(expectedNs[i] - found) <= toleranceNs, metric + " " + found);
    }
  }
}
