package dev.jitterlab.diagnosis.view;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A group's late time by cause over time, of all its servers together. Immutable.
 *
 * @param group the group
 * @param stepSeconds how long each step is
 * @param steps those in which something was late, in order of time
 */
public record LateOverTime(String group, double stepSeconds, List<Step> steps) {
  private static final int MOST_STEPS = 300;
  private static final double NS = 1e9;

  /**
   * A stretch of time.
   *
   * @param at its start, in seconds since measuring began; below 0 for what was due before
   * @param lateEvents how many ticks and requests that were due in it were late
   * @param secondsByCause their lateness, in the order of precedence
   */
  public record Step(double at, int lateEvents, Map<String, Double> secondsByCause) {}

  /** Copies the list. */
  public LateOverTime {
    steps = List.copyOf(steps);
  }

  /** Collects a group's late time, second by second. Not thread-safe. */
  static final class Collector {
    private final TreeMap<Long, Sums> seconds = new TreeMap<>();

    /** Those of the last second: late works come in order. */
    private Sums last = new Sums();

    private long lastSecond = Long.MIN_VALUE;

    private static final class Sums {
      private final long[] ns = new long[Cause.values().length];
      private int events;

      void add(Sums other) {
        events += other.events;
        for (int i = 0; i < ns.length; i++) {
          ns[i] += other.ns[i];
        }
      }
    }

    void add(Budget budget, long measuredFromNs) {
      long second = Math.floorDiv(budget.work().fromNs() - measuredFromNs, 1_000_000_000L);
      if (second != lastSecond) {
        lastSecond = second;
        last = seconds.computeIfAbsent(second, _ -> new Sums());
      }
      last.events++;
      for (BudgetPart part : budget.parts()) {
        last.ns[part.cause().rank()] += part.ns();
      }
    }

    LateOverTime of(String group) {
      long length = seconds.isEmpty() ? 0 : seconds.lastKey() - seconds.firstKey() + 1;
      long width = Math.max(1, Math.ceilDiv(length, MOST_STEPS));
      TreeMap<Long, Sums> wide = new TreeMap<>();
      seconds.forEach(
          (second, sums) ->
              wide.computeIfAbsent(Math.floorDiv(second, width) * width, _ -> new Sums())
                  .add(sums));
      List<Step> steps = new ArrayList<>();
      wide.forEach((second, sums) -> steps.add(new Step(second, sums.events, byCause(sums.ns))));
      return new LateOverTime(group, width, steps);
    }

    private static Map<String, Double> byCause(long[] ns) {
      Map<String, Double> seconds = new LinkedHashMap<>();
      for (Cause cause : Cause.values()) {
        if (ns[cause.rank()] > 0) {
          seconds.put(cause.id(), ns[cause.rank()] / NS);
        }
      }
      return seconds;
    }
  }
}
