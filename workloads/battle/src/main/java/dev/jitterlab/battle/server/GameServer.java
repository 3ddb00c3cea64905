package dev.jitterlab.battle.server;

import dev.jitterlab.battle.http.JsonRoutes;
import dev.jitterlab.battle.http.JsonServer;
import dev.jitterlab.battle.process.Opening;
import dev.jitterlab.battle.process.Parts;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.tick.TickRecorder;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A battle server that is running: everything is put together in {@link #start}, and taken apart in
 * the opposite order by {@link #close}. Thread-safe.
 */
final class GameServer implements AutoCloseable {
  private static final int TIMER_MILLIS = 100;
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MAX_CONTROL_CONNECTIONS = 64;
  private static final int SOCKET_BUFFER_BYTES = 4 << 20;

  /** A packet longer than this is cut, and still too long to be valid. */
  private static final int RECEIVED_BYTES = 2 * ClientPacket.MAX_BYTES;

  /** What to open and how to run it; the rest is {@link ServerSettings}. */
  static final class Options {
    String host = "127.0.0.1";
    int port;
    int metricsPort;
    int controlPort;
    String scheduler = "scheduled-pool";
    int threads = Runtime.getRuntime().availableProcessors();
    Path tickLog;
  }

  private final Parts parts = new Parts();
  private InetSocketAddress udpAddress;
  private URI metricsUri;
  private URI controlUri;

  private GameServer() {}

  /**
   * Starts a server.
   *
   * @throws IOException if a port is in use or the tick log cannot be written
   * @throws IllegalArgumentException if an option has no meaning
   */
  static GameServer start(Options options, ServerSettings settings, BattleFactory factory)
      throws IOException {
    GameServer server = new GameServer();
    try {
      server.open(options, settings, factory);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void open(Options options, ServerSettings settings, BattleFactory factory)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    ServerMetrics metrics = new ServerMetrics(registry);

    TickRecorder recorder = new TickRecorder();
    if (options.tickLog != null) {
      parts.add(Opening.tickLog(recorder, options.tickLog));
    }

    MultiThreadIoEventLoopGroup network =
        new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    parts.add(() -> network.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).await(500));

    TickScheduler scheduler =
        TickSchedulers.named(options.scheduler)
            .threads(options.threads)
            .listener(recorder)
            .create();
    parts.add(scheduler);
    TickMetrics.register(registry, recorder, scheduler);

    SecureRandom secrets = new SecureRandom();
    NioDatagramChannel channel = new NioDatagramChannel();
    PacketWriter writer = new PacketWriter(channel);
    BattleViews views = new BattleViews(network.next(), System::nanoTime);
    BattleHost host =
        new BattleHost(settings, factory, scheduler, network.next(), writer, metrics, views);
    SessionHandler sessions =
        new SessionHandler(
            settings,
            System::nanoTime,
            new JoinTokens(secrets.nextLong(), secrets.nextLong()),
            host,
            writer,
            metrics);
    bind(channel, network, sessions, options);
    // While the loop still selects: a loop that shut down with the channel open left the socket
    // open in 12 of 300 tries.
    parts.add(() -> channel.close().await(500));
    Future<?> unused =
        network
            .next()
            .scheduleAtFixedRate(
                sessions::onTimer, TIMER_MILLIS, TIMER_MILLIS, TimeUnit.MILLISECONDS);
    udpAddress = channel.localAddress();

    MetricsEndpoint endpoint = Opening.metrics(options.host, options.metricsPort, registry);
    parts.add(endpoint);
    metricsUri = endpoint.uri();

    JsonRoutes routes = new JsonRoutes();
    views.addTo(routes, handler -> handler);
    JsonServer control =
        parts.add(
            JsonServer.start(
                LOOPBACK, options.controlPort, MAX_CONTROL_CONNECTIONS, routes, registry));
    controlUri = control.uri();
  }

  private static void bind(
      NioDatagramChannel channel,
      MultiThreadIoEventLoopGroup network,
      SessionHandler sessions,
      Options options)
      throws IOException {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(network)
            .channelFactory(() -> channel)
            .option(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES)
            .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVED_BYTES))
            .handler(sessions);
    InetSocketAddress address = new InetSocketAddress(options.host, options.port);
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw Opening.portError("UDP", options.host, options.port, bound.cause());
    }
  }

  /** Returns where players find the server. */
  InetSocketAddress udpAddress() {
    return udpAddress;
  }

  /** Returns where its metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Returns where the services of the cluster find it. */
  URI controlUri() {
    return controlUri;
  }

  /** Stops everything within two seconds: the battles, then the network, then the tick log. */
  @Override
  public void close() {
    parts.close();
  }
}
