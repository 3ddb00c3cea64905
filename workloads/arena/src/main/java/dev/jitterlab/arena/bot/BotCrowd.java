package dev.jitterlab.arena.bot;

import dev.jitterlab.arena.player.ReplayedPlayer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * All clients of this process. Each is a tick task, so their drift is the generator's own lateness,
 * which the lab holds against its limits: a generator that is the bottleneck is named as such.
 */
final class BotCrowd implements AutoCloseable {
  private static final NanoClock CLOCK = System::nanoTime;
  private static final long PATIENCE_NS = 15_000_000_000L;

  /** What to play. */
  static final class Options {
    List<Target> targets = List.of();
    Trace trace;
    int players;
    int rate;
    int threads;
    int sockets;
    long seed;
    long offsetUs;
    PrintWriter err;
    String host;
    int metricsPort;
    Path tickLog;
  }

  private final Parts parts = new Parts();
  private final List<ArenaBot> bots = new ArrayList<>();
  private Load load;
  private URI metricsUri;
  private TickRecorder recorder;
  private TickHistograms sinceAllPlay;
  private long ticksBefore;
  private long missedBefore;
  private final Options options;

  private BotCrowd(Options options) {
    this.options = options;
  }

  /**
   * Opens all sockets and starts all clients.
   *
   * @throws IOException if a socket, the metrics port or the tick log cannot be opened
   * @throws IllegalArgumentException if the targets mean nothing
   */
  static BotCrowd start(Options options) throws IOException {
    BotCrowd crowd = new BotCrowd(options);
    try {
      crowd.open();
      return crowd;
    } catch (IOException | RuntimeException e) {
      crowd.close();
      throw e;
    }
  }

  private void open() throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    load = new Load(options.targets, CLOCK, registry);
    recorder = new TickRecorder();
    if (options.tickLog != null) {
      parts.add(TickLogWriter.start(recorder, load.responseTimes(), options.tickLog));
    }
    Rate rate = Rate.hz(options.rate);
    SplittableRandom nonces = new SplittableRandom(); // new ones in each run; the trace is the play
    for (Target target : options.targets) {
      List<ClientSocket> sockets = new ArrayList<>();
      for (int i = 0; i < options.sockets; i++) {
        ClientSocket socket = new ClientSocket(options.host, i);
        parts.add(socket);
        sockets.add(socket);
      }
      for (int i = 0; i < options.players; i++) {
        bots.add(
            new ArenaBot(
                load.stream(target, rate),
                new ReplayedPlayer(
                    options.trace, i + (int) (options.seed % 1_000), options.offsetUs),
                sockets.get(i % sockets.size()),
                target.address(),
                "bot " + i,
                i,
                nonces.nextLong()));
      }
    }
    parts.add(() -> bots.forEach(ArenaBot::leave));
    TickScheduler scheduler =
        TickSchedulers.named(TickSchedulers.DEFAULT_NAME)
            .threads(options.threads)
            .listener(recorder)
            .create();
    parts.add(scheduler);
    TickMetrics.register(registry, recorder, scheduler);
    MetricsEndpoint endpoint = MetricsEndpoint.start(options.host, options.metricsPort, registry);
    parts.add(endpoint);
    metricsUri = endpoint.uri();
    TaskOptions noBursts = TaskOptions.defaults().latePolicy(LatePolicy.skip());
    for (int i = 0; i < bots.size(); i++) {
      var unused = scheduler.start("bot-" + i, rate, noBursts, bots.get(i));
    }
  }

  /**
   * Waits until everybody plays.
   *
   * @throws IOException if a server refuses somebody, or does not answer
   */
  void awaitJoined() throws IOException, InterruptedException {
    long startNs = CLOCK.nanoTime();
    while (true) {
      long missing = bots.stream().filter(bot -> !bot.isSettled()).count();
      if (missing == 0) {
        synchronized (this) {
          sinceAllPlay = recorder.subscribe();
          ticksBefore = recorder.ticks();
          missedBefore = recorder.missedPeriods(LateAction.SKIP);
        }
        return;
      }
      if (bots.stream().anyMatch(ArenaBot::isRefused)) {
        throw new IOException("the server is full: raise its --max-players, or lower --players");
      }
      if (CLOCK.nanoTime() - startNs > PATIENCE_NS) {
        throw new IOException(
            missing
                + " of "
                + bots.size()
                + " players could not join in 15 s: is an arena server at the --target?");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  Load load() {
    return load;
  }

  URI metricsUri() {
    return metricsUri;
  }

  /** Ends all clients, and says how late they were. */
  @Override
  public synchronized void close() {
    if (sinceAllPlay != null) {
      sinceAllPlay.take(
          times ->
              options.err.println(
                  OwnLateness.of(
                      times.get(TickMetric.DRIFT).getValueAtPercentile(99),
                      Rate.hz(options.rate).periodNs(),
                      recorder.ticks() - ticksBefore,
                      recorder.missedPeriods(LateAction.SKIP) - missedBefore)));
      options.err.flush();
      sinceAllPlay.close();
      sinceAllPlay = null;
    }
    parts.close();
  }
}
