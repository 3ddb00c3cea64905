package dev.jitterlab.sockets;

import java.io.Closeable;
import java.net.InetSocketAddress;

/** One end of the exchanges, running. */
interface Peer extends Closeable {
  /** Where a server is reached; null for a client. */
  InetSocketAddress address();

  /**
   * What carries the bytes, read back from the running objects: their class, such as {@code
   * EpollSocketChannel}. Never the name that was asked for.
   */
  String transport();

  /** Ends it and closes its sockets; what its sessions say of that is no failure. */
  @Override
  void close();
}
