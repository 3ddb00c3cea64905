package dev.jitterlab.battle.server;

import dev.jitterlab.battle.recording.RecordingFolder;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.battle.server.control.ControlServer;
import dev.jitterlab.battle.server.control.MembershipOptions;
import dev.jitterlab.battle.server.control.OutboxFolder;
import dev.jitterlab.battle.session.Bans;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.HandshakeRehearsal;
import dev.jitterlab.battle.session.RateLimit;
import dev.jitterlab.load.GatheringTurns;
import dev.jitterlab.load.NettyTransport;
import dev.jitterlab.observer.AdmissionMetrics;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.admission.AdmissionGovernor;
import dev.jitterlab.tick.admission.AdmissionLimits;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A battle server that is running: everything is put together in {@link #start}, and taken apart in
 * the opposite order by {@link #close}. Thread-safe.
 */
final class GameServer implements AutoCloseable {
  private static final long TIMER_MILLIS = 100;
  private static final int SERVER_BATTLE_STARTS = 40;
  private static final int VIEWS_PER_SECOND = 40; // of all battles together

  /** What to open and how to run it; the rest is {@link ServerSettings}. */
  static final class Options {
    String host = "127.0.0.1";
    int port;

    /** What carries the players' packets, and nothing else does. */
    NettyTransport transport = NettyTransport.best();

    /** How long packets gather, at most, before the network's thread takes them; 0 for not. */
    long gatherNs = TimeUnit.MILLISECONDS.toNanos(1);

    int metricsPort;
    String scheduler = "scheduled-pool";
    int threads = Runtime.getRuntime().availableProcessors();
    TickThreads tickThreads = new TickThreads();
    Path tickLog;

    /** Opens the players' tokens; null for the development key, which everybody knows. */
    ConnectTokens tokens;

    /** The cluster that the server belongs to, null for none; and its battles' modes. */
    MembershipOptions cluster;

    ScheduledModes modes;

    /** The search for what the server carries; and its battles' modes. */
    SearchOptions search = new SearchOptions();

    ScheduledModes searchedModes;

    /** What the ticks do to the heap besides the game. */
    HeapLoad heap = new HeapLoad();

    /** Where battles are recorded; null for nowhere. */
    Path recordInto;

    int recordLimit = 1_000;

    /** The time that limits, silences and rests of the network's thread are measured by. */
    NanoClock clock = System::nanoTime;

    /** How the network's thread lets packets gather for so many nanoseconds. */
    LongConsumer rest = LockSupport::parkNanos;
  }

  private final Parts parts = new Parts();
  private NettyTransport transport;
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
    return Parts.open(new GameServer(), server -> server.open(options, settings, factory));
  }

  private void open(Options options, ServerSettings settings, BattleFactory factory)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    ServerMetrics metrics = new ServerMetrics(registry);

    TickRecorder recorder = new TickRecorder();
    if (options.tickLog != null) {
      parts.add(
          TickLogWriter.start(recorder, Map.of("logic", metrics.logicTimes()), options.tickLog));
    }

    RecordingFolder recordings = null;
    if (options.recordInto != null) {
      recordings = parts.add(RecordingFolder.in(options.recordInto, options.recordLimit));
      ServerMetrics.register(registry, recordings);
    }

    EventLoopGroup network = loops(options);
    parts.add(() -> network.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).await(500));
    EventLoop loop = network.next(); // the only one

    AdmissionGovernor governor = options.cluster == null ? null : governor(options, registry);
    BattleTicks ticks = new BattleTicks();
    LevelTicks levelTicks = new LevelTicks();
    TickListener listener = recorder.andThen(ticks);
    if (options.search.isAsked()) {
      listener = listener.andThen(levelTicks);
    }
    TickSchedulers schedulers =
        TickSchedulers.named(options.scheduler)
            .threads(options.threads)
            .listener(governor == null ? listener : listener.andThen(governor));
    TickScheduler scheduler = parts.add(options.tickThreads.create(schedulers));
    if (governor != null) {
      governor.watches(scheduler::waitingPeriods);
    }
    TickMetrics.register(registry, recorder, scheduler);

    SecureRandom random = new SecureRandom();
    HandshakeRehearsal.run(random);
    DatagramChannel channel = PlayerSocket.of(options.transport);
    PacketWriter writer = new PacketWriter(channel, metrics);
    RateLimit viewBudget = new RateLimit(VIEWS_PER_SECOND, System.nanoTime());
    BattleViews views = new BattleViews(loop, System::nanoTime, viewBudget::tryTake);
    BattleHost host =
        new BattleHost(
            settings,
            factory,
            scheduler,
            loop,
            SendPacing.of(loop, perTurn(SendPacing.STATES_PER_TURN, options)),
            writer,
            metrics,
            ticks,
            recordings,
            views,
            options.heap);
    Bans bans = new Bans();
    NanoClock clock = options.clock;
    OutboxFolder results =
        options.cluster == null ? null : parts.add(OutboxFolder.open(options.cluster));
    ReservedSeats reserved =
        governor == null
            ? null
            : new ReservedSeats(settings, host, options.modes, governor, results, loop, clock);
    if (reserved != null) {
      host.beforeFarewell(reserved);
    }
    Seats seats = reserved == null ? new LobbySeats(settings, host) : reserved;
    Sessions players = new Sessions(settings.maxPlayers, seats, writer, metrics);
    Discipline discipline = new Discipline(players, seats, bans, writer, metrics);
    Handshakes handshakes =
        new Handshakes(
            settings,
            clock,
            () -> TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis()),
            tokens(options, random),
            random,
            players,
            seats,
            bans,
            discipline,
            writer,
            metrics);
    SessionHandler sessions =
        new SessionHandler(clock, handshakes, players, discipline, writer, metrics, random);
    PlayerSocket.open(
        channel,
        options.transport,
        network,
        sessions,
        perTurn(ReadPacing.PACKETS_PER_READ, options),
        metrics,
        new InetSocketAddress(options.host, options.port));
    transport = options.transport;
    // While the loop still selects: a loop that shut down with the channel open left the socket
    // open in 12 of 300 tries.
    parts.add(() -> channel.close().await(500));
    parts.add(() -> loop.submit(players::farewell).await(500));
    Future<?> unused =
        loop.scheduleAtFixedRate(
            sessions::onTimer, TIMER_MILLIS, TIMER_MILLIS, TimeUnit.MILLISECONDS);
    udpAddress = channel.localAddress();
    startServerBattles(loop, settings.serverBattles, host);
    if (options.search.isAsked()) {
      BattleLevels levels =
          options.search.levels(
              levelTicks, host::keepServerBattles, options.searchedModes::command);
      ServerMetrics.register(registry, levels);
      Future<?> unusedLevels =
          loop.scheduleAtFixedRate(
              () -> levels.onTimer(clock.nanoTime()),
              TIMER_MILLIS,
              TIMER_MILLIS,
              TimeUnit.MILLISECONDS);
    }

    metricsUri =
        parts.add(MetricsEndpoint.start(options.host, options.metricsPort, registry)).uri();

    if (reserved != null) {
      String udp = udpAddress.getHostString() + ":" + udpAddress.getPort();
      ControlServer control =
          parts.add(
              ControlServer.start(
                  options.cluster,
                  options.host,
                  udp,
                  metricsUri,
                  reserved,
                  views,
                  results,
                  loop,
                  registry));
      controlUri = control.uri();
    }
  }

  /** Turns that begin several milliseconds apart may do as much more. */
  private static int perTurn(int perMillisecond, Options options) {
    long apartMs = TimeUnit.NANOSECONDS.toMillis(options.gatherNs);
    return perMillisecond * (int) Math.max(1, apartMs);
  }

  private static EventLoopGroup loops(Options options) throws UnavailableException {
    return options.gatherNs == 0
        ? options.transport.loops(1)
        : options.transport.loops(
            1, () -> new GatheringTurns(options.gatherNs, options.clock, options.rest));
  }

  /** Not all at once, so that they do not end all at once either. */
  private static void startServerBattles(
      EventLoop eventLoop, ServerBattles battles, BattleHost host) {
    for (int i = 0; i < SERVER_BATTLE_STARTS; i++) {
      int share = battles.first(i, SERVER_BATTLE_STARTS);
      Future<?> unused =
          eventLoop.schedule(
              () -> host.addServerBattles(share), i * TIMER_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (battles.isRising()) {
      int every = battles.everySeconds;
      Future<?> unused =
          eventLoop.scheduleAtFixedRate(host::moreServerBattles, every, every, TimeUnit.SECONDS);
    }
  }

  private static AdmissionGovernor governor(Options options, PrometheusRegistry registry) {
    int workers = Math.min(options.threads, Runtime.getRuntime().availableProcessors());
    AdmissionLimits limits = AdmissionLimits.defaults().utilisation(ReservedSeats.MAX_UTILISATION);
    AdmissionGovernor governor = new AdmissionGovernor(workers, limits);
    AdmissionMetrics.register(registry, governor);
    return governor;
  }

  private static ConnectTokens tokens(Options options, SecureRandom random) throws IOException {
    if (options.tokens != null) {
      return options.tokens;
    }
    if (!InetAddress.getByName(options.host).isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "--host is "
              + options.host
              + ", but a server without a key of its own lets everybody in who knows this program;"
              + " it listens on a loopback address only, such as 127.0.0.1");
    }
    return ConnectTokens.development(random);
  }

  /** Returns where players find the server. */
  InetSocketAddress udpAddress() {
    return udpAddress;
  }

  /** Returns what carries the players' packets. */
  NettyTransport transport() {
    return transport;
  }

  /** Returns where its metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Returns where its control API is; null if it belongs to no cluster. */
  URI controlUri() {
    return controlUri;
  }

  /** Stops everything within two seconds: the battles, then the network, then the tick log. */
  @Override
  public void close() {
    parts.close();
  }
}
