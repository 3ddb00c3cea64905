package dev.jitterlab.aggregator.door;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/** How far an event loop is behind: the lateness of a task that is due every 20 ms. */
final class LoopLag implements Runnable {
  private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final EventLoop loop;
  private long dueNs;
  private long lagNs;

  LoopLag(EventLoop loop) {
    this.loop = loop;
  }

  void start() {
    dueNs = System.nanoTime() + PERIOD_NS;
    var unused = loop.schedule(this, PERIOD_NS, TimeUnit.NANOSECONDS);
  }

  @Override
  public void run() {
    long nowNs = System.nanoTime();
    lagNs = Math.max(0, nowNs - dueNs);
    dueNs = nowNs + PERIOD_NS;
    var unused = loop.schedule(this, PERIOD_NS, TimeUnit.NANOSECONDS);
  }

  /** On the loop only. */
  long lagNs() {
    return lagNs;
  }
}
