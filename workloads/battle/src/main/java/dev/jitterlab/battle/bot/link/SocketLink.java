package dev.jitterlab.battle.bot.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;

/** A link that adds nothing to its connected, non-blocking channel, which it owns. */
final class SocketLink implements Link {
  private static final System.Logger LOG = System.getLogger(SocketLink.class.getName());

  private final DatagramChannel channel;
  private final LinkMetrics metrics;

  SocketLink(DatagramChannel channel, LinkMetrics metrics) {
    this.channel = channel;
    this.metrics = metrics;
  }

  @Override
  public Departure send(ByteBuffer packet, long nowNs) {
    try {
      return channel.write(packet) > 0 ? Departure.SENT : Departure.FAILED;
    } catch (ClosedChannelException e) {
      return Departure.FAILED; // a late packet of a link that was given back
    } catch (IOException e) {
      metrics.socketErrors.inc();
      return Departure.FAILED;
    }
  }

  /** Reads one packet into the buffer, if there is one. */
  boolean receive(ByteBuffer buffer) {
    buffer.clear();
    try {
      if (channel.read(buffer) <= 0) {
        return false;
      }
    } catch (ClosedChannelException e) {
      return false;
    } catch (IOException e) {
      metrics.socketErrors.inc();
      return false;
    }
    buffer.flip();
    return true;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "could not close a bot's socket", e);
    }
  }
}
