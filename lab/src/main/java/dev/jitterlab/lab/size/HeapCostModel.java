package dev.jitterlab.lab.size;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What the collector costs as a function of the heap's size, fitted to what was measured.
 *
 * <p>A collection is due whenever the room that the last one left is used up. With heap H, and L
 * that stays occupied (the live set, and what the collector keeps for itself), a server that
 * allocates at rate A collects A / (H − L) times a second. A collection costs what it has to trace
 * and copy, whatever H is. So the CPU time per second is
 *
 * <pre>cost(H) = a + b / (H − L)</pre>
 *
 * where b is A times the cost of one collection and a is what does not depend on the heap: the work
 * per allocated byte, and threads that look around. For a given L this is a straight line in 1 / (H
 * − L); the best line with a and b not negative is computed exactly, and L is searched below the
 * smallest heap that lived. Errors count relative to the cost, since that is how runs differ.
 *
 * <p>Intervals come from a bootstrap of the relative residuals, widened by Student's t with n − 3
 * degrees of freedom. They are for the curve, not for a single run. Immutable.
 */
public final class HeapCostModel {
  private static final int PARAMETERS = 3;
  private static final int RESAMPLES = 120;
  private static final int STEPS = 60;
  private static final double HIGHEST_FLOOR = 0.995;
  private static final double SURE = 0.975;
  private static final double LEAST_SHARE = 0.02;
  private static final double SCALE = 1 << 20;
  private static final int REWEIGHTINGS = 2;

  /** A curve; costs in any unit, heaps in mebibytes. */
  private record Curve(double a, double b, double floor) {
    private double at(double heap) {
      return a + b / (heap - floor);
    }
  }

  private record Fit(Curve curve, double loss) {}

  /**
   * A predicted cost.
   *
   * @param low lower end of the 95 % interval
   * @param high its upper end
   */
  public record Cost(double value, double low, double high) {
    /** How much the ends are off, as a share: the greater of both. */
    public double halfWidth() {
      return value <= 0 ? Double.POSITIVE_INFINITY : Math.max(high / value - 1, 1 - low / value);
    }
  }

  private final Curve curve;
  private final Curve[] resampled;
  private final double t;

  private HeapCostModel(Curve curve, Curve[] resampled, double t) {
    this.curve = curve;
    this.resampled = resampled;
    this.t = t;
  }

  /**
   * Fits the model.
   *
   * @param heapBytes of each run
   * @param costs of each run, at least one above 0
   * @param seed of the resamples
   * @return empty with fewer than four runs or three sizes
   */
  public static Optional<HeapCostModel> fit(long[] heapBytes, double[] costs, long seed) {
    double[] heaps = Arrays.stream(heapBytes).mapToDouble(bytes -> bytes / SCALE).toArray();
    int n = heaps.length;
    if (n <= PARAMETERS
        || Arrays.stream(heaps).distinct().count() < PARAMETERS
        || Arrays.stream(costs).max().orElse(0) <= 0) {
      return Optional.empty();
    }
    Curve best = best(heaps, costs);
    double[] fitted = Arrays.stream(heaps).map(best::at).toArray();
    double[] residuals = new double[n];
    for (int i = 0; i < n; i++) {
      residuals[i] = (costs[i] / fitted[i] - 1) * Math.sqrt((double) n / (n - PARAMETERS));
    }
    Random random = new Random(seed);
    Curve[] resampled = new Curve[RESAMPLES];
    double[] drawn = new double[n];
    for (int r = 0; r < RESAMPLES; r++) {
      for (int i = 0; i < n; i++) {
        drawn[i] = Math.max(0, fitted[i] * (1 + residuals[random.nextInt(n)]));
      }
      resampled[r] = best(heaps, drawn);
    }
    double t = new TDistribution(Math.max(1, n - PARAMETERS)).inverseCumulativeProbability(SURE);
    return Optional.of(new HeapCostModel(best, resampled, t));
  }

  private static Curve best(double[] heaps, double[] costs) {
    double smallest = Arrays.stream(heaps).min().orElseThrow();
    double least = LEAST_SHARE * Arrays.stream(costs).max().orElseThrow();
    double[] scale = Arrays.stream(costs).map(cost -> Math.max(cost, least)).toArray();
    Fit best = null;
    for (int again = 0; again < REWEIGHTINGS; again++) {
      best = null;
      for (int step = 0; step <= STEPS; step++) {
        // Finer near the smallest heap, where the curve is steep.
        double below = Math.pow(1 - (double) step / STEPS, 2);
        double floor = smallest * Math.min(HIGHEST_FLOOR, 1 - below);
        Fit fit = line(heaps, costs, scale, floor);
        if (best == null || fit.loss < best.loss) {
          best = fit;
        }
      }
      Curve curve = best.curve;
      scale = Arrays.stream(heaps).map(heap -> Math.max(curve.at(heap), least)).toArray();
    }
    return best.curve;
  }

  /** The best line in 1 / (H − L) whose parameters are not negative. */
  private static Fit line(double[] heaps, double[] costs, double[] scale, double floor) {
    double w = 0;
    double wx = 0;
    double wxx = 0;
    double wy = 0;
    double wxy = 0;
    for (int i = 0; i < heaps.length; i++) {
      double weight = 1 / (scale[i] * scale[i]);
      double x = 1 / (heaps[i] - floor);
      w += weight;
      wx += weight * x;
      wxx += weight * x * x;
      wy += weight * costs[i];
      wxy += weight * x * costs[i];
    }
    double determinant = w * wxx - wx * wx;
    double a = determinant <= 0 ? wy / w : (wy * wxx - wxy * wx) / determinant;
    double b = determinant <= 0 ? 0 : (w * wxy - wx * wy) / determinant;
    if (a < 0) {
      a = 0;
      b = wxy / wxx;
    } else if (b < 0) {
      a = wy / w;
      b = 0;
    }
    Curve curve = new Curve(a, b, floor);
    double loss = 0;
    for (int i = 0; i < heaps.length; i++) {
      double error = (costs[i] - curve.at(heaps[i])) / scale[i];
      loss += error * error;
    }
    return new Fit(curve, loss);
  }

  /** The cost with that heap; empty for a heap that the model says is always full. */
  public Optional<Cost> at(long heapBytes) {
    double heap = heapBytes / SCALE;
    if (heap <= curve.floor) {
      return Optional.empty();
    }
    double value = curve.at(heap);
    double[] logs =
        Arrays.stream(resampled)
            .filter(one -> heap > one.floor)
            .mapToDouble(one -> one.at(heap))
            .filter(cost -> cost > 0)
            .map(cost -> Math.log(cost / value))
            .filter(Double::isFinite)
            .toArray();
    if (value <= 0 || logs.length < 2) {
      return Optional.of(new Cost(value, value, value));
    }
    double square = Arrays.stream(logs).map(log -> log * log).average().orElseThrow();
    double half = t * Math.sqrt(square);
    return Optional.of(new Cost(value, value * Math.exp(-half), value * Math.exp(half)));
  }

  /** The smallest heap with at most that cost; empty if no heap is large enough. */
  public OptionalDouble heapBytesFor(double cost) {
    if (cost <= curve.a) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of((curve.floor + curve.b / (cost - curve.a)) * SCALE);
  }

  /** What it costs with a heap without end. */
  public double leastCost() {
    return curve.a;
  }

  /** What stays occupied, in bytes. */
  public double floorBytes() {
    return curve.floor * SCALE;
  }

  /** The cost times the free bytes, beyond the least cost. */
  public double slopeBytes() {
    return curve.b * SCALE;
  }
}
