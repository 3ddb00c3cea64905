package dev.jitterlab.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Channels in blocking mode, with direct buffers: the shortest way from Java to the system. */
final class ChannelSockets implements BlockingSockets {
  @Override
  public Door open(InetSocketAddress at, SocketExchange exchange) throws IOException {
    if (exchange.kind().isDatagram()) {
      DatagramChannel channel = DatagramChannel.open().bind(at);
      return new Door(
          channel, channel.getLocalAddress(), () -> new AnsweringDatagrams(channel, exchange));
    }
    ServerSocketChannel listening = ServerSocketChannel.open();
    listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    listening.bind(at, SocketServer.BACKLOG);
    return new Door(
        listening, listening.getLocalAddress(), () -> connection(listening.accept(), exchange));
  }

  @Override
  public SocketWire connect(InetSocketAddress to, SocketExchange exchange) throws IOException {
    return exchange.kind().isDatagram()
        ? new Connected(DatagramChannel.open().connect(to), exchange)
        : connection(SocketChannel.open(to), exchange);
  }

  private static SocketWire connection(SocketChannel channel, SocketExchange exchange)
      throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, exchange.noDelay());
    return new Connected(channel, exchange);
  }

  /** A TCP connection, or a datagram socket that is connected, which sends whole datagrams. */
  private static final class Connected extends SocketWire {
    private final ByteChannel channel;
    private final ByteBuffer buffer;

    Connected(ByteChannel channel, SocketExchange exchange) {
      super(channel);
      this.channel = channel;
      this.buffer = Buffers.direct(exchange);
    }

    @Override
    void send(int bytes) throws IOException {
      buffer.clear().limit(bytes);
      while (buffer.hasRemaining()) {
        int unused = channel.write(buffer);
      }
    }

    @Override
    int receiveSome(int most) throws IOException {
      buffer.clear().limit(most);
      return channel.read(buffer);
    }
  }

  private static final class AnsweringDatagrams extends SocketWire {
    private final DatagramChannel channel;
    private final ByteBuffer buffer;
    private SocketAddress from;

    AnsweringDatagrams(DatagramChannel channel, SocketExchange exchange) {
      super(channel);
      this.channel = channel;
      this.buffer = Buffers.direct(exchange);
    }

    @Override
    void send(int bytes) throws IOException {
      buffer.clear().limit(bytes);
      int unused = channel.send(buffer, from);
    }

    @Override
    int receiveSome(int most) throws IOException {
      buffer.clear().limit(most);
      from = channel.receive(buffer);
      return buffer.position();
    }
  }
}
