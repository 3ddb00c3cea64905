package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TimedValue;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import java.util.Map;

/**
 * What tells of a group's servers whether they are steady, over time. Time 0 is the start of the
 * measurement of the server's block.
 *
 * @param series what the values are
 * @param byInstance an instance's id to its line; without those that recorded nothing
 */
public record SteadyLines(SteadySeries series, Map<String, List<Point>> byInstance) {
  /** Of a group of which nothing is known. */
  public static final SteadyLines NONE = new SteadyLines(SteadySeries.EXECUTION, Map.of());

  /** The part of a server's series in which it had load, up to the end of the measurement. */
  static List<Point> line(String id, List<TimedValue> series, BlockTimes block) {
    List<Window> worked = MeasuredWindows.worked(block, id, block.measuredTo());
    return series.stream()
        .filter(value -> worked.stream().anyMatch(part -> part.contains(value.window())))
        .map(
            value ->
                new Point(
                    (value.window().from() + value.window().to()) / 2 - block.measuredFrom(),
                    value.seconds()))
        .toList();
  }
}
