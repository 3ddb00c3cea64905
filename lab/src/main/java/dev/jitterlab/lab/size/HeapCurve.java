package dev.jitterlab.lab.size;

import dev.jitterlab.lab.size.HeapCostModel.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a collector costs as a function of the heap's size, as long as it collects in the same way.
 *
 * <p>Both are seen on logarithmic scales: the cost, and the room H − L that the live set L leaves.
 * There a cost of b / (H − L) is a straight line, and every other way in which costs fall is bent a
 * little. So the curve goes straight from the mean of one size that was tried to that of the next.
 * Beyond the sizes it goes on as it ended. By how much it may be off in between is told by the
 * bend: one curvature, fitted to how far each size lies from the line between its neighbours.
 *
 * <p>Also tried on the runs of docs/size.md: one formula with a fitted live set, with a fitted
 * exponent, and lines that are bent. All missed more sizes that were left out, or missed them by
 * more. Immutable; heaps in bytes.
 *
 * @param knots the sizes that were tried, from the smallest
 * @param floorBytes what stays occupied
 * @param curvature how much the curve bends between the sizes
 * @param squares how much the logarithms of runs of one size vary, squared, times the degrees of
 *     freedom
 * @param freedom the degrees of freedom of {@code squares}
 */
record HeapCurve(
    List<Knot> knots, double floorBytes, double curvature, double squares, int freedom) {
  private static final double LEAST_SHARE = 1e-3;

  /** A size: the logarithms of its room and of its mean cost. */
  record Knot(double room, double cost, int runs) {}

  /**
   * Fits it.
   *
   * @param runs at least one
   * @param highestCost of all runs, above 0; costs of less than a thousandth count as that
   * @param floorBytes what stays occupied, less than any heap
   */
  static HeapCurve fit(List<Run> runs, double highestCost, double floorBytes) {
    Map<Long, List<Double>> bySize =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    Run::heapBytes,
                    TreeMap::new,
                    Collectors.mapping(
                        run -> Math.log(Math.max(run.cost(), LEAST_SHARE * highestCost)),
                        Collectors.toList())));
    List<Knot> knots = new ArrayList<>();
    double squares = 0;
    int freedom = 0;
    for (Map.Entry<Long, List<Double>> size : bySize.entrySet()) {
      List<Double> costs = size.getValue();
      double mean = costs.stream().mapToDouble(cost -> cost).average().orElseThrow();
      squares += costs.stream().mapToDouble(cost -> (cost - mean) * (cost - mean)).sum();
      freedom += costs.size() - 1;
      knots.add(new Knot(Math.log(size.getKey() - floorBytes), mean, costs.size()));
    }
    double curvature = curvature(knots);
    for (int i = 1; i + 1 < knots.size(); i++) {
      Knot knot = knots.get(i);
      Knot before = knots.get(i - 1);
      Knot after = knots.get(i + 1);
      double weight = weight(before, knot.room, after);
      double off = knot.cost - between(before, knot.room, after);
      squares +=
          off
              * off
              / (1.0 / knot.runs
                  + (1 - weight) * (1 - weight) / before.runs
                  + weight * weight / after.runs);
    }
    freedom += Math.max(0, knots.size() - 2); // but the ends
    return new HeapCurve(List.copyOf(knots), floorBytes, curvature, squares, freedom);
  }

  /** Whether its sizes tell how much it bends. */
  boolean isBendKnown() {
    return knots.size() > 2;
  }

  /** The same, bent as another one if its own sizes do not tell how much. */
  HeapCurve bentAs(HeapCurve other) {
    return isBendKnown()
        ? this
        : new HeapCurve(knots, floorBytes, other.curvature, squares, freedom);
  }

  private static double curvature(List<Knot> knots) {
    double above = 0;
    double below = 0;
    for (int i = 1; i + 1 < knots.size(); i++) {
      double bend = bend(knots.get(i - 1), knots.get(i).room, knots.get(i + 1));
      double line = between(knots.get(i - 1), knots.get(i).room, knots.get(i + 1));
      above += bend * (line - knots.get(i).cost);
      below += bend * bend;
    }
    return below == 0 ? 0 : above / below;
  }

  private static double weight(Knot before, double room, Knot after) {
    return (room - before.room) / (after.room - before.room);
  }

  /** How far a curve of curvature 1 lies below its chord. */
  private static double bend(Knot before, double room, Knot after) {
    return (room - before.room) * (after.room - room) / 2;
  }

  private static double between(Knot before, double room, Knot after) {
    double weight = weight(before, room, after);
    return (1 - weight) * before.cost + weight * after.cost;
  }

  private double room(double heapBytes) {
    return Math.log(heapBytes - floorBytes);
  }

  /** The place of the knot at or before which a room lies, as far as another follows. */
  private int place(double room) {
    int place = 0;
    while (place + 2 < knots.size() && knots.get(place + 1).room <= room) {
      place++;
    }
    return place;
  }

  /** The cost with a heap that is larger than what stays occupied. */
  double at(double heapBytes) {
    double room = room(heapBytes);
    if (knots.size() == 1) {
      return Math.exp(knots.getFirst().cost - (room - knots.getFirst().room));
    }
    int place = place(room);
    return Math.exp(between(knots.get(place), room, knots.get(place + 1)));
  }

  /**
   * By what share the cost may be off, as its logarithm.
   *
   * @param runSquare the variance of the logarithms of runs of one size
   * @param t by which a standard error is widened
   */
  double halfWidth(double heapBytes, double runSquare, double t) {
    double room = room(heapBytes);
    if (knots.size() == 1) {
      double away = room - knots.getFirst().room;
      return t * Math.sqrt(runSquare / knots.getFirst().runs) + Math.abs(away);
    }
    int place = place(room);
    Knot before = knots.get(place);
    Knot after = knots.get(place + 1);
    double weight = weight(before, room, after);
    double square =
        runSquare * ((1 - weight) * (1 - weight) / before.runs + weight * weight / after.runs);
    return Math.hypot(t * Math.sqrt(square), curvature * bend(before, room, after));
  }

  /** The smallest heap, of those between the first and the last size, with at most that cost. */
  OptionalDouble heapBytesFor(double cost) {
    double wanted = Math.log(cost);
    if (knots.getFirst().cost <= wanted) {
      return OptionalDouble.of(heap(knots.getFirst().room));
    }
    for (int i = 0; i + 1 < knots.size(); i++) {
      Knot before = knots.get(i);
      Knot after = knots.get(i + 1);
      if (after.cost <= wanted) {
        double weight = (before.cost - wanted) / (before.cost - after.cost);
        return OptionalDouble.of(heap(before.room + weight * (after.room - before.room)));
      }
    }
    return OptionalDouble.empty();
  }

  private double heap(double room) {
    return floorBytes + Math.exp(room);
  }
}
