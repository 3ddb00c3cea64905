package dev.jitterlab.battle.bot.link;

import java.nio.ByteBuffer;

/**
 * A bad network in front of another link, in both directions. All its packets wait in a line that
 * many links share; whoever delivers from the line is the one that calls the receiver. Thread-safe.
 */
final class ImpairedLink implements Link, Link.Receiver {
  private final Link inner;
  private final ImpairedDirection up;
  private final ImpairedDirection down;
  private volatile boolean isClosed;

  /**
   * Creates a link.
   *
   * @param seed gives both directions sequences of their own
   */
  ImpairedLink(
      Link inner,
      Receiver receiver,
      Impairments impairments,
      long seed,
      DelayLine line,
      LinkMetrics metrics) {
    this.inner = inner;
    this.up =
        new ImpairedDirection(
            new ImpairedPath(impairments, 2 * seed),
            line,
            (packet, nowNs) -> inner.send(packet, nowNs) == Departure.SENT,
            metrics.up);
    this.down =
        new ImpairedDirection(
            new ImpairedPath(impairments, 2 * seed + 1),
            line,
            (packet, nowNs) -> {
              boolean isOpen = !isClosed; // also where the packet leads to the end of the link
              if (isOpen) {
                receiver.onPacket(packet, nowNs);
              }
              return isOpen;
            },
            metrics.down);
  }

  @Override
  public Departure send(ByteBuffer packet, long nowNs) {
    return up.enter(packet, nowNs);
  }

  /** Takes what the inner link received. */
  @Override
  public void onPacket(ByteBuffer packet, long nowNs) {
    Departure unused = down.enter(packet, nowNs);
  }

  @Override
  public void close() {
    isClosed = true;
    up.afterLast(inner::close);
  }
}
