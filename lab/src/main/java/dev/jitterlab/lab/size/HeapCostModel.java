package dev.jitterlab.lab.size;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * What the collector costs as a function of the heap's size, from what was measured.
 *
 * <p>A collection is due whenever the room that the last one left is used up. With heap H, of which
 * the live set L stays occupied, a server that allocates at rate A collects about A / (H − L) times
 * a second, and each collection costs CPU time. That is where {@link HeapCurve} begins.
 *
 * <p>With a small heap a collector may do nothing but collect the whole heap at once, and then the
 * cost jumps. So runs whose pauses are mostly full collections have a curve of their own. Between
 * the largest heap with the one behaviour and the smallest with the other, nobody knows which it
 * is: the interval there holds both.
 *
 * <p>Intervals are for the curve, not for a single run. They come from how much runs of one size
 * vary, and how far sizes lie from what their neighbours say, with Student's t. Immutable.
 */
public final class HeapCostModel {
  private static final int LEAST_RUNS = 4;
  private static final int LEAST_SIZES = 3;
  private static final double SURE = 0.975;
  private static final double HIGHEST_LIVE = 0.97;

  /**
   * A run that lived.
   *
   * @param heapBytes the largest heap
   * @param cost in any unit
   * @param liveBytes the least that a collection left in the heap; empty if that is not known
   * @param isFull whether it mostly collected the whole heap at once
   */
  public record Run(long heapBytes, double cost, OptionalDouble liveBytes, boolean isFull) {}

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

  /**
   * Where the collector changes its way.
   *
   * @param fullBytes the largest heap with mostly full collections
   * @param otherBytes the next larger one that was tried
   */
  public record Switch(long fullBytes, long otherBytes) {
    private boolean isBetween(long heapBytes) {
      return heapBytes > fullBytes && heapBytes < otherBytes;
    }

    /** Where a curve jumps: both sizes, and what is just inside of them and beside the middle. */
    List<Long> around() {
      long middle = Math.round(Math.sqrt((double) fullBytes * otherBytes));
      return List.of(fullBytes, fullBytes + 1, middle - 1, middle + 1, otherBytes - 1, otherBytes);
    }

    private boolean isNearerToFull(long heapBytes) {
      return (double) heapBytes * heapBytes < (double) fullBytes * otherBytes;
    }
  }

  private final HeapCurve small; // without a change, of all sizes
  private final HeapCurve large; // the same without a change
  private final Switch change; // null for none
  private final double floorBytes;
  private final double runSquare;
  private final double t;

  private HeapCostModel(HeapCurve small, HeapCurve large, Switch change, double floorBytes) {
    this.floorBytes = floorBytes;
    this.small = small;
    this.large = large;
    this.change = change;
    int freedom = small.freedom() + (change == null ? 0 : large.freedom());
    double squares = small.squares() + (change == null ? 0 : large.squares());
    this.runSquare = squares / Math.max(1, freedom);
    this.t = new TDistribution(Math.max(1, freedom)).inverseCumulativeProbability(SURE);
  }

  /**
   * Fits the model.
   *
   * @return empty with fewer than four runs, or than three sizes that are collected in the same
   *     way, or where nothing cost anything
   */
  public static Optional<HeapCostModel> fit(List<Run> runs) {
    double highest = runs.stream().mapToDouble(Run::cost).max().orElse(0);
    if (runs.size() < LEAST_RUNS
        || runs.stream().mapToLong(Run::heapBytes).distinct().count() < LEAST_SIZES
        || highest <= 0) {
      return Optional.empty();
    }
    double live =
        runs.stream().map(Run::liveBytes).flatMapToDouble(OptionalDouble::stream).min().orElse(0);
    long smallest = runs.stream().mapToLong(Run::heapBytes).min().orElseThrow();
    double floor = Math.min(live, HIGHEST_LIVE * smallest);
    Optional<Switch> change = change(runs);
    if (change.isEmpty()) {
      HeapCurve all = HeapCurve.fit(runs, highest, floor);
      return Optional.of(new HeapCostModel(all, all, null, floor));
    }
    long border = change.orElseThrow().fullBytes();
    HeapCurve small =
        HeapCurve.fit(
            runs.stream().filter(run -> run.heapBytes() <= border).toList(), highest, floor);
    HeapCurve large =
        HeapCurve.fit(
            runs.stream().filter(run -> run.heapBytes() > border).toList(), highest, floor);
    if (!small.isBendKnown() && !large.isBendKnown()) {
      return Optional.empty();
    }
    return Optional.of(
        new HeapCostModel(small.bentAs(large), large.bentAs(small), change.orElseThrow(), floor));
  }

  /** Where most runs are on the right side; empty where all collect in the same way. */
  static Optional<Switch> change(List<Run> runs) {
    List<Long> sizes = runs.stream().map(Run::heapBytes).distinct().sorted().toList();
    long fewest = Math.min(wrong(runs, 0), wrong(runs, Long.MAX_VALUE));
    Optional<Switch> best = Optional.empty();
    for (int i = 0; i + 1 < sizes.size(); i++) {
      long wrong = wrong(runs, sizes.get(i));
      if (wrong < fewest) {
        fewest = wrong;
        best = Optional.of(new Switch(sizes.get(i), sizes.get(i + 1)));
      }
    }
    return best;
  }

  /** How many runs are not as they should be if heaps up to that size are collected fully. */
  private static long wrong(List<Run> runs, long border) {
    return runs.stream().filter(run -> run.isFull() != run.heapBytes() <= border).count();
  }

  /** The cost with that heap; empty for a heap that the live set alone fills. */
  public Optional<Cost> at(long heapBytes) {
    if (heapBytes <= floorBytes) {
      return Optional.empty();
    }
    HeapCurve curve = change == null || change.isNearerToFull(heapBytes) ? small : large;
    Cost cost = cost(curve, heapBytes);
    if (change == null || !change.isBetween(heapBytes)) {
      return Optional.of(cost);
    }
    Cost fully = cost(small, heapBytes);
    Cost otherwise = cost(large, heapBytes);
    return Optional.of(
        new Cost(
            cost.value(),
            Math.min(fully.low(), otherwise.low()),
            Math.max(fully.high(), otherwise.high())));
  }

  private Cost cost(HeapCurve curve, long heapBytes) {
    double value = curve.at((double) heapBytes);
    double half = curve.halfWidth((double) heapBytes, runSquare, t);
    return new Cost(value, value * Math.exp(-half), value * Math.exp(half));
  }

  /** The smallest heap with at most that cost; empty if no heap that was tried is large enough. */
  public OptionalDouble heapBytesFor(double cost) {
    OptionalDouble found = small.heapBytesFor(cost);
    return found.isPresent() ? found : large.heapBytesFor(cost);
  }

  /** Where the collector changes its way; empty where it does not. */
  public Optional<Switch> change() {
    return Optional.ofNullable(change);
  }

  /** What stays occupied, in bytes. */
  public double floorBytes() {
    return floorBytes;
  }
}
