package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.statistics.LateCurve;
import dev.jitterlab.lab.statistics.LoadedTicks;
import java.util.ArrayList;
import java.util.List;

/**
 * The share of a group's ticks that were late, by load: {@code at} is the load, {@code value} the
 * share.
 *
 * @param seen in classes of equal width, at the middle of each; a class without ticks has no point
 * @param curve both ends of every level stretch of the curve that never falls
 */
public record LateShares(List<Point> seen, List<Point> curve) {
  public static final LateShares NONE = new LateShares(List.of(), List.of());

  private static final int CLASSES = 40;

  /** Of all instances of a group together. */
  static LateShares of(List<LoadedTicks> ticks) {
    List<Point> curve = new ArrayList<>();
    for (LateCurve.Step step : LateCurve.of(ticks).map(LateCurve::steps).orElse(List.of())) {
      curve.add(new Point(step.fromLoad(), step.share()));
      curve.add(new Point(step.toLoad(), step.share()));
    }
    return curve.isEmpty()
        ? NONE
        : new LateShares(seen(ticks, curve.getFirst().at(), curve.getLast().at()), curve);
  }

  private static List<Point> seen(List<LoadedTicks> ticks, double lowest, double highest) {
    double width = (highest - lowest) / CLASSES;
    double[] all = new double[CLASSES];
    double[] late = new double[CLASSES];
    for (LoadedTicks one : ticks) {
      int number = width == 0 ? 0 : Math.min(CLASSES - 1, (int) ((one.load() - lowest) / width));
      all[number] += one.ticks();
      late[number] += one.late();
    }
    List<Point> seen = new ArrayList<>();
    for (int i = 0; i < CLASSES; i++) {
      if (all[i] > 0) {
        seen.add(new Point(lowest + (i + 0.5) * width, late[i] / all[i]));
      }
    }
    return seen;
  }
}
