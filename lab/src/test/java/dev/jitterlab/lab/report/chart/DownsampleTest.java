package dev.jitterlab.lab.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

class DownsampleTest {
  @Property(tries = 50)
  void keepsTheLowestAndTheHighestPoint(
      @ForAll @Size(min = 1, max = 2_000) List<@DoubleRange(min = 0, max = 1) Double> values) {
    List<Point> line =
        IntStream.range(0, values.size()).mapToObj(i -> new Point(i, values.get(i))).toList();
    List<Point> shorter = Downsample.minMax(line);
    assertEquals(max(line), max(shorter), 1e-3);
    assertEquals(min(line), min(shorter), 1e-3);
    assertTrue(shorter.size() <= 2 * Downsample.STRETCHES);
    for (int i = 1; i < shorter.size(); i++) {
      assertTrue(shorter.get(i - 1).at() < shorter.get(i).at());
    }
  }

  private static double max(List<Point> line) {
    return line.stream().mapToDouble(Point::value).max().orElseThrow();
  }

  private static double min(List<Point> line) {
    return line.stream().mapToDouble(Point::value).min().orElseThrow();
  }
}
