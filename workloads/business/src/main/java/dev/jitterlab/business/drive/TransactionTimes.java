package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.ReceiptResult;
import dev.jitterlab.business.trade.TransactionKind;
import dev.jitterlab.observer.CountsByKind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How transactions ended and how long they took, from when they were due: by kind, and all
 * together. One that was left out took as long as it had waited, at least. Three significant
 * digits, up to a minute. Thread-safe; recording is wait-free.
 */
public final class TransactionTimes {
  /** The tag of all kinds together. */
  public static final String ALL = "transaction";

  private static final long HIGHEST_NS = 60_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<TransactionKind, Recorder> byKind = new EnumMap<>(TransactionKind.class);
  private final Map<TransactionKind, CountsByKind<ReceiptResult>> ended =
      new EnumMap<>(TransactionKind.class);
  private final CountsByKind<TransactionKind> failed = new CountsByKind<>(TransactionKind.class);
  private final Recorder all = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  private final LongAdder completed = new LongAdder();
  private final LongAdder overflow = new LongAdder();
  private volatile Recorder level;

  /** Creates empty ones. */
  public TransactionTimes() {
    for (TransactionKind kind : TransactionKind.ALL) {
      byKind.put(kind, new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS));
      ended.put(kind, new CountsByKind<>(ReceiptResult.class));
    }
  }

  /**
   * Says that a transaction was committed, cancelled or refused.
   *
   * @param responseNs from when it was due
   */
  void ended(TransactionKind kind, ReceiptResult result, long responseNs) {
    recordInLevel(record(kind, responseNs));
    ended.get(kind).count(result);
    completed.increment();
  }

  /**
   * Says that the store did not answer as it should. It has no time: a quick one would mislead. A
   * level counts it as slower than any objective.
   */
  void failed(TransactionKind kind) {
    recordInLevel(HIGHEST_NS);
    failed.count(kind);
  }

  /** Returns what was recorded. */
  private long record(TransactionKind kind, long responseNs) {
    long ns = Math.max(0, Math.min(HIGHEST_NS, responseNs));
    byKind.get(kind).recordValue(ns);
    all.recordValue(ns);
    return ns;
  }

  private void recordInLevel(long ns) {
    Recorder ofLevel = level;
    if (ofLevel != null) {
      ofLevel.recordValue(ns);
    }
  }

  /**
   * Says that a planned transaction was left out, because it was too late already. It would have
   * taken longer than it has waited: without that, a stall would show only those that came through.
   * A level counts it as slower than any objective: it may have waited for less than that.
   */
  void overflowed(TransactionKind kind, long waitedNs) {
    long unused = record(kind, waitedNs);
    recordInLevel(HIGHEST_NS);
    overflow.increment();
  }

  /** Returns how many ended so, since the start. */
  public long ended(TransactionKind kind, ReceiptResult result) {
    return ended.get(kind).of(result);
  }

  /** Returns how many failed, since the start. */
  public long failures(TransactionKind kind) {
    return failed.of(kind);
  }

  /** Returns how many of all kinds failed, since the start. */
  public long failures() {
    return TransactionKind.ALL.stream().mapToLong(this::failures).sum();
  }

  /** Returns how many ended in whatever way but a failure, since the start. */
  public long completed() {
    return completed.sum();
  }

  /** Returns how many planned ones were left out, since the start. */
  public long overflow() {
    return overflow.sum();
  }

  /** Begins to keep the times of a level apart. */
  void beginLevel() {
    level = new Recorder(1, HIGHEST_NS, SIGNIFICANT_DIGITS);
  }

  /** Returns the times since {@link #beginLevel}, and keeps them apart no longer. */
  Histogram endLevel() {
    Recorder ofLevel = level;
    level = null;
    return ofLevel.getIntervalHistogram();
  }

  /** Returns by tag what gives the times since it was last asked, for one reader. */
  public Map<String, Supplier<Histogram>> byTag() {
    Map<String, Supplier<Histogram>> byTag = new LinkedHashMap<>();
    byTag.put(ALL, taking(all));
    byKind.forEach((kind, recorder) -> byTag.put(kind.label(), taking(recorder)));
    return byTag;
  }

  private static Supplier<Histogram> taking(Recorder recorder) {
    Histogram[] recycled = new Histogram[1];
    return () -> {
      recycled[0] = recorder.getIntervalHistogram(recycled[0]);
      return recycled[0];
    };
  }
}
