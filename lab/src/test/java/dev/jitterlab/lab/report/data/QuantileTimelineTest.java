package dev.jitterlab.lab.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.Window;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class QuantileTimelineTest {
  /** Both are measured for 18 minutes; only the second one is shown for more than 20. */
  private static final BlockTimes SHORT = new BlockTimes(1, 0.0, 100.0, 1_180.0, 1_181.0, null);

  private static final BlockTimes LONG =
      new BlockTimes(2, 2_000.0, 2_200.0, 3_280.0, 3_281.0, null);

  private final QuantileTimeline timeline = new QuantileTimeline();

  /** Else every second point would be of one block alone, and the line would be a zigzag. */
  @Test
  void everyPointIsOfAllBlocksWhateverTheirWarmUps() {
    for (int second = 0; second < 10; second++) {
      add(100 + second, 1, SHORT);
      add(2_200 + second, 3, LONG);
    }

    List<Point> p99 = p99();
    assertEquals(List.of(0.0, 2.0, 4.0, 6.0, 8.0), p99.stream().map(Point::at).toList());
    for (Point point : p99) {
      assertEquals(3e-3, point.value(), 1e-5);
    }
  }

  @Test
  void aLaterBlockThatIsLongerWidensThePointsBeforeIt() {
    add(99, 2, SHORT);
    add(100, 1, SHORT);
    add(101, 5, SHORT);
    assertEquals(List.of(-1.0, 0.0, 1.0), p99().stream().map(Point::at).toList());
    add(2_201, 3, LONG);

    assertEquals(2, timeline.lines().stepSeconds());
    assertEquals(List.of(-2.0, 0.0), p99().stream().map(Point::at).toList());
    assertEquals(5e-3, p99().getLast().value(), 1e-5);
  }

  private List<Point> p99() {
    return timeline.lines().byName().get("p99");
  }

  private void add(int from, long milliseconds, BlockTimes block) {
    Histogram values = new Histogram(3);
    values.recordValue(1_000_000 * milliseconds);
    timeline.add(new Window(from, from + 1), Distribution.of(values), block);
  }
}
