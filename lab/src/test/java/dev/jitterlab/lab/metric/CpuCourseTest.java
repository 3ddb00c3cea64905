package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CpuCourseTest {
  private static final double EXACT = 1e-9;

  /** A point in the middle of each second. */
  private static List<Point> seconds(int count, DoubleUnaryOperator value) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Point(i + 0.5, value.applyAsDouble(i)))
        .toList();
  }

  private static LoggedServer server(double length, List<Point> loads, List<Point> compiled) {
    return new LoggedServer(
        Path.of(""),
        MeasuredWindows.of(1_000, 1_000 + length),
        Map.of(ProcSamples.PROCESS_LOAD.name(), loads, Scrapes.JIT_COMPILE.name(), compiled),
        Map.of());
  }

  private static double value(Metric metric, MeasuredInstance server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  @Test
  void theBeginningIsItsFirstFifteenSeconds() {
    LoggedServer busyFirst = server(40, seconds(40, i -> i < 15 ? 0.9 : 0.1), List.of());
    assertEquals(0.9, value(CpuCourse.BEGIN, busyFirst), EXACT);
    LoggedServer tooShort = server(29, seconds(29, _ -> 0.9), List.of());
    assertTrue(CpuCourse.BEGIN.read(tooShort).isEmpty());
  }

  @Test
  void aPeakIsTheHighestMeanOfFiveSecondsInARow() {
    List<Point> one = seconds(40, i -> i == 20 ? 1.0 : 0.2);
    assertEquals((1 + 4 * 0.2) / 5, value(CpuCourse.PEAK, server(40, one, List.of())), EXACT);
    List<Point> five = seconds(40, i -> i >= 33 && i < 38 ? 1.0 : 0.2);
    assertEquals(1, value(CpuCourse.PEAK, server(40, five, List.of())), EXACT);
    assertTrue(CpuCourse.PEAK.read(server(40, List.of(), List.of())).isEmpty());
  }

  /** Six slices of a server, and others' slices between them; a point for each of its seconds. */
  private static LoggedServer rotated(double sliceSeconds, DoubleUnaryOperator value) {
    List<Window> slices = new ArrayList<>();
    List<Point> loads = new ArrayList<>();
    for (int slice = 0; slice < 6; slice++) {
      double from = 1_000 + 20.0 * slice;
      slices.add(new Window(from, from + sliceSeconds));
      for (double at = 0.5; at < sliceSeconds; at++) {
        loads.add(new Point(20.0 * slice + at, value.applyAsDouble(20.0 * slice + at)));
      }
    }
    return new LoggedServer(
        Path.of(""),
        new MeasuredWindows(slices),
        Map.of(ProcSamples.PROCESS_LOAD.name(), loads),
        Map.of());
  }

  @Test
  void theBeginningOfARotatedServerIsInItsFirstSlices() {
    LoggedServer three = rotated(5, at -> at < 60 ? 0.9 - at / 200 : 0.1);

    double middleOfSlices = (2.5 + 22.5 + 42.5) / 3;
    assertEquals(0.9 - middleOfSlices / 200, value(CpuCourse.BEGIN, three), EXACT);
  }

  @Test
  void aPeakLiesInOneSlice() {
    LoggedServer lastSlice = rotated(5, at -> at > 100 ? 1.0 : 0.2);
    assertEquals(1, value(CpuCourse.PEAK, lastSlice), EXACT, "100 s after the first began");
    LoggedServer oneSecond = rotated(5, at -> at == 4.5 ? 1.0 : 0.2);
    assertEquals((1 + 4 * 0.2) / 5, value(CpuCourse.PEAK, oneSecond), EXACT, "a slice's last");
    LoggedServer shorter = rotated(4.6, at -> at > 100 ? 1.0 : 0.2);
    assertEquals(1, value(CpuCourse.PEAK, shorter), EXACT, "nearly five seconds");
    assertTrue(CpuCourse.PEAK.read(rotated(4, _ -> 1)).isEmpty(), "no slice is that long");
  }

  @Test
  void relatesTheCompilersTimeToTheLoadOfTheSameSeconds() {
    List<Point> loads = seconds(20, i -> i % 7);
    assertEquals(
        1, value(CpuCourse.WITH_JIT, server(20, loads, seconds(20, i -> 3 * (i % 7)))), EXACT);
    assertEquals(
        -1, value(CpuCourse.WITH_JIT, server(20, loads, seconds(20, i -> -(i % 7)))), EXACT);
    assertTrue(
        CpuCourse.WITH_JIT.read(server(20, loads, seconds(20, _ -> 0))).isEmpty(),
        "no compilation: nothing to relate");
    assertTrue(CpuCourse.WITH_JIT.read(server(20, loads, List.of())).isEmpty());
  }
}
