package dev.jitterlab.battle.bot;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.battle.bot.link.Impairments;
import dev.jitterlab.battle.bot.link.LinkMetrics;
import dev.jitterlab.battle.bot.link.LinkReader;
import dev.jitterlab.battle.bot.link.NetworkProfile;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.HandshakeRehearsal;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.PlayerLevels;
import dev.jitterlab.load.PlayerSearchOptions;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Bots that are playing: everything is put together in {@link #start}, and taken apart in the
 * opposite order by {@link #close}. The bots are tick tasks, so their drift is the generator's own
 * lateness.
 */
final class BotFleet implements AutoCloseable {
  /** What to play against, and how: on the targets, unless there is a cluster. */
  static final class Options {
    List<Target> targets = List.of();
    ClusterLifeOptions.Cluster cluster;
    int players = 100;
    Optional<ArrivalPlan> arrivals = Optional.empty();

    /** Whether, and how, the number of players that a target carries is looked for. */
    PlayerSearchOptions search = new PlayerSearchOptions();

    int rate = 20;
    int threads = Runtime.getRuntime().availableProcessors();
    long seed = 1;
    Reaction reaction = Reaction.AT_ONCE;
    String host = "127.0.0.1";
    Impairments impairments = NetworkProfile.NONE.impairments();
    List<FloodOption> floods = List.of();
    int metricsPort;
    Path tickLog;
  }

  private static final NanoClock CLOCK = System::nanoTime;
  private static final long SEEDS_PER_FLEET = 1_000_003;

  /** 500 bots a second log in. */
  private static final long ARRIVAL_NS = TimeUnit.MILLISECONDS.toNanos(2);

  /** An answer must come while its request is in the window and the server still repeats it. */
  private static final int MOST_IN_FLIGHT = RequestStream.WINDOW - ServerPacket.ACK_BITS;

  /** Room for delayed packets in both directions, also from a server of another tick rate. */
  private static final int WAITING_PER_BOT = 4 * MOST_IN_FLIGHT;

  private final SecureRandom random = new SecureRandom();
  private final Parts parts = new Parts();
  private final List<Bot> bots = new ArrayList<>();
  private Load load;
  private URI metricsUri;

  private BotFleet() {}

  /**
   * Opens all sockets and starts all bots; the scheduler spreads them over their period.
   *
   * @throws IOException if a socket, the metrics port or the tick log cannot be opened
   * @throws IllegalArgumentException if the options mean nothing
   */
  static BotFleet start(Options options) throws IOException {
    return Parts.open(new BotFleet(), fleet -> fleet.open(options));
  }

  private void open(Options options) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    BotMetrics metrics = new BotMetrics(registry);
    load = new Load(targets(options), CLOCK, registry);

    TickRecorder recorder = new TickRecorder();
    if (options.tickLog != null) {
      parts.add(TickLogWriter.start(recorder, options.tickLog));
    }

    HandshakeRehearsal.run(new SecureRandom());
    LinkReader reader = parts.add(reader(options, registry));
    reader.start();
    parts.add(this::leave);
    Rate rate = Rate.hz(options.rate);
    TimelineThread timeline = parts.add(new TimelineThread(CLOCK));
    if (options.cluster == null) {
      playOnTargets(options, reader, timeline, metrics);
    } else {
      playInCluster(options, reader, timeline, metrics, registry);
    }

    TickScheduler scheduler =
        TickSchedulers.named(TickSchedulers.DEFAULT_NAME)
            .threads(options.threads)
            .listener(recorder)
            .create();
    parts.add(scheduler);
    TickMetrics.register(registry, recorder, scheduler);

    metricsUri =
        parts.add(MetricsEndpoint.start(options.host, options.metricsPort, registry)).uri();
    // A bot that caught up would send a burst, as no player does, and be kicked for it.
    TaskOptions noBursts = TaskOptions.defaults().latePolicy(LatePolicy.skip());
    for (int i = 0; i < bots.size(); i++) {
      var unused = scheduler.start("bot-" + i, rate, noBursts, bots.get(i));
    }
    flood(options);
  }

  private void flood(Options options) throws IOException {
    for (Target target : options.targets) {
      for (FloodOption flood : options.floods) {
        if (flood.isFor(target)) {
          parts.add(flood.start(target, options.seed, CLOCK));
        }
      }
    }
  }

  private static List<Target> targets(Options options) {
    return options.cluster == null ? options.targets : List.of(options.cluster.target);
  }

  /** Each bot asks the lobby of one server, again and again. */
  private void playOnTargets(
      Options options, LinkReader reader, TimelineThread timeline, BotMetrics metrics)
      throws IOException {
    DevelopmentGrants grants = new DevelopmentGrants(random);
    Optional<Arrivals> arrivals = options.arrivals.map(ArrivalPlan::arrivals);
    Map<Target, BotMetrics> ofTargets = new HashMap<>();
    options.targets.forEach(target -> ofTargets.put(target, metrics.of(target.id())));
    Map<Target, PlayerLevels> levels = levels(options, ofTargets);
    for (int i = 0; i < options.players; i++) {
      Optional<Long> afterNs = arrivals.map(Arrivals::nextNs);
      for (Target target : options.targets) {
        long seed = options.seed * SEEDS_PER_FLEET + bots.size();
        PlayerLevels searched = levels.get(target);
        BattleDoor door = searched == null ? BattleDoor.SAME_SERVER : BattleDoor.SEARCHED;
        Bot bot = add(options, target, seed, door, ofTargets.get(target));
        TargetGuest guest =
            new TargetGuest(bot, () -> reader.open(target.address(), seed, bot), grants);
        if (searched != null) {
          searched.add(guest);
        } else if (afterNs.isEmpty()) {
          guest.come();
        } else {
          timeline.after(afterNs.get(), () -> arrive(guest));
        }
      }
    }
    levels.values().forEach(one -> timeline.after(0, () -> look(one, timeline)));
  }

  private static void look(PlayerLevels levels, Timeline timeline) {
    levels.look(timeline.nowNs());
    timeline.after(PlayerLevels.LOOK_NS, () -> look(levels, timeline));
  }

  /** Returns the levels of each target; empty if the number of players is no question. */
  private Map<Target, PlayerLevels> levels(Options options, Map<Target, BotMetrics> ofTargets) {
    Map<Target, PlayerLevels> levels = new HashMap<>();
    if (options.search.isAsked()) {
      ofTargets.forEach(
          (target, metrics) -> {
            PlayerLevels made =
                new PlayerLevels(
                    options.search.course(options.players, metrics::periods, metrics::latePeriods));
            load.of(target).level(unused -> made.held());
            levels.put(target, made);
          });
    }
    return levels;
  }

  private Bot add(Options options, Target target, long seed, BattleDoor door, BotMetrics metrics) {
    Bot bot =
        new Bot(
            load.stream(target, Rate.hz(options.rate)),
            new TacticalMind(seed, options.rate),
            options.reaction.ofBotNs(seed),
            door,
            metrics,
            random);
    bots.add(bot);
    return bot;
  }

  private static void arrive(TargetGuest guest) {
    try {
      guest.come();
    } catch (IOException e) {
      throw new UncheckedIOException("no socket for a player who came later", e);
    }
  }

  /** Each bot lives in the cluster; they come in over some seconds, as people do. */
  private void playInCluster(
      Options options,
      LinkReader reader,
      TimelineThread timeline,
      BotMetrics metrics,
      PrometheusRegistry registry)
      throws IOException {
    ClusterLifeOptions.Cluster cluster = options.cluster;
    BotLedger ledger = parts.add(BotLedger.open(cluster.ledger));
    ClusterApi api =
        new ClusterApi(
            parts.add(new JsonClient()), cluster.login, cluster.matchmaker, cluster.identities);
    Optional<Arrivals> arrivals = options.arrivals.map(ArrivalPlan::arrivals);
    LifeMetrics lifeMetrics = new LifeMetrics(registry);
    long roundTripMs = TimeUnit.NANOSECONDS.toMillis(2 * options.impairments.latencyNs());
    for (int i = 0; i < options.players; i++) {
      long seed = options.seed * SEEDS_PER_FLEET + i;
      LifeHabits habits = new LifeHabits(seed, cluster.modes, cluster.leavesPerMinute);
      String name = "bot-" + options.seed + "-" + i;
      BotLife life = new BotLife(name, roundTripMs, api, timeline, habits, lifeMetrics, ledger);
      BotMetrics ofTarget = metrics.of(cluster.target.id());
      Bot bot = add(options, cluster.target, seed, life, ofTarget);
      long afterNs = arrivals.map(Arrivals::nextNs).orElse(i * ARRIVAL_NS);
      life.start(new BotSeat(bot, reader, CLOCK, seed), afterNs);
    }
  }

  private static LinkReader reader(Options options, PrometheusRegistry registry)
      throws IOException {
    double inFlight = 2.0 * options.rate * options.impairments.longestDelayNs() / 1e9;
    if (inFlight > MOST_IN_FLIGHT) {
      throw new IllegalArgumentException(
          String.format(
              "at --rate=%d, %.0f requests can be under way through that network at once; more than"
                  + " %d cannot be accounted for: lower --latency, --jitter or --rate",
              options.rate, inFlight, MOST_IN_FLIGHT));
    }
    return new LinkReader(
        CLOCK,
        InetAddress.getByName(options.host),
        options.impairments,
        Datagram.MAX_BYTES,
        options.players * targets(options).size() * WAITING_PER_BOT,
        new LinkMetrics(registry));
  }

  private void leave() {
    long nowNs = CLOCK.nanoTime();
    bots.forEach(bot -> bot.leave(nowNs));
  }

  /** Returns what was offered, sent and answered. */
  Load load() {
    return load;
  }

  /** Returns where the metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Stops the bots, says goodbye to the servers and writes the end of the tick log. */
  @Override
  public void close() {
    parts.close();
  }
}
