package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickSecond;
import dev.jitterlab.lab.ticks.TickTime;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TickCourseTest {
  private static final double EXACT = 1e-9;

  private static List<TickSecond> seconds(double... p99Ms) {
    return IntStream.range(0, p99Ms.length)
        .mapToObj(i -> new TickSecond(i + 0.5, p99Ms[i] / 2e3, p99Ms[i] / 1e3))
        .toList();
  }

  private static LoggedServer server(
      Map<TickTime, Distribution> distributions, Map<TickTime, List<TickSecond>> seconds) {
    return LoggedServer.ticking(
        new MeasuredTicks(
            MeasuredWindows.of(0, 10), 10, distributions, Map.of(), List.of(), seconds));
  }

  private static double value(Metric metric, MeasuredInstance server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  @Test
  void theLeastWaitIsTheMedianOfTheWorstSecond() {
    LoggedServer server = server(Map.of(), Map.of(TickTime.WAIT, seconds(98, 2, 98)));
    assertEquals(0.001, value(TickCourse.LEAST_WAIT, server), EXACT);
  }

  @Test
  void aPeakIsTheWorstSecondInTimesOfTheOneInTheMiddle() {
    LoggedServer server = server(Map.of(), Map.of(TickTime.EXECUTION, seconds(1, 1, 12, 2, 2)));
    assertEquals(6, value(TickCourse.EXECUTION_PEAK, server), EXACT);
  }

  @Test
  void relatesTotalAndExecutionOfTheSameSeconds() {
    LoggedServer follows =
        server(
            Map.of(),
            Map.of(
                TickTime.EXECUTION, seconds(1, 5, 3, 4, 2),
                TickTime.TOTAL, seconds(50, 90, 60, 70, 55)));
    assertEquals(1, value(TickCourse.TOTAL_WITH_EXECUTION, follows), EXACT);
    LoggedServer none = server(Map.of(), Map.of(TickTime.TOTAL, seconds(50, 90, 60, 70, 55)));
    assertTrue(TickCourse.TOTAL_WITH_EXECUTION.read(none).isEmpty());
  }

  @Test
  void setsJittertestsFigureBesideCyclictests() {
    LoggedServer server =
        server(
            Map.of(TickTime.RELEASE_JITTER, of(20_000, 1_000), TickTime.DRIFT, of(80_000, 60_000)),
            Map.of());
    assertEquals(0.25, value(TickCourse.JITTER_TO_DRIFT, server), 0.001);
    assertTrue(TickCourse.JITTER_TO_DRIFT.read(server(Map.of(), Map.of())).isEmpty());
  }

  private static Distribution of(long... ns) {
    Histogram histogram = new Histogram(3);
    for (long each : ns) {
      histogram.recordValue(each);
    }
    return Distribution.of(histogram);
  }
}
