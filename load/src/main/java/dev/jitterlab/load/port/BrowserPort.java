package dev.jitterlab.load.port;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A port at which browsers get a page and talk over WebSockets, on event loops of its own. Closing
 * it closes all connections. Thread-safe.
 */
public abstract class BrowserPort implements AutoCloseable {
  private static final int BACKLOG = 1_024;
  private static final int MOST_REQUEST_BYTES = 16 << 10;

  private final MultiThreadIoEventLoopGroup loops;
  private final ChannelGroup connections;
  private final WriteBufferWaterMark waiting;
  private InetSocketAddress address;

  /**
   * Creates one that is not open.
   *
   * @param threads the name of its threads
   * @param waiting what may wait to be written to a browser
   */
  protected BrowserPort(String threads, int count, WriteBufferWaterMark waiting) {
    this.loops =
        new MultiThreadIoEventLoopGroup(
            count, new DefaultThreadFactory(threads, true), NioIoHandler.newFactory());
    this.connections = new DefaultChannelGroup(loops.next());
    this.waiting = waiting;
  }

  /**
   * Looks at a new connection, and adds what limits it before HTTP is read.
   *
   * @return false to refuse it
   */
  protected abstract boolean accept(SocketChannel channel);

  /** Returns what takes the requests of a connection. */
  protected abstract ChannelHandler requests();

  /**
   * Opens the port.
   *
   * @param host the loopback address, unless others are to come
   * @param port 0 for any free one
   * @throws IOException if the port cannot be opened; this is closed then
   */
  protected final void open(InetAddress host, int port) throws IOException {
    try {
      Channel listening =
          ListeningPort.open(loops, new InetSocketAddress(host, port), BACKLOG, this::begin);
      connections.add(listening);
      address = (InetSocketAddress) listening.localAddress();
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void begin(SocketChannel channel) {
    channel.config().setWriteBufferWaterMark(waiting);
    if (!accept(channel)) {
      ChannelFuture unused = channel.close();
      return;
    }
    connections.add(channel);
    channel
        .pipeline()
        .addLast(new HttpServerCodec())
        .addLast(
            new WholeRequests(MOST_REQUEST_BYTES) {
              @Override
              protected void handleOversizedMessage(
                  ChannelHandlerContext context, HttpMessage request) {
                BrowserPage.refuseBody(context, MOST_REQUEST_BYTES);
              }
            })
        .addLast(requests());
  }

  /** Returns how many channels are open; the listening one is one of them. */
  protected final int connections() {
    return connections.size();
  }

  /** Returns one of its event loops. */
  protected final EventLoop loop() {
    return loops.next();
  }

  /** Returns the address that it listens on. */
  public final InetSocketAddress address() {
    return address;
  }

  /**
   * Reads a page that is beside a class.
   *
   * @throws IOException if the jar has none
   */
  protected static byte[] page(Class<?> beside, String name) throws IOException {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is not in the jar");
      }
      return in.readAllBytes();
    }
  }

  @Override
  public void close() {
    connections.close().awaitUninterruptibly(500);
    loops.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(500);
  }
}
