package dev.jitterlab.sockets;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Channels in blocking mode, with direct buffers: the shortest way from Java to the system. */
final class ChannelSockets implements BlockingSockets {
  @Override
  public Door open(InetSocketAddress at, SocketExchange exchange) throws IOException {
    return exchange.kind().isDatagram()
        ? new DatagramDoor(at, exchange)
        : new TcpDoor(at, exchange);
  }

  @Override
  public SocketWire connect(InetSocketAddress to, SocketExchange exchange) throws IOException {
    if (exchange.kind().isDatagram()) {
      return new ConnectedDatagrams(DatagramChannel.open().connect(to), exchange);
    }
    return new TcpWire(SocketChannel.open(to), exchange);
  }

  private static final class TcpDoor implements Door {
    private final ServerSocketChannel listening = ServerSocketChannel.open();
    private final SocketExchange exchange;

    TcpDoor(InetSocketAddress at, SocketExchange exchange) throws IOException {
      this.exchange = exchange;
      listening.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listening.bind(at, SocketServer.BACKLOG);
    }

    @Override
    public InetSocketAddress address() {
      return localAddress(listening.socket().getLocalSocketAddress());
    }

    @Override
    public SocketWire accept() throws IOException {
      return new TcpWire(listening.accept(), exchange);
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }

  private static final class TcpWire implements SocketWire {
    private final SocketChannel channel;
    private final ByteBuffer buffer;

    TcpWire(SocketChannel channel, SocketExchange exchange) throws IOException {
      this.channel = channel;
      this.buffer = Buffers.direct(exchange);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, exchange.noDelay());
    }

    @Override
    public void send(int bytes) throws IOException {
      buffer.clear().limit(bytes);
      while (buffer.hasRemaining()) {
        int unused = channel.write(buffer);
      }
    }

    @Override
    public int receiveSome(int most) throws IOException {
      buffer.clear().limit(most);
      return channel.read(buffer);
    }

    @Override
    public String carrier() {
      return channel.getClass().getSimpleName();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class DatagramDoor implements Door {
    private final DatagramChannel channel = DatagramChannel.open();
    private final SocketExchange exchange;

    DatagramDoor(InetSocketAddress at, SocketExchange exchange) throws IOException {
      this.exchange = exchange;
      channel.bind(at);
    }

    @Override
    public InetSocketAddress address() {
      return localAddress(channel.socket().getLocalSocketAddress());
    }

    @Override
    public SocketWire accept() {
      return new AnsweringDatagrams(channel, exchange);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class ConnectedDatagrams implements SocketWire {
    private final DatagramChannel channel;
    private final ByteBuffer buffer;

    ConnectedDatagrams(DatagramChannel channel, SocketExchange exchange) {
      this.channel = channel;
      this.buffer = Buffers.direct(exchange);
    }

    @Override
    public void send(int bytes) throws IOException {
      buffer.clear().limit(bytes);
      int unused = channel.write(buffer);
    }

    @Override
    public int receiveSome(int most) throws IOException {
      buffer.clear().limit(most);
      return channel.read(buffer);
    }

    @Override
    public String carrier() {
      return channel.getClass().getSimpleName();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class AnsweringDatagrams implements SocketWire {
    private final DatagramChannel channel;
    private final ByteBuffer buffer;
    private SocketAddress from;

    AnsweringDatagrams(DatagramChannel channel, SocketExchange exchange) {
      this.channel = channel;
      this.buffer = Buffers.direct(exchange);
    }

    @Override
    public void send(int bytes) throws IOException {
      buffer.clear().limit(bytes);
      int unused = channel.send(buffer, from);
    }

    @Override
    public int receiveSome(int most) throws IOException {
      buffer.clear().limit(most);
      from = channel.receive(buffer);
      return buffer.position();
    }

    @Override
    public String carrier() {
      return channel.getClass().getSimpleName();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static InetSocketAddress localAddress(SocketAddress address) {
    return (InetSocketAddress) address;
  }
}
