package dev.jitterlab.arena.server;

import dev.jitterlab.tick.Mailbox;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Long times between two updates of a fighter, each with the collection that it was in, if it was.
 * One is long above one and a half periods. A collection is its reason if it took at least half of
 * what was too much. An update puts its time into a bounded mailbox and takes no lock. It is
 * decided when the counts are asked for. Thread-safe.
 */
final class LongUpdates implements TickListener {
  private static final int MOST_UNDECIDED = 1 << 14;

  /** The JVM says a moment later that a collection was. */
  private static final long SETTLE_NS = 500_000_000;

  private final TickListener next;
  private final Mailbox<long[]> told = new Mailbox<>("long updates", MOST_UNDECIDED);

  /** Those that were told and may be too fresh. Under this object's lock, as the counts. */
  private final Deque<long[]> undecided = new ArrayDeque<>();

  private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);

  /** What happened meanwhile. */
  enum Reason {
    /** The whole heap was collected while all threads stood. */
    FULL_COLLECTION,
    /** Another collection stopped them. */
    OTHER_COLLECTION,
    /** No collection took half of the excess. */
    NO_COLLECTION;

    String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Begins to listen.
   *
   * @param next is told of each update first
   */
  LongUpdates(TickListener next) {
    this.next = next;
  }

  @Override
  public void onTick(Tick tick) {
    next.onTick(tick);
    if (tick.hasPrevious() && tick.totalNs() > tick.periodNs() + tick.periodNs() / 2) {
      add(tick.finishedNs(), tick.totalNs(), tick.periodNs());
    }
  }

  /** Takes a long one. Any thread, without a lock. */
  void add(long finishedNs, long totalNs, long periodNs) {
    boolean unused = told.offer(new long[] {finishedNs, totalNs, periodNs}); // counted if full
  }

  /** Finds the reason of those of which it can be known by now. */
  synchronized void decide(long nowNs, GarbageCollections collections) {
    long[] heard = undecided.size() < MOST_UNDECIDED ? told.poll() : null;
    while (heard != null) {
      undecided.addLast(heard);
      heard = undecided.size() < MOST_UNDECIDED ? told.poll() : null;
    }
    while (!undecided.isEmpty() && nowNs - undecided.getFirst()[0] > SETTLE_NS) {
      long[] one = undecided.removeFirst();
      long startNs = one[0] - one[1];
      long enoughNs = (one[1] - one[2]) / 2;
      Reason reason =
          collections.overlapNs(startNs, one[0], true) >= enoughNs
              ? Reason.FULL_COLLECTION
              : collections.overlapNs(startNs, one[0], false) >= enoughNs
                  ? Reason.OTHER_COLLECTION
                  : Reason.NO_COLLECTION;
      counts.merge(reason, 1L, Long::sum);
    }
  }

  /** Returns how many had that reason. */
  synchronized long of(Reason reason) {
    return counts.getOrDefault(reason, 0L);
  }

  /** Returns how many came faster than they could be decided. */
  long leftOut() {
    return told.overflowed();
  }
}
