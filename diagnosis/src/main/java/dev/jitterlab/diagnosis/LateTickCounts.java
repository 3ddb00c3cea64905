package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many ticks are late at each threshold, and which cause explains how many of them: {@code
 * late_ticks} of a group.
 *
 * <p>A tick is late above t periods if its total, the time since the end of the tick before it, is
 * longer than t periods. What the total has above one period is divided as the lateness of the tick
 * is. A cause explains the tick at t if, without the cause's share of this, the total would be t
 * periods or less. So a tick may be explained by several causes, or by none. Ticks whose total is
 * not known do not count. Not thread-safe.
 */
final class LateTickCounts {
  private static final List<Threshold> THRESHOLDS =
      Causes.LateTicks.THRESHOLDS.stream()
          .map(label -> new Threshold(label, Double.parseDouble(label)))
          .toList();

  private record Threshold(String label, double periods) {}

  private final int[] above = new int[THRESHOLDS.size()];
  private final Map<Cause, int[]> explained = new EnumMap<>(Cause.class);

  void add(Budget budget) {
    TimedWork.Total total = budget.work().total();
    if (!total.isKnown()) {
      return;
    }
    double excess = total.periods() - 1;
    for (int i = 0; i < above.length; i++) {
      double allowed = THRESHOLDS.get(i).periods() - 1;
      if (excess > allowed) {
        above[i]++;
        for (BudgetPart part : budget.parts()) {
          if (excess * (1 - share(part, budget)) <= allowed) {
            explained.computeIfAbsent(part.cause(), _ -> new int[above.length])[i]++;
          }
        }
      }
    }
  }

  private static double share(BudgetPart part, Budget budget) {
    return budget.latenessNs() <= 0 ? 0 : (double) part.ns() / budget.latenessNs();
  }

  /** By threshold, the lowest first; null if no tick with a known total was late. */
  Map<String, Causes.LateTicks> counts() {
    if (above[0] == 0) {
      return null;
    }
    Map<String, Causes.LateTicks> counts = new LinkedHashMap<>();
    for (int i = 0; i < above.length; i++) {
      Map<String, Integer> byCause = new LinkedHashMap<>();
      for (Map.Entry<Cause, int[]> entry : explained.entrySet()) {
        if (entry.getKey() != Cause.UNEXPLAINED && entry.getValue()[i] > 0) {
          byCause.put(entry.getKey().id(), entry.getValue()[i]);
        }
      }
      counts.put(
          THRESHOLDS.get(i).label(),
          new Causes.LateTicks(above[i], Collections.unmodifiableMap(byCause)));
    }
    return Collections.unmodifiableMap(counts);
  }
}
