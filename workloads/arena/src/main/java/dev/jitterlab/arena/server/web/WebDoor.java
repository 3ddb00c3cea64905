package dev.jitterlab.arena.server.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and its WebSockets, all on one event loop. What a client can cause is bounded:
 * connections, the size of a message, messages a second, and what waits to be read by it.
 * Thread-safe.
 */
public final class WebDoor implements AutoCloseable {
  private static final String PAGE = "arena.html";
  private static final int MOST_CONNECTIONS = 1_000;
  private static final int MOST_REQUEST_BYTES = 16 << 10;
  private static final int IDLE_SECONDS = 90;
  private static final int NEWS_MS = 500;

  /** A browser that has this much to read gets no more pictures until it has read. */
  private static final WriteBufferWaterMark WAITING = new WriteBufferWaterMark(64 << 10, 256 << 10);

  private final MultiThreadIoEventLoopGroup loop;
  private final ChannelGroup connections;
  private final List<URI> uris;

  private WebDoor(MultiThreadIoEventLoopGroup loop, ChannelGroup connections, List<URI> uris) {
    this.loop = loop;
    this.connections = connections;
    this.uris = uris;
  }

  /**
   * Opens the door.
   *
   * @param host the loopback address, unless others are to play
   * @param port 0 for any free one
   * @throws IOException if the port is in use
   */
  public static WebDoor start(BrowserGame game, String host, int port) throws IOException {
    byte[] page = page();
    InetAddress address = InetAddress.getByName(host);
    boolean isLocal = address.isLoopbackAddress();
    MultiThreadIoEventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("arena-web", true), NioIoHandler.newFactory());
    ChannelGroup connections = new DefaultChannelGroup(loop.next());
    ChannelGroup pages = new DefaultChannelGroup(loop.next());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WAITING)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    if (connections.size() > MOST_CONNECTIONS) {
                      ChannelFuture unused = channel.close();
                      return;
                    }
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(new IdleStateHandler(IDLE_SECONDS, 0, 0))
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpObjectAggregator(MOST_REQUEST_BYTES, true))
                        .addLast(new PageHandler(game, page, isLocal, pages));
                  }
                })
            .bind(new InetSocketAddress(address, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var unused = loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw new IOException(
          "cannot open TCP port "
              + port
              + " on "
              + host
              + " ("
              + bound.cause().getMessage()
              + "); is it in use? Port 0 takes any free one",
          bound.cause());
    }
    Channel listening = bound.channel();
    connections.add(listening);
    var unused =
        loop.next()
            .scheduleWithFixedDelay(
                () -> PageHandler.tellAll(pages, game), NEWS_MS, NEWS_MS, TimeUnit.MILLISECONDS);
    int opened = ((InetSocketAddress) listening.localAddress()).getPort();
    return new WebDoor(
        loop, connections, OwnAddresses.of(host, address, opened, OwnAddresses.ofThisMachine()));
  }

  private static byte[] page() throws IOException {
    try (InputStream in = WebDoor.class.getResourceAsStream(PAGE)) {
      if (in == null) {
        throw new IOException(PAGE + " is not in the jar");
      }
      return in.readAllBytes();
    }
  }

  /** Returns where the page is, for a person at this machine. */
  public URI uri() {
    return uris.get(0);
  }

  /** Returns where others in the network can open it too; empty unless every address is bound. */
  public List<URI> urisForOthers() {
    return uris.subList(1, uris.size());
  }

  @Override
  public void close() {
    connections.close().awaitUninterruptibly(500);
    loop.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(500);
  }
}
