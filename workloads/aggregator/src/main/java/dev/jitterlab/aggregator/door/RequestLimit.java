package dev.jitterlab.aggregator.door;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * How many requests are worked on at a time. A few more wait for their turn, in order and not for
 * long; all others are shed. So those that are let in stay quick however many come. While some
 * wait, a timer is set for the one that came first, so none waits longer even if no other request
 * ends. Thread-safe; as long as there is room, requests meet at one counter and at no lock.
 */
public final class RequestLimit implements MultiCollector {
  /** A request that waits. */
  public interface Turn {
    /**
     * It is its turn; must not wait.
     *
     * @param waited whether another request's end calls; then nothing may be worked on within the
     *     call
     */
    void begin(boolean waited);

    /** It has waited too long, and is answered with a refusal. */
    void shed();
  }

  /** Calls somebody later. */
  @FunctionalInterface
  public interface Timer {
    /** Calls a task once, after so many nanoseconds, on any thread; does not wait. */
    void call(Runnable task, long afterNs);
  }

  private static final class Waiting {
    final Turn turn;
    final long sinceNs;

    Waiting(Turn turn, long sinceNs) {
      this.turn = turn;
      this.sinceNs = sinceNs;
    }
  }

  private final int most;
  private final int mostWaiting;
  private final long longestWaitNs;
  private final LongSupplier clock;
  private final Timer timer;
  private final AtomicInteger underWay = new AtomicInteger();
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
  private volatile int waiting;
  private boolean timed; // guarded by the queue

  /**
   * Creates a limit.
   *
   * @param most at a time
   * @param mostWaiting beside those
   * @param longestWaitNs after which a request that waits is shed
   * @param clock nanoseconds
   * @param timer sheds those that wait, by the same clock
   */
  public RequestLimit(
      int most, int mostWaiting, long longestWaitNs, LongSupplier clock, Timer timer) {
    this.most = most;
    this.mostWaiting = mostWaiting;
    this.longestWaitNs = longestWaitNs;
    this.clock = clock;
    this.timer = timer;
  }

  /**
   * Begins a request now, or later, or never.
   *
   * @throws RefusedException if there is no room to wait
   */
  public void enter(Turn turn) throws RefusedException {
    if (waiting == 0 && take()) {
      turn.begin(false);
      return;
    }
    synchronized (queue) {
      if (queue.size() >= mostWaiting) {
        throw new RefusedException(RequestRefusal.QUEUE_FULL, "Too busy. Try again in a second.");
      }
      queue.add(new Waiting(turn, clock.getAsLong()));
      waiting = queue.size();
      if (!timed) {
        timed = true;
        timer.call(this::shedLate, longestWaitNs);
      }
    }
    next(); // the last one may have left meanwhile
  }

  /** Sheds those whose time is over, and comes again for the next one. */
  private void shedLate() {
    List<Waiting> late = new ArrayList<>();
    synchronized (queue) {
      long nowNs = clock.getAsLong();
      while (!queue.isEmpty() && isLate(queue.peek(), nowNs)) {
        late.add(queue.poll());
      }
      waiting = queue.size();
      timed = !queue.isEmpty();
      if (timed) {
        timer.call(this::shedLate, longestWaitNs - (nowNs - queue.peek().sinceNs));
      }
    }
    late.forEach(one -> one.turn.shed());
  }

  private boolean isLate(Waiting one, long nowNs) {
    return nowNs - one.sinceNs >= longestWaitNs;
  }

  /** A request that had begun has ended. */
  public void leave() {
    underWay.decrementAndGet();
    next();
  }

  private boolean take() {
    int now = underWay.get();
    while (now < most) {
      if (underWay.compareAndSet(now, now + 1)) {
        return true;
      }
      now = underWay.get();
    }
    return false;
  }

  private void next() {
    while (waiting > 0 && take()) {
      Waiting next;
      synchronized (queue) {
        next = queue.poll();
        waiting = queue.size();
      }
      if (next != null && !isLate(next, clock.getAsLong())) {
        next.turn.begin(true);
      } else {
        underWay.decrementAndGet();
        if (next != null) {
          next.turn.shed();
        }
      }
    }
  }

  /** Returns how many are worked on. */
  public int underWay() {
    return underWay.get();
  }

  /** Returns how many wait. */
  public int waiting() {
    return waiting;
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.gauge("jitterlab_requests_under_way", "Requests worked on.", underWay()),
        Snapshots.gauge("jitterlab_requests_waiting", "Requests that wait.", waiting()));
  }
}
