package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.RateLimit;
import io.netty.channel.Channel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Lets the packets of a flood gather in the socket's buffer for a millisecond at a time. Most of
 * what an unwanted packet costs is waking up for it, and that a pause makes once for a hundred; the
 * ticks get the CPU. Nothing is lost by it, and players' inputs wait for a moment only while there
 * is a flood. Event loop only.
 */
final class ReadPacing {
  /** So many unwanted packets a second, and as many at once, are no flood. */
  static final int UNPACED_PER_SECOND = 10_000;

  static final long PAUSE_NS = 1_000_000;

  /** More than what comes in a pause of a flood of 200,000 a second. */
  static final int PACKETS_PER_READ = 256;

  private final RateLimit unwanted;
  private boolean pausing;

  ReadPacing(long nowNs) {
    this.unwanted = new RateLimit(UNPACED_PER_SECOND, nowNs);
  }

  /** Takes note of what was read, of which so many packets came from no player. */
  void read(Channel channel, int strangers, long nowNs) {
    boolean isFlood = false;
    for (int i = 0; i < strangers; i++) {
      isFlood |= !unwanted.tryTake(nowNs);
    }
    if (isFlood && !pausing) {
      pausing = true;
      channel.config().setAutoRead(false);
      Future<?> unused =
          channel.eventLoop().schedule(() -> goOn(channel), PAUSE_NS, TimeUnit.NANOSECONDS);
    }
  }

  private void goOn(Channel channel) {
    pausing = false;
    channel.config().setAutoRead(true);
  }
}
