package dev.jitterlab.tick.recording;

import dev.jitterlab.tick.BudgetAction;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Keeps the times of all ticks: histograms of every {@link TickMetric}, with three significant
 * digits (two for the thread times of late ticks), and exact counts of ticks and late ticks.
 * Thread-safe.
 *
 * <p>Recording is wait-free and allocates nothing (HdrHistogram's {@link Recorder}). Readers take
 * the recorded intervals through {@link #subscribe}, each at its own pace; they lock each other
 * out, never the ticks.
 */
public final class TickRecorder implements TickListener {
  /** Longer times are recorded as this one, one hour. */
  static final long HIGHEST_NS = 3_600_000_000_000L;

  /** Once, because values() copies. */
  private static final LateThreshold[] LATE_THRESHOLDS = LateThreshold.values();

  private final Map<TickMetric, Recorder> recorders = new EnumMap<>(TickMetric.class);
  private final Map<TickMetric, Histogram> recycled = new EnumMap<>(TickMetric.class);
  private final Map<LateThreshold, LongAdder> late = new EnumMap<>(LateThreshold.class);
  private final Map<LateAction, LongAdder> actions = new EnumMap<>(LateAction.class);
  private final Map<LateAction, LongAdder> missed = new EnumMap<>(LateAction.class);
  private final Map<BudgetAction, LongAdder> budgetActions = new EnumMap<>(BudgetAction.class);
  private final LongAdder overBudget = new LongAdder();
  private final LongAdder reanchored = new LongAdder();
  private final LongAdder overdue = new LongAdder();
  private final LongAdder surplus = new LongAdder();
  private final ThreadTimesTotals lateTimes = new ThreadTimesTotals();
  private final ThreadTimesTotals sampleTimes = new ThreadTimesTotals();
  private final LongAdder ticks = new LongAdder();
  private final List<TickHistograms> subscriptions = new CopyOnWriteArrayList<>();
  private final boolean takesDriftOfTicks;

  /** What {@link #toString} shows; null before its first call. */
  private TickHistograms table;

  /** Creates an empty recorder; it takes about 3 MiB, and a subscription another 1.5 MiB. */
  public TickRecorder() {
    this(true);
  }

  private TickRecorder(boolean takesDriftOfTicks) {
    this.takesDriftOfTicks = takesDriftOfTicks;
    for (TickMetric metric : TickMetric.values()) {
      recorders.put(metric, new Recorder(1, HIGHEST_NS, metric.significantDigits()));
    }
    for (LateThreshold threshold : LateThreshold.values()) {
      late.put(threshold, new LongAdder());
    }
    for (LateAction action : LateAction.values()) {
      actions.put(action, new LongAdder());
      missed.put(action, new LongAdder());
    }
    for (BudgetAction action : BudgetAction.values()) {
      budgetActions.put(action, new LongAdder());
    }
  }

  /**
   * Returns an empty one for ticks that only hand their work over to another thread. Their drift is
   * what {@link #served} says: the ticks themselves may begin on time while their work waits.
   */
  public static TickRecorder ofHandedOverWork() {
    return new TickRecorder(false);
  }

  /**
   * Says that work which was handed over was begun.
   *
   * @param driftNs since it was due
   */
  public void served(long driftNs) {
    record(TickMetric.DRIFT, Math.max(0, driftNs));
  }

  @Override
  public void onTick(Tick tick) {
    record(TickMetric.EXECUTION, tick.executionNs());
    if (takesDriftOfTicks) {
      recordDrift(tick.driftNs());
    }
    if (tick.hasPrevious()) {
      record(TickMetric.WAIT, tick.waitNs());
      record(TickMetric.TOTAL, tick.totalNs());
      for (LateThreshold threshold : LATE_THRESHOLDS) {
        if (!tick.isLate(threshold)) {
          break; // thresholds ascend
        }
        late.get(threshold).increment();
      }
    }
    if (tick.lateAction() != LateAction.NONE) {
      actions.get(tick.lateAction()).increment();
      missed.get(tick.lateAction()).add(tick.missedPeriods());
    }
    long overduePeriods = tick.overduePeriods();
    if (overduePeriods != 0) {
      overdue.add(overduePeriods);
    }
    if (tick.surplusPeriods() != 0) {
      surplus.add(tick.surplusPeriods());
    }
    if (tick.isReanchored()) {
      reanchored.increment();
    }
    if (tick.isOverBudget()) {
      overBudget.increment();
    }
    if (tick.budgetAction() != BudgetAction.NONE) {
      budgetActions.get(tick.budgetAction()).increment();
    }
    if (tick.hasThreadTimes()) {
      recordThreadTimes(tick);
    }
    ticks.increment();
  }

  private void recordDrift(long driftNs) {
    if (driftNs >= 0) {
      record(TickMetric.DRIFT, driftNs);
    } else {
      record(TickMetric.DRIFT_EARLY, -driftNs);
    }
  }

  private void recordThreadTimes(Tick tick) {
    if (tick.isSample()) {
      sampleTimes.add(tick);
    } else {
      lateTimes.add(tick);
      record(TickMetric.LATE_RUN_QUEUE, tick.runQueueDelayNs());
      record(TickMetric.LATE_CPU, tick.cpuNs());
      record(TickMetric.LATE_EXECUTION_RUN_QUEUE, tick.executionRunQueueDelayNs());
    }
  }

  private void record(TickMetric metric, long ns) {
    recorders.get(metric).recordValue(Math.min(ns, HIGHEST_NS));
  }

  /** Returns how many ticks were recorded. */
  public long ticks() {
    return ticks.sum();
  }

  /** Returns how many ticks were late by that threshold. */
  public long lateTicks(LateThreshold threshold) {
    return late.get(threshold).sum();
  }

  /** Returns how many ticks had that {@link Tick#lateAction}; 0 for {@link LateAction#NONE}. */
  public long lateActions(LateAction action) {
    return actions.get(action).sum();
  }

  /** Returns how many periods had no tick of their own because that was done. */
  public long missedPeriods(LateAction action) {
    return missed.get(action).sum();
  }

  /**
   * Returns how many periods were over before their own tick began, or had none; see {@link
   * Tick#overduePeriods}.
   */
  public long overduePeriods() {
    return overdue.sum();
  }

  /** Returns how many ticks there were more than periods; see {@link Tick#surplusPeriods}. */
  public long surplusPeriods() {
    return surplus.sum();
  }

  /** Returns how many ticks started a new schedule; see {@link Tick#isReanchored}. */
  public long reanchoredTicks() {
    return reanchored.sum();
  }

  /** Returns how many ticks took longer than the budget of their task. */
  public long overBudgetTicks() {
    return overBudget.sum();
  }

  /** Returns how often that was decided; 0 for {@link BudgetAction#NONE}. */
  public long budgetActions(BudgetAction action) {
    return budgetActions.get(action).sum();
  }

  /** Returns the sums of the late ticks whose thread times were read. */
  public ThreadTimesTotals lateThreadTimes() {
    return lateTimes;
  }

  /** Returns the sums of the ticks on time whose thread times were read, by sample. */
  public ThreadTimesTotals sampledThreadTimes() {
    return sampleTimes;
  }

  /** Returns a new reader; it sees what is recorded from now on. */
  public TickHistograms subscribe() {
    synchronized (this) {
      drain();
      TickHistograms subscription = new TickHistograms(this);
      subscriptions.add(subscription);
      return subscription;
    }
  }

  /**
   * Returns a table of execution, wait, total and drift in milliseconds, and how many ticks were
   * late. The first call subscribes: its table has all ticks so far, or, if others subscribed
   * before, the ticks since they last read. A table of fewer ticks than there were says so.
   */
  @Override
  public String toString() {
    TickHistograms own;
    synchronized (this) {
      if (table == null) {
        table = new TickHistograms(this);
        subscriptions.add(table); // not by subscribe(), which would give away what is recorded
      }
      own = table;
    }
    StringBuilder text = new StringBuilder();
    own.read(histograms -> text.append(TickTable.of(this, histograms)));
    return text.toString();
  }

  /** Ends a subscription; the histograms keep what they have. */
  void unsubscribe(TickHistograms subscription) {
    subscriptions.remove(subscription);
  }

  static Histogram newHistogram(TickMetric metric) {
    return new Histogram(1, HIGHEST_NS, metric.significantDigits());
  }

  /**
   * Moves what was recorded since the last call into every subscription; the caller holds the lock.
   */
  void drain() {
    for (Map.Entry<TickMetric, Recorder> entry : recorders.entrySet()) {
      TickMetric metric = entry.getKey();
      Histogram interval = entry.getValue().getIntervalHistogram(recycled.get(metric));
      recycled.put(metric, interval);
      for (TickHistograms subscription : subscriptions) {
        subscription.add(metric, interval);
      }
    }
  }
}
