package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  @Test
  void countsEveryLatencyInOneClassAndShowsTheEmptyOnesBetween() {
    Histogram latencies = new Histogram(1, 3_600_000_000_000L, 3);
    latencies.recordValueWithCount(10, 7); // below the axis
    latencies.recordValueWithCount(1_005, 2);
    latencies.recordValueWithCount(10_060, 1);
    List<Point> points = LatencyHistogram.points(Distribution.of(latencies));

    assertEquals(22, points.size(), "10 classes to a decade, and the end of the last");
    assertEquals(100e-9, points.getFirst().at(), 1e-15);
    assertEquals(7, points.getFirst().value());
    assertEquals(1e-6, points.get(10).at(), 1e-12);
    assertEquals(2, points.get(10).value());
    assertEquals(10e-6, points.get(20).at(), 1e-11);
    assertEquals(1, points.get(20).value());
    assertEquals(10, points.stream().mapToDouble(Point::value).sum());
  }

  @Test
  void earlyTicksAreInTheFirstClass() {
    Histogram early = new Histogram(1, 3_600_000_000_000L, 3);
    early.recordValue(5_000);

    assertEquals(1, LatencyHistogram.points(Distribution.of(early).negated()).getFirst().value());
  }

  @Test
  void nothingRecordedIsNothingDrawn() {
    assertEquals(List.of(), LatencyHistogram.points(Distribution.empty()));
  }
}
