package dev.jitterlab.battle.bot.link;

import java.nio.ByteBuffer;

/** A bot's way to one server, for single datagrams. Thread-safe. */
public interface Link extends AutoCloseable {
  /** What became of a packet when it was sent. */
  enum Departure {
    /** It went out, or will when its delay is over. */
    SENT,
    /** The link itself lost it or lets others overtake it, as it was asked to. */
    WITHHELD,
    /** The socket took nothing, or the link was full: the generator's own fault. */
    FAILED
  }

  /** Receives what comes from the server, one packet at a time, on the reader's thread. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Takes one packet.
     *
     * @param packet from position to limit; only valid during the call
     */
    void onPacket(ByteBuffer packet, long nowNs);
  }

  /** Sends the bytes from position to limit; the buffer may be used again at once. */
  Departure send(ByteBuffer packet, long nowNs);

  /** Gives the socket back, behind the packets to the server that are still under way. */
  @Override
  void close();
}
