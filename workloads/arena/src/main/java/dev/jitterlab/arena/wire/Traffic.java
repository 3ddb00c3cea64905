package dev.jitterlab.arena.wire;

import java.util.concurrent.atomic.LongAdder;

/**
 * What goes over the wire, both ways: datagrams, and the bits that they take on an Ethernet. Of
 * clients that the server plays itself, what would go over it. Thread-safe.
 */
public final class Traffic {
  /**
   * What each datagram has around it: preamble 8, Ethernet header 14 and check sum 4, gap 12, IPv4
   * header 20, UDP header 8.
   */
  public static final int AROUND_BYTES = 66;

  private final LongAdder toClients = new LongAdder();
  private final LongAdder toClientsBytes = new LongAdder();
  private final LongAdder toServer = new LongAdder();
  private final LongAdder toServerBytes = new LongAdder();
  private final LongAdder told = new LongAdder();

  /** Counts a picture that goes to its client. */
  public void toClient(StateFrame frame) {
    toClients.add(frame.parts());
    toClientsBytes.add(frame.bytes() + (long) frame.parts() * AROUND_BYTES);
    told.add(frame.told());
  }

  /** Counts a datagram of a client. */
  public void toServer(int bytes) {
    toServer.increment();
    toServerBytes.add(bytes + AROUND_BYTES);
  }

  /** Returns how many datagrams went to clients. */
  public long datagramsToClients() {
    return toClients.sum();
  }

  /** Returns how many bytes they took. */
  public long bytesToClients() {
    return toClientsBytes.sum();
  }

  /** Returns how many datagrams came from clients. */
  public long datagramsToServer() {
    return toServer.sum();
  }

  /** Returns how many bytes they took. */
  public long bytesToServer() {
    return toServerBytes.sum();
  }

  /** Returns how often a client was told where a fighter is: the messages of LEARS. */
  public long told() {
    return told.sum();
  }
}
