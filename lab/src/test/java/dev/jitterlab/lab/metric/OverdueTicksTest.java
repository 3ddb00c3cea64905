package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverdueTicksTest {
  private static LoggedServer server(double ticks, double missed, double overdue, double surplus) {
    return LoggedServer.counting(
        Map.of(
            "jitterlab_ticks_total", ticks,
            "jitterlab_ticks_missed_total", missed,
            "jitterlab_ticks_overdue_total", overdue,
            "jitterlab_ticks_surplus_total", surplus));
  }

  private static double value(Metric metric, LoggedServer server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  /** A stall of one second at 20 Hz, in 50 seconds: what LatePolicyTest counts of each policy. */
  @Test
  void aStallIsTheSameShareUnderSkipAndUnderCatchUp() {
    double catchUp = value(OverdueTicks.OVERDUE, server(1_000, 0, 19, 0));
    double skip = value(OverdueTicks.OVERDUE, server(981, 19, 19, 0));

    assertEquals(0.019, catchUp, 1e-9);
    assertEquals(catchUp, skip, 1e-9);
  }

  /** Half of the time, until the end: no tick told of the periods, and none was made of them. */
  @Test
  void aHangUntilTheEndIsTheSameShareAsOneInTheMiddle() {
    LoggedServer hung =
        LoggedServer.counting(
            Map.of(
                "jitterlab_ticks_total", 500.0,
                "jitterlab_ticks_missed_total", 0.0,
                "jitterlab_ticks_overdue_total", 0.0,
                "jitterlab_ticks_waiting", 500.0));

    assertEquals(0.5, value(OverdueTicks.OVERDUE, hung), 1e-9);
    assertEquals(
        value(OverdueTicks.OVERDUE, server(500, 500, 500, 0)),
        value(OverdueTicks.OVERDUE, hung),
        1e-9);
    assertEquals(0.5, value(OverdueTicks.RATE_ERROR, hung), 1e-9);
  }

  /** They waited before the measurement, and the ticks that told of them are of the time before. */
  @Test
  void periodsThatWaitedBeforeTheMeasurementMakeNoShareBelowZero() {
    LoggedServer caughtUp =
        LoggedServer.counting(
            Map.of(
                "jitterlab_ticks_total", 1_000.0,
                "jitterlab_ticks_missed_total", 0.0,
                "jitterlab_ticks_overdue_total", 3.0,
                "jitterlab_ticks_waiting", -5.0));

    assertEquals(0, value(OverdueTicks.OVERDUE, caughtUp), 1e-9);
  }

  /** It hung all the time: there was no tick at all. */
  @Test
  void aServerWithoutAnyTickIsOverdueThroughout() {
    LoggedServer hung =
        LoggedServer.counting(
            Map.of(
                "jitterlab_ticks_total", 0.0,
                "jitterlab_ticks_missed_total", 0.0,
                "jitterlab_ticks_overdue_total", 0.0,
                "jitterlab_ticks_waiting", 1_000.0));

    assertEquals(1, value(OverdueTicks.OVERDUE, hung));
  }

  @Test
  void saysByHowMuchAServerTicksTooSeldomOrTooOften() {
    assertEquals(0.05, value(OverdueTicks.RATE_ERROR, server(950, 50, 50, 0)), 1e-9);
    assertEquals(0.05, value(OverdueTicks.RATE_ERROR, server(1_050, 0, 0, 50)), 1e-9);
    assertEquals(0, value(OverdueTicks.RATE_ERROR, server(1_000, 0, 19, 0)), 1e-9);
  }

  /** Three times as often as its rate says; the verdict and the table have the same figure. */
  @Test
  void aRateErrorMayBeMoreThanTheWholeRate() {
    LoggedServer fast = server(3_000, 0, 0, 2_000);
    MetricValues table =
        MetricValues.of(
            List.of(OverdueTicks.RATE_ERROR), metric -> List.of(metric.read(fast).orElseThrow()));

    assertEquals(2, value(OverdueTicks.RATE_ERROR, fast), 1e-9);
    assertEquals(Double.valueOf(2), OverdueTicks.RATE_ERROR.in(table));
  }

  /** As of a run that was recorded before servers counted it. */
  @Test
  void knowsNothingOfAServerThatDoesNotCount() {
    LoggedServer old =
        LoggedServer.counting(
            Map.of("jitterlab_ticks_total", 9.0, "jitterlab_ticks_missed_total", 0.0));

    assertEquals(Optional.empty(), OverdueTicks.OVERDUE.read(old));
    assertEquals(Optional.empty(), OverdueTicks.RATE_ERROR.read(LoggedServer.counting(Map.of())));
  }
}
