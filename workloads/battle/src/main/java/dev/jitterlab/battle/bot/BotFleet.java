package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.process.Opening;
import dev.jitterlab.battle.process.Parts;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickRecorder;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Bots that are playing: everything is put together in {@link #start}, and taken apart in the
 * opposite order by {@link #close}. The bots are tick tasks of a scheduled pool, so their drift is
 * the generator's own lateness.
 */
final class BotFleet implements AutoCloseable {
  /** What to play against, and how. */
  static final class Options {
    List<Target> targets = List.of();
    int players = 100;
    int rate = 20;
    int threads = Runtime.getRuntime().availableProcessors();
    long seed = 1;
    String host = "127.0.0.1";
    int metricsPort;
    Path tickLog;
  }

  private static final NanoClock CLOCK = System::nanoTime;

  private final Parts parts = new Parts();
  private final List<Bot> bots = new ArrayList<>();
  private Load load;
  private URI metricsUri;

  private BotFleet() {}

  /**
   * Opens all sockets and starts all bots, spread evenly over one period.
   *
   * @throws IOException if a socket, the metrics port or the tick log cannot be opened
   * @throws IllegalArgumentException if the options mean nothing
   */
  static BotFleet start(Options options) throws IOException {
    BotFleet fleet = new BotFleet();
    try {
      fleet.open(options);
      return fleet;
    } catch (IOException | RuntimeException e) {
      fleet.close();
      throw e;
    }
  }

  private void open(Options options) throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    BotMetrics metrics = new BotMetrics(registry);
    load = new Load(options.targets, CLOCK, registry);

    TickRecorder recorder = new TickRecorder();
    if (options.tickLog != null) {
      parts.add(Opening.tickLog(recorder, options.tickLog));
    }

    SecureRandom random = new SecureRandom();
    DevelopmentGrants grants = new DevelopmentGrants(random);
    BotReader reader = new BotReader(CLOCK);
    parts.add(reader);
    Rate rate = Rate.hz(options.rate);
    for (int i = 0; i < options.players; i++) {
      for (Target target : options.targets) {
        long seed = options.seed * 1_000_003L + bots.size();
        DatagramChannel channel = connect(options.host, target);
        Bot bot =
            new Bot(
                channel,
                load.stream(target, rate),
                new Tactics(seed, options.rate),
                metrics,
                grants.newPlayer(),
                random);
        reader.register(channel, bot);
        bots.add(bot);
      }
    }
    reader.start();

    TickScheduler scheduler =
        TickSchedulers.named("scheduled-pool").threads(options.threads).listener(recorder).create();
    parts.add(this::leave);
    parts.add(scheduler);
    TickMetrics.register(registry, recorder, scheduler);

    MetricsEndpoint endpoint = Opening.metrics(options.host, options.metricsPort, registry);
    parts.add(endpoint);
    metricsUri = endpoint.uri();
    startAll(scheduler, rate);
  }

  private DatagramChannel connect(String host, Target target) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    parts.add(channel);
    channel.bind(new InetSocketAddress(InetAddress.getByName(host), 0));
    channel.connect(target.address());
    channel.configureBlocking(false);
    return channel;
  }

  /** Starts bot i at i/n of a period: neighbours in time play against different servers. */
  private void startAll(TickScheduler scheduler, Rate rate) {
    long startNs = CLOCK.nanoTime();
    for (int i = 0; i < bots.size(); i++) {
      long dueNs = startNs + rate.periodNs() * i / bots.size();
      for (long leftNs = dueNs - CLOCK.nanoTime(); leftNs > 0; leftNs = dueNs - CLOCK.nanoTime()) {
        LockSupport.parkNanos(leftNs);
      }
      var unused = scheduler.start("bot-" + i, rate, bots.get(i));
    }
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
