package dev.jitterlab.battle.bot.link;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.nio.ByteBuffer;
import java.util.Map;

/** One direction of an impaired link. Thread-safe. */
final class ImpairedDirection {
  /** Takes what comes out of this direction; returns false if it could not. */
  @FunctionalInterface
  interface Outlet {
    boolean accept(ByteBuffer packet, long nowNs);
  }

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ImpairedPath path;
  private final DelayLine line;
  private final Outlet outlet;
  private final Map<LinkEvent, CounterDataPoint> counts;
  private final DelayLine.Exit originals = this::deliverOriginal;
  private final DelayLine.Exit copies = this::deliver;
  private long entered;
  private boolean isUsed;
  private long lastDueNs;
  private long latestDelivered = -1; // the delivering thread's

  ImpairedDirection(
      ImpairedPath path, DelayLine line, Outlet outlet, Map<LinkEvent, CounterDataPoint> counts) {
    this.path = path;
    this.line = line;
    this.outlet = outlet;
    this.counts = counts;
  }

  /** Lets a packet in, which comes out when its time has come, if ever. */
  synchronized Link.Departure enter(ByteBuffer packet, long nowNs) {
    count(LinkEvent.ENTERED);
    path.decide(nowNs);
    long number = entered++;
    if (path.isLost()) {
      count(LinkEvent.LOST);
      return Link.Departure.WITHHELD;
    }
    if (!line.add(packet, number, path.dueNs(), originals)) {
      count(LinkEvent.OVERFLOWED);
      return Link.Departure.FAILED;
    }
    count(LinkEvent.DELAYED);
    if (!isUsed || path.dueNs() - lastDueNs > 0) {
      lastDueNs = path.dueNs();
      isUsed = true;
    }
    if (path.isDuplicated()) {
      count(LinkEvent.DUPLICATED);
      boolean fits = line.add(packet, number, path.dueNs(), copies);
      count(fits ? LinkEvent.DELAYED : LinkEvent.OVERFLOWED);
    }
    return path.isHeldBack() ? Link.Departure.WITHHELD : Link.Departure.SENT;
  }

  /** Runs the step behind the last packet; at once if there was none, or no room is left. */
  synchronized void afterLast(Runnable step) {
    if (!isUsed || !line.add(NOTHING, 0, lastDueNs, (packet, number, nowNs) -> step.run())) {
      step.run();
    }
  }

  private void deliverOriginal(ByteBuffer packet, long number, long nowNs) {
    if (number < latestDelivered) {
      count(LinkEvent.REORDERED);
    }
    latestDelivered = Math.max(latestDelivered, number);
    deliver(packet, number, nowNs);
  }

  private void deliver(ByteBuffer packet, long number, long nowNs) {
    count(outlet.accept(packet, nowNs) ? LinkEvent.DELIVERED : LinkEvent.FAILED);
  }

  private void count(LinkEvent event) {
    counts.get(event).inc();
  }
}
