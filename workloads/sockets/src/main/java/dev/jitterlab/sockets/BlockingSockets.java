package dev.jitterlab.sockets;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** How sockets with waiting calls are opened: those of {@code java.net}, or channels. */
interface BlockingSockets {
  /** Takes connections, or datagrams. Thread-safe. */
  final class Door implements Closeable {
    private final Closeable socket;
    private final InetSocketAddress address;
    private final Accepting accepting;

    Door(Closeable socket, SocketAddress address, Accepting accepting) {
      this.socket = socket;
      this.address = (InetSocketAddress) address;
      this.accepting = accepting;
    }

    InetSocketAddress address() {
      return address;
    }

    /** Waits for the next connection; a datagram socket itself, whose sends go to who sent last. */
    SocketWire accept() throws IOException {
      return accepting.accept();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** Waits for a connection. */
  interface Accepting {
    SocketWire accept() throws IOException;
  }

  /** Opens a door at that address. */
  Door open(InetSocketAddress at, SocketExchange exchange) throws IOException;

  /** Connects, as a datagram socket too. */
  SocketWire connect(InetSocketAddress to, SocketExchange exchange) throws IOException;
}
