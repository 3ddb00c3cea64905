package dev.jitterlab.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The requests that are out, and since when each is due: one that hangs has no response time, and
 * without this it would be in no figure. A request has a place while it is out. Places are numbered
 * from 0 and used again, the last one first, so that there are hardly more than were ever out at
 * once; beyond the most that are allowed there is none.
 *
 * <p>Thread-safe. Reading the ages takes no lock, so that no sender waits for a scrape; a request
 * that comes or goes meanwhile may be left out, or count as just due.
 */
final class RequestsOut {
  /** Instead of a place: too many are out. */
  static final int NO_PLACE = -1;

  private static final int FIRST_PLACES = 16;

  private final int most;
  private int[] free = new int[FIRST_PLACES]; // a stack
  private int freeCount;
  private int used; // so many places were taken at least once, the first ones
  private volatile Places places = new Places(FIRST_PLACES);

  /**
   * Creates it, with none out.
   *
   * @param most how many may be out at once
   */
  RequestsOut(int most) {
    this.most = most;
  }

  /** Takes how long a request has been out. */
  @FunctionalInterface
  interface AgeTaker {
    /**
     * Takes one.
     *
     * @param ageNs since it was due; not negative
     * @param answers how many answers it still waits for; at least 1
     */
    void take(long ageNs, int answers);
  }

  /**
   * Says that a request goes out, which waits for one answer.
   *
   * @param dueNs by the load's clock
   * @return its place; {@link #NO_PLACE} if too many are out
   */
  synchronized int begin(long dueNs) {
    int place;
    if (freeCount > 0) {
      place = free[--freeCount];
    } else if (used < most) {
      if (used == free.length) {
        grow();
      }
      place = used++;
    } else {
      return NO_PLACE;
    }
    places.dueNs.setRelease(place, dueNs);
    places.answers.setRelease(place, 1);
    return place;
  }

  private void grow() {
    int size = (int) Math.min(most, 2L * free.length);
    free = Arrays.copyOf(free, size);
    places = new Places(places, size);
  }

  /**
   * Says how many answers a request waits for from now on.
   *
   * @param answers at least 1
   */
  synchronized void waitFor(int place, int answers) {
    requireOut(place);
    places.answers.setRelease(place, answers);
  }

  /** Says that a request is not out any more: its place is free. */
  synchronized void end(int place) {
    requireOut(place);
    places.answers.setRelease(place, 0);
    free[freeCount++] = place;
  }

  private void requireOut(int place) {
    if (places.answers.get(place) == 0) {
      throw new IllegalStateException("no request is out at place " + place);
    }
  }

  /** Gives the age of each request that is out, in no order. */
  void ages(long nowNs, AgeTaker taker) {
    Places now = places;
    for (int place = 0; place < now.answers.length(); place++) {
      int answers = now.answers.getAcquire(place);
      if (answers > 0) {
        taker.take(Math.max(0, nowNs - now.dueNs.getAcquire(place)), answers);
      }
    }
  }

  /** Returns how many are out. */
  synchronized int count() {
    return used - freeCount;
  }

  /** Returns how many requests were due longer ago than that. */
  long olderThan(long ns, long nowNs) {
    Places now = places;
    long older = 0;
    for (int place = 0; place < now.answers.length(); place++) {
      if (now.answers.getAcquire(place) > 0 && nowNs - now.dueNs.getAcquire(place) > ns) {
        older++;
      }
    }
    return older;
  }

  /** What is at the places: when each request was due, and for how many answers it waits, or 0. */
  private static final class Places {
    final AtomicLongArray dueNs;
    final AtomicIntegerArray answers;

    Places(int size) {
      dueNs = new AtomicLongArray(size);
      answers = new AtomicIntegerArray(size);
    }

    Places(Places before, int size) {
      this(size);
      for (int place = 0; place < before.answers.length(); place++) {
        dueNs.setPlain(place, before.dueNs.get(place));
        answers.setPlain(place, before.answers.get(place));
      }
    }
  }
}
