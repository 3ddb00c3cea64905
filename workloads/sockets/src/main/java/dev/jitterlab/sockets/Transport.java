package dev.jitterlab.sockets;

import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The ways from Java to a socket. */
public enum Transport {
  /** Sockets of {@code java.net}, with a thread that waits in each call. */
  BLOCKING,
  /** Channels in blocking mode with direct buffers. */
  CHANNEL,
  /** Sockets of {@code java.net} in virtual threads. */
  VIRTUAL,
  /** An event loop on a selector. */
  NIO,
  /** Netty's event loop on a selector. */
  NETTY_NIO,
  /** Netty's event loop on epoll, by its own native code. */
  NETTY_EPOLL,
  /** Netty's event loop on io_uring. */
  NETTY_IO_URING;

  /** Whether a read can be given a time limit: the options of event loops have none. */
  boolean timesReads() {
    return this == BLOCKING || this == VIRTUAL;
  }

  /** Starts to serve. */
  Peer serve(InetSocketAddress at, SocketExchange exchange, Counts counts) throws IOException {
    require(exchange);
    switch (this) {
      case BLOCKING:
        return BlockingServer.start(
            at, exchange, counts, new NetSockets(), DaemonThreads.named("session"));
      case CHANNEL:
        return BlockingServer.start(
            at, exchange, counts, new ChannelSockets(), DaemonThreads.named("session"));
      case VIRTUAL:
        return BlockingServer.start(
            at, exchange, counts, new NetSockets(), DaemonThreads.virtual("another transport"));
      case NIO:
        return NioServer.start(at, exchange, counts);
      case NETTY_NIO:
        return NettyServer.start(at, exchange, counts, NettyTransport.NIO);
      case NETTY_EPOLL:
        return NettyServer.start(at, exchange, counts, NettyTransport.EPOLL);
      case NETTY_IO_URING:
        return NettyServer.start(at, exchange, counts, NettyTransport.IO_URING);
    }
    throw new IllegalStateException(name());
  }

  /** Starts to ask. */
  Peer ask(InetSocketAddress to, SocketExchange exchange, Counts counts) throws IOException {
    require(exchange);
    switch (this) {
      case BLOCKING:
        return BlockingClient.start(
            to, exchange, counts, new NetSockets(), DaemonThreads.named("session"));
      case CHANNEL:
        return BlockingClient.start(
            to, exchange, counts, new ChannelSockets(), DaemonThreads.named("session"));
      case VIRTUAL:
        return BlockingClient.start(
            to, exchange, counts, new NetSockets(), DaemonThreads.virtual("another transport"));
      case NIO:
        return NioClient.start(to, exchange, counts);
      case NETTY_NIO:
        return NettyClient.start(to, exchange, counts, NettyTransport.NIO);
      case NETTY_EPOLL:
        return NettyClient.start(to, exchange, counts, NettyTransport.EPOLL);
      case NETTY_IO_URING:
        return NettyClient.start(to, exchange, counts, NettyTransport.IO_URING);
    }
    throw new IllegalStateException(name());
  }

  private void require(SocketExchange exchange) {
    if (exchange.readTimeoutMs() > 0 && !timesReads()) {
      throw new IllegalArgumentException(
          "--read-timeout-ms is for the transports blocking and virtual; leave it out for "
              + name().toLowerCase(java.util.Locale.ROOT));
    }
    boolean hasPackets = exchange.kind().isDatagram() && (this == BLOCKING || this == VIRTUAL);
    if (exchange.freshPackets() && !hasPackets) {
      throw new IllegalArgumentException(
          "--fresh-packets is for datagrams by the transports blocking and virtual");
    }
  }
}
