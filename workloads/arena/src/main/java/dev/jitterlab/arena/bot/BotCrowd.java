package dev.jitterlab.arena.bot;

import dev.jitterlab.arena.player.ReplayedPlayer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.PlayerLevels;
import dev.jitterlab.load.PlayerSearchOptions;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.LateAction;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * All clients of this process. Each is a tick task, so their drift is the generator's own lateness,
 * which the lab holds against its limits: a generator that is the bottleneck is named as such.
 */
final class BotCrowd extends RunningProgram {
  private static final NanoClock CLOCK = System::nanoTime;
  private static final long PATIENCE_NS = 15_000_000_000L;

  /** What to play: options. */
  static final class Options {
    @Setting(min = 1, max = 10_000)
    @Option(names = "--players", description = "Clients per server.")
    int players = 40;

    @Setting(min = 1, max = WireFormat.MOST_MESSAGES_A_SECOND)
    @Option(
        names = "--rate",
        description = "Packets per second of each client; servers drop more than 150.")
    int rate = 10;

    @Setting
    @Option(
        names = "--trace",
        paramLabel = "FILE",
        description = "What is replayed. Default: the trace of five players that comes along.",
        showDefaultValue = Visibility.NEVER)
    Path trace;

    @Setting(min = 1, max = 64)
    @Option(
        names = "--sockets",
        description =
            "Sockets, each with a thread that receives, that the clients of a server share.")
    int sockets = 2;

    @Setting(min = 1, max = 1024)
    @Option(names = "--threads", description = "Threads that send.")
    int threads = 1;

    @Setting(min = 0, max = 3_600_000)
    @Option(
        names = "--offset-ms",
        description =
            "Milliseconds between the places of the record where two clients begin that replay the"
                + " same player.")
    int offsetMs = 1_700;

    @Setting(min = 1, max = 60_000)
    @Option(
        names = "--old-state-ms",
        description =
            "A search counts the states that come later than that after the one before, or not at all.")
    int oldStateMs = 200;

    @Mixin final PlayerSearchOptions search = new PlayerSearchOptions();

    @Option(names = "--seed", description = "Which player of the trace is first.")
    long seed = 1;

    @Option(names = "--host", description = "Address to play from.")
    String host = "127.0.0.1";
  }

  private final List<ArenaBot> bots = new ArrayList<>();
  private final List<ClientSocket> allSockets = new ArrayList<>();
  private Load load;
  private TickRecorder recorder;
  private TickHistograms sinceAllPlay;
  private long ticksBefore;
  private long missedBefore;
  private long allPlaySinceNs;
  private long[] receivedBeforeNs;
  private final Options options;
  private final PrintWriter err;

  private BotCrowd(Options options, PrintWriter err) {
    this.options = options;
    this.err = err;
  }

  /**
   * Opens all sockets and starts all clients.
   *
   * @param err gets a line about the clients' own lateness at the end
   * @param tickLog null for none
   * @throws IOException if a socket, the metrics port or the tick log cannot be opened
   * @throws IllegalArgumentException if the targets mean nothing
   */
  static BotCrowd start(
      Options options, List<Target> targets, PrintWriter err, int metricsPort, Path tickLog)
      throws IOException {
    return Parts.open(
        new BotCrowd(options, err), crowd -> crowd.open(targets, metricsPort, tickLog));
  }

  private void open(List<Target> targets, int metricsPort, Path tickLog) throws IOException {
    options.search.check(options.players);
    Trace trace = options.trace == null ? TraceFile.shipped() : TraceFile.read(options.trace);
    PrometheusRegistry registry = new PrometheusRegistry();
    load = new Load(targets, CLOCK, registry);
    recorder = new TickRecorder();
    addTickLog(recorder, load.responseTimes(), tickLog);
    Rate rate = Rate.hz(options.rate);
    List<PlayerLevels> levels = new ArrayList<>();
    SplittableRandom nonces = new SplittableRandom(); // new ones in each run; the trace is the play
    for (Target target : targets) {
      List<ClientSocket> sockets = new ArrayList<>();
      for (int i = 0; i < options.sockets; i++) {
        sockets.add(parts.add(new ClientSocket(options.host, i)));
      }
      allSockets.addAll(sockets);
      StateAges ages = new StateAges(TimeUnit.MILLISECONDS.toNanos(options.oldStateMs));
      List<ArenaBot> ofTarget = new ArrayList<>();
      for (int i = 0; i < options.players; i++) {
        ofTarget.add(
            new ArenaBot(
                load.stream(target, rate),
                ages,
                new ReplayedPlayer(trace, i + first(options.seed), 1_000L * options.offsetMs),
                sockets.get(i % sockets.size()),
                target.address(),
                "bot " + i,
                i,
                nonces.nextLong()));
      }
      bots.addAll(ofTarget);
      if (options.search.isAsked()) {
        levels.add(levels(target, ages, ofTarget));
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
    serveMetrics(registry, options.host, metricsPort);
    TaskOptions noBursts = TaskOptions.defaults().latePolicy(LatePolicy.skip());
    for (int i = 0; i < bots.size(); i++) {
      var unused = scheduler.start("bot-" + i, rate, noBursts, bots.get(i));
    }
    if (!levels.isEmpty()) {
      parts.add(lookAt(levels));
    }
  }

  /** Returns the number of the first player of the trace; seeds may be negative. */
  static int first(long seed) {
    return Math.floorMod(seed, 1_000);
  }

  /** Sends all clients of a server away, until its levels ask for them. */
  private PlayerLevels levels(Target target, StateAges ages, List<ArenaBot> ofTarget) {
    PlayerLevels made =
        new PlayerLevels(options.search.course(options.players, ages::looks, ages::old));
    for (ArenaBot bot : ofTarget) {
      bot.leave(CLOCK.nanoTime());
      made.add(bot);
    }
    load.of(target).level(unused -> made.held());
    return made;
  }

  private static AutoCloseable lookAt(List<PlayerLevels> levels) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("arena-bots-levels"));
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            () -> levels.forEach(one -> one.look(CLOCK.nanoTime())),
            0,
            PlayerLevels.LOOK_NS,
            TimeUnit.NANOSECONDS);
    return timer::shutdownNow;
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
          allPlaySinceNs = CLOCK.nanoTime();
          receivedBeforeNs = receiversCpuNs();
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

  private long[] receiversCpuNs() {
    return allSockets.stream().mapToLong(ClientSocket::receiverCpuNs).toArray();
  }

  /** Returns the share of the time that the busiest receiver was on a CPU; negative if unknown. */
  private double receiving() {
    long[] nowNs = receiversCpuNs();
    double lengthNs = Math.max(1, CLOCK.nanoTime() - allPlaySinceNs);
    double most = -1;
    for (int i = 0; i < nowNs.length; i++) {
      if (nowNs[i] >= 0 && receivedBeforeNs[i] >= 0) {
        most = Math.max(most, (nowNs[i] - receivedBeforeNs[i]) / lengthNs);
      }
    }
    return most;
  }

  Load load() {
    return load;
  }

  /** Ends all clients, and says how late they were. */
  @Override
  public synchronized void close() {
    if (sinceAllPlay != null) {
      sinceAllPlay.take(
          times ->
              err.println(
                  OwnLateness.of(
                      times.get(TickMetric.DRIFT).getValueAtPercentile(99),
                      Rate.hz(options.rate).periodNs(),
                      recorder.ticks() - ticksBefore,
                      recorder.missedPeriods(LateAction.SKIP) - missedBefore,
                      receiving())));
      err.flush();
      sinceAllPlay.close();
      sinceAllPlay = null;
    }
    super.close();
  }
}
