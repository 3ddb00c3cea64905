package dev.jitterlab.sockets;

import java.io.Closeable;
import java.net.InetSocketAddress;

/** One end of the exchanges, running. */
abstract class Peer implements Closeable {
  /** Empty until something carries bytes. */
  volatile String transport = "";

  /** Where a server is reached; null for a client. */
  InetSocketAddress address() {
    return null;
  }

  /**
   * What carries the bytes, read back from the running objects: their class, such as {@code
   * EpollSocketChannel}. Never the name that was asked for.
   */
  final String transport() {
    return transport;
  }

  /** Ends it and closes its sockets; what its sessions say of that is no failure. */
  @Override
  public abstract void close();
}
