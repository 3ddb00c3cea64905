package dev.jitterlab.sockets;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;

/** How sockets with waiting calls are opened: those of {@code java.net}, or channels. */
interface BlockingSockets {
  /** Takes connections, or datagrams. Thread-safe. */
  interface Door extends Closeable {
    InetSocketAddress address();

    /** Waits for the next connection; a datagram socket itself, whose sends go to who sent last. */
    SocketWire accept() throws IOException;
  }

  /** Opens a door at that address. */
  Door open(InetSocketAddress at, SocketExchange exchange) throws IOException;

  /** Connects, as a datagram socket too. */
  SocketWire connect(InetSocketAddress to, SocketExchange exchange) throws IOException;
}
