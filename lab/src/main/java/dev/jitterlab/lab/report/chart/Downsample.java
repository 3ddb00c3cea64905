package dev.jitterlab.lab.report.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a line to what a chart can show: of each of a fixed number of stretches the lowest and
 * the highest point stay, in their order, so that no outlier is lost.
 */
public final class Downsample {
  /** No line gets longer than twice this. */
  static final int STRETCHES = 150;

  private static final MathContext FOUR_DIGITS = new MathContext(4);

  private Downsample() {}

  /** The line with at most 2 × {@link #STRETCHES} points, values rounded to four digits. */
  public static List<Point> minMax(List<Point> line) {
    if (line.size() <= 2 * STRETCHES) {
      return line.stream().map(Downsample::rounded).toList();
    }
    List<Point> shorter = new ArrayList<>(2 * STRETCHES);
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
      int from = (int) ((long) line.size() * stretch / STRETCHES);
      int to = (int) ((long) line.size() * (stretch + 1) / STRETCHES);
      int lowest = from;
      int highest = from;
      for (int i = from + 1; i < to; i++) {
        lowest = line.get(i).value() < line.get(lowest).value() ? i : lowest;
        highest = line.get(i).value() > line.get(highest).value() ? i : highest;
      }
      shorter.add(rounded(line.get(Math.min(lowest, highest))));
      if (lowest != highest) {
        shorter.add(rounded(line.get(Math.max(lowest, highest))));
      }
    }
    return shorter;
  }

  private static Point rounded(Point point) {
    return new Point(
        new BigDecimal(point.at()).setScale(2, RoundingMode.HALF_UP).doubleValue(),
        new BigDecimal(point.value()).round(FOUR_DIGITS).doubleValue());
  }
}
