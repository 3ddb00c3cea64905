package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Path;
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
