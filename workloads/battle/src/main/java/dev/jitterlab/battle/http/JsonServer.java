package dev.jitterlab.battle.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * An HTTP/1.1 server that speaks JSON. One event loop does everything; see {@link JsonHandler}.
 *
 * <p>Everything a client can cause is bounded: a body by {@link #MAX_BODY_BYTES} (413), connections
 * (closed unanswered and counted beyond), {@linkplain IdleConnections idle ones of a source},
 * answers that are owed (503 beyond), silence of a connection (closed). A connection has one
 * request at a time. A client is disconnected if it sends another one before its answer is there,
 * or while 64 KiB of answers wait to be read by it. Thread-safe.
 */
public final class JsonServer implements AutoCloseable {
  /** The longest body of a request. */
  public static final int MAX_BODY_BYTES = 64 << 10;

  /** Longer than a client keeps an idle connection, and than any long poll. */
  private static final int IDLE_SECONDS = 60;

  private final MultiThreadIoEventLoopGroup loop;
  private final ChannelGroup connections;
  private final URI uri;

  private JsonServer(MultiThreadIoEventLoopGroup loop, ChannelGroup connections, URI uri) {
    this.loop = loop;
    this.connections = connections;
    this.uri = uri;
  }

  /**
   * Opens a server.
   *
   * @param host the address to listen on: the loopback address, unless someone asks for more
   * @param port 0 for any free one
   * @param maxPending how many connections there may be, and how many answers may be owed
   * @param registry gets {@code jitterlab_http_*}
   * @throws IOException if the port is in use
   */
  public static JsonServer start(
      String host, int port, int maxPending, JsonRoutes routes, PrometheusRegistry registry)
      throws IOException {
    return start(host, port, maxPending, loop -> routes, registry);
  }

  /**
   * As the other, for handlers that come back to the event loop or have timers on it.
   *
   * @param routes is given the event loop, and makes the routes
   */
  public static JsonServer start(
      String host,
      int port,
      int maxPending,
      Function<ScheduledExecutorService, JsonRoutes> routes,
      PrometheusRegistry registry)
      throws IOException {
    MultiThreadIoEventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    JsonRoutes table = routes.apply(loop.next());
    ChannelGroup connections = new DefaultChannelGroup(loop.next());
    HttpMetrics metrics = new HttpMetrics(registry);
    PendingAnswers pending = new PendingAnswers(maxPending, metrics);
    IdleConnections idle = new IdleConnections(metrics);
    ChannelInitializer<SocketChannel> initializer =
        new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            // The listening socket is one of them.
            if (connections.size() > maxPending && !idle.closeOldest()) {
              metrics.refused.inc();
              ChannelFuture unused = channel.close();
              return;
            }
            connections.add(channel);
            JsonConnection connection = new JsonConnection(table, pending, idle, metrics);
            channel
                .pipeline()
                .addLast(new IdleStateHandler(0, 0, IDLE_SECONDS))
                .addLast(new HttpServerCodec())
                .addLast(new BoundedBody(MAX_BODY_BYTES, connection))
                .addLast(connection);
          }
        };
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childHandler(initializer)
            .bind(new InetSocketAddress(host, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      Future<?> unused = loop.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw new IOException(
          String.format(
              "cannot open TCP port %d on %s (%s); is it in use? Port 0 takes any free one",
              port, host, bound.cause().getMessage()),
          bound.cause());
    }
    Channel listening = bound.channel();
    connections.add(listening);
    int opened = ((InetSocketAddress) listening.localAddress()).getPort();
    return new JsonServer(loop, connections, URI.create("http://" + host + ":" + opened));
  }

  /** Returns where it is, such as {@code http://127.0.0.1:40123}. */
  public URI uri() {
    return uri;
  }

  /** Closes all connections; answers that are owed are not given. Takes at most a second. */
  @Override
  public void close() {
    connections.close().awaitUninterruptibly(500);
    loop.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(500);
  }
}
