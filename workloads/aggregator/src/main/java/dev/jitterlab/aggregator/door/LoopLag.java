package dev.jitterlab.aggregator.door;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How far an event loop is behind: the lateness of a task that is due every 20 ms.
 *
 * <p>Only lateness that lasts counts, so it is the smaller one of the last two. One pause of the
 * collector makes the task late once. What arrived meanwhile can be served at once, so to shed it
 * would make a pause worse. In an overload the loop is as late the next time.
 */
final class LoopLag implements Runnable {
  private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventLoop loop;
  private final LongSupplier clock;
  private long dueNs;
  private long previousNs;
  private long latestNs;

  LoopLag(EventLoop loop, LongSupplier clock) {
    this.loop = loop;
    this.clock = clock;
  }

  void start() {
    goOn(clock.getAsLong());
  }

  @Override
  public void run() {
    long nowNs = clock.getAsLong();
    previousNs = latestNs;
    latestNs = Math.max(0, nowNs - dueNs);
    goOn(nowNs);
  }

  private void goOn(long nowNs) {
    dueNs = nowNs + PERIOD_NS;
    var unused = loop.schedule(this, PERIOD_NS, TimeUnit.NANOSECONDS);
  }

  /** On the loop only. */
  long lagNs() {
    return Math.min(previousNs, latestNs);
  }
}
