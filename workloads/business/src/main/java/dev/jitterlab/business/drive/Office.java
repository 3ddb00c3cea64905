package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.CompanySize;
import dev.jitterlab.business.trade.Receipt;
import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.business.trade.TransactionKind;
import dev.jitterlab.business.trade.TransactionMix;
import dev.jitterlab.business.trade.TransactionStore;
import dev.jitterlab.business.trade.Wishes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What all terminals of a server share. Thread-safe. */
public final class Office {
  /** Is told what should not happen. Thread-safe. */
  public interface Complaints {
    /** The store did not answer as it should; told of the first time only. */
    void failed(String why);

    /** A terminal ended because of a defect. */
    void broken(Throwable defect);
  }

  private final TransactionStore store;
  private final CompanySize size;
  private final TransactionMix mix;
  private final TransactionTimes times;
  private final Consumer<Receipt> acknowledged;
  private final Complaints complaints;
  private final AllocatedBytes allocated = new AllocatedBytes();
  private final AtomicLong seeds;
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean fillsHeap;
  private volatile boolean isHeapFull;

  /** Taken from the heap until the end; null before and after that. */
  private volatile byte[] reserve;

  /**
   * Creates it.
   *
   * @param acknowledged is told of each change once it is committed, by the thread that made it
   */
  public Office(
      TransactionStore store,
      CompanySize size,
      TransactionMix mix,
      long seed,
      TransactionTimes times,
      Consumer<Receipt> acknowledged,
      Complaints complaints) {
    this.store = store;
    this.size = size;
    this.mix = mix;
    this.seeds = new AtomicLong(seed);
    this.times = times;
    this.acknowledged = acknowledged;
    this.complaints = complaints;
  }

  /** Returns where the books are. */
  public TransactionStore store() {
    return store;
  }

  /** Returns what became of the transactions. */
  public TransactionTimes times() {
    return times;
  }

  /** Returns what the terminals have allocated. */
  public AllocatedBytes allocated() {
    return allocated;
  }

  /** Returns whether the heap had no room for something. */
  public boolean isHeapFull() {
    return isHeapFull;
  }

  Consumer<Receipt> acknowledged() {
    return acknowledged;
  }

  /** Makes up the wishes for one more terminal, other ones than for any before. */
  Wishes wishes() {
    return new Wishes(seeds.getAndAdd(0x9E3779B97F4A7C15L), mix, size);
  }

  void failed(TransactionKind kind, StoreException e) {
    times.failed(kind);
    if (failures.getAndIncrement() == 0) { // said once: the counter says how often
      complaints.failed(kind.label() + ": " + e.getMessage());
    }
  }

  void broken(Throwable defect) {
    complaints.broken(defect);
  }

  /**
   * Says that a full heap will be a result, and not a defect. It keeps a part of the heap for the
   * end: what is left of a full heap would not do to stop hundreds of terminals, each of which
   * would first ask for two collections of its own.
   */
  void fillHeap(int reserveBytes) {
    reserve = new byte[reserveBytes];
    fillsHeap = true;
  }

  /** The heap had no room: all terminals go home, or it is a defect. */
  void heapIsFull(OutOfMemoryError why) {
    if (!fillsHeap) {
      broken(why);
      return;
    }
    isHeapFull = true;
    freeReserve();
  }

  void freeReserve() {
    reserve = null;
  }

  boolean hasReserve() {
    return reserve != null;
  }
}
