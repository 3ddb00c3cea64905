package dev.jitterlab.lab.ticks;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Counts the ticks of a server that emits an event for each, as a server that counts them itself
 * would have shown them: the same series, once a second. So all readers of late ticks read the same
 * ones.
 */
final class EventTickCounts {
  private static final long SECOND_NS = 1_000_000_000;

  /** In tenths of a period, as the tick library's thresholds, and how they are written. */
  private static final List<Threshold> THRESHOLDS =
      Causes.LateTicks.THRESHOLDS.stream()
          .map(label -> new Threshold(Math.round(10 * Double.parseDouble(label)), label))
          .toList();

  private record Threshold(long tenths, String label) {}

  private final String source;
  private final long periodNs;
  private final long[] late = new long[THRESHOLDS.size()];
  private final List<Sample> samples = new ArrayList<>();
  private long ticks;
  private long totals;
  private long missed;
  private long overdue;
  private long surplus;
  private long reanchored;
  private long executionNs;

  private EventTickCounts(String source, long periodNs) {
    this.source = source;
    this.periodNs = periodNs;
  }

  /**
   * Samples the counters every second from the first tick on, and at the ends of the measurement.
   *
   * @param source whose ticks they are
   * @param ticks at least one, in order of their start
   */
  static List<Sample> samples(
      String source, List<EventTick> ticks, double rateHz, MeasuredWindows measured) {
    EventTickCounts counts = new EventTickCounts(source, Math.round(1e9 / rateHz));
    List<EventTick> byEnd =
        ticks.stream().sorted(Comparator.comparingLong(EventTick::endNs)).toList();
    int next = 0;
    int begun = 0;
    for (double at : times(ticks.getFirst().startNs(), byEnd.getLast().endNs(), measured)) {
      while (next < byEnd.size() && byEnd.get(next).endNs() <= at * 1e9) {
        counts.add(byEnd.get(next++));
      }
      while (begun < ticks.size() && ticks.get(begun).startNs() <= at * 1e9) {
        begun++;
      }
      counts.sampleAt(at);
      counts.sampleWaiting(at, begun == 0 ? null : ticks.get(begun - 1));
    }
    return counts.samples;
  }

  private static SortedSet<Double> times(long firstNs, long lastNs, MeasuredWindows measured) {
    SortedSet<Double> times = new TreeSet<>();
    for (Window window : measured.parts()) {
      times.addAll(List.of(window.from(), window.to()));
    }
    for (long atNs = firstNs; atNs < lastNs + SECOND_NS; atNs += SECOND_NS) {
      times.add(atNs / 1e9);
    }
    return times;
  }

  private void add(EventTick tick) {
    ticks++;
    executionNs += tick.executionNs();
    missed += tick.missedPeriods();
    overdue += tick.overduePeriods();
    surplus += tick.surplusPeriods();
    reanchored += tick.isReanchored() ? 1 : 0;
    if (tick.hasPrevious()) {
      totals++;
      for (int i = 0; i < late.length; i++) {
        late[i] += tick.totalNs() * 10 > periodNs * THRESHOLDS.get(i).tenths() ? 1 : 0;
      }
    }
  }

  private void sampleAt(double at) {
    sample(at, "jitterlab_ticks_total", "", (double) ticks);
    sample(at, "jitterlab_tick_total_seconds_count", "", (double) totals);
    sample(at, "jitterlab_tick_execution_seconds_count", "", (double) ticks);
    sample(at, "jitterlab_tick_execution_seconds_sum", "", executionNs / 1e9);
    sample(at, "jitterlab_ticks_missed_total", "action=\"skip\"", (double) missed);
    sample(at, "jitterlab_ticks_overdue_total", "", (double) overdue);
    sample(at, "jitterlab_ticks_surplus_total", "", (double) surplus);
    sample(at, "jitterlab_ticks_reanchored_total", "", (double) reanchored);
    for (int i = 0; i < late.length; i++) {
      String label = "threshold=\"" + THRESHOLDS.get(i).label() + '"';
      sample(at, "jitterlab_ticks_late_total", label, (double) late[i]);
    }
  }

  /**
   * Periods that are over and in which no tick has begun: the loop hangs, or will leave them out.
   * Those that were over when the tick that runs began are among them, since a tick is counted at
   * its end.
   *
   * @param last the tick that has begun last; null before the first
   */
  private void sampleWaiting(double at, EventTick last) {
    double lateNs = last == null ? 0 : at * 1e9 - (last.startNs() - last.driftNs()) - periodNs;
    long waiting = Math.max(0, (long) (lateNs / periodNs));
    if (last != null && last.endNs() > at * 1e9) {
      waiting += last.overduePeriods();
    }
    sample(at, "jitterlab_ticks_waiting", "", (double) waiting);
    sample(at, "jitterlab_tick_waiting_seconds", "", waiting == 0 ? 0 : periodNs / 1e9);
  }

  private void sample(double at, String metric, String labels, double value) {
    samples.add(new Sample(at, source, metric, labels, value));
  }
}
