package dev.jitterlab.aggregator.door;

import java.util.concurrent.TimeUnit;

/** The limits of the door. Filled before it is opened, then left alone. */
public final class DoorSettings {
  /** The address to listen on. */
  public String host = "127.0.0.1";

  /** The TCP port, 0 for any. */
  public int port;

  /** Most connections at a time. */
  public int connections = 10_000;

  /** The longest request line, in bytes. */
  public int lineBytes = 4_096;

  /** The largest headers, in bytes. */
  public int headerBytes = 16_384;

  /** The largest body, in bytes. */
  public int bodyBytes = 65_536;

  /** Most bytes of all bodies that are not whole, or wait for the answer to an earlier request. */
  public long bodiesBytes = 16L << 20;

  /** Most requests that a client may send ahead of their answers. */
  public int pipeline = 16;

  /** How long a request may take from its first byte to its last. */
  public long requestNs = TimeUnit.SECONDS.toNanos(5);

  /** How long a client may take to read an answer. */
  public long readerNs = TimeUnit.SECONDS.toNanos(10);

  /** How long a connection may be idle. */
  public long idleNs = TimeUnit.SECONDS.toNanos(60);

  /** How long a client that states no budget waits for an answer, at most. */
  public long budgetNs = TimeUnit.MILLISECONDS.toNanos(1_000);

  /** An event loop that stays further behind than this sheds requests; 0 for never. */
  public long lagNs = TimeUnit.MILLISECONDS.toNanos(100);
}
