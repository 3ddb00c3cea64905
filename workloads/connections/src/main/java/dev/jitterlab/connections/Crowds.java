package dev.jitterlab.connections;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.OfferedArrivals;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.RunningProgram;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.Turn;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The clients of all servers, and what makes their messages due. Each message is a tick, which
 * hands it over to the thread of its clients. How late that thread comes to it is the generator's
 * own lateness.
 */
final class Crowds extends RunningProgram {
  private static final NanoClock CLOCK = System::nanoTime;
  private static final List<String> QUANTILES = List.of("0.5", "0.99", "1");

  private final Map<Target, Crowd> crowds = new LinkedHashMap<>();

  private Crowds() {}

  /** What each server gets: options. */
  static final class Shape {
    @Setting(min = 1, max = 1_000_000)
    @Option(names = "--connections", description = "Connections per server.")
    int connections = 1_000;

    @Setting(min = 1, max = 100)
    @Option(
        names = "--steps",
        description = "Steps in which they are opened; the server measures itself after each.")
    int steps = 5;

    @Setting(min = 1, max = 65_535)
    @Option(names = "--connecting", description = "Connects that may be under way at once.")
    int connecting = 256;

    @Setting(min = 0, max = 3_600)
    @Option(
        names = "--message-every-s",
        description = "Each connection sends a message so often, in seconds; 0 for never.")
    double messageEverySeconds = 60;

    @Setting(min = 8, max = 65_536)
    @Option(names = "--message-bytes", description = "Bytes of a message.")
    int messageBytes = 32;

    @Option(names = "--seed", description = "Seed of the arrivals.")
    long seed = 1;
  }

  /**
   * Connects all, one server after the other, and begins to send.
   *
   * @param tickLog null for none
   * @throws IOException if a connection is refused, or a port or log cannot be opened
   */
  static Crowds start(Shape shape, List<Target> targets, Path tickLog, int metricsPort)
      throws IOException, InterruptedException {
    Crowds crowds = new Crowds();
    try {
      crowds.open(shape, targets, tickLog, metricsPort);
      return crowds;
    } catch (IOException | InterruptedException | RuntimeException e) {
      crowds.close();
      throw e;
    }
  }

  private void open(Shape shape, List<Target> targets, Path tickLog, int metricsPort)
      throws IOException, InterruptedException {
    PrometheusRegistry registry = new PrometheusRegistry();
    Load load = new Load(targets, CLOCK, registry);
    TickRecorder recorder = TickRecorder.ofHandedOverWork();
    Map<Target, AwaitedRequests> requests = new LinkedHashMap<>();
    for (Target target : targets) {
      requests.put(target, load.awaited(target, shape.connections));
      Crowd crowd =
          new Crowd(
              target.address(),
              shape.connections,
              Math.min(shape.steps, shape.connections),
              shape.connecting,
              shape.messageBytes,
              requests.get(target),
              recorder::served);
      parts.add(crowd);
      crowds.put(target, crowd);
      crowd.start();
      crowd.awaitReady();
    }
    addTickLog(recorder, load.responseTimes(), tickLog);
    LocklessScheduler scheduler =
        TickSchedulers.named("lockless").threads(1).listener(recorder).createLockless();
    parts.add(scheduler);
    TickMetrics.register(registry, recorder, scheduler);
    registry.register(connectTimes());
    serveMetrics(registry, ConnectionsServer.HOST, metricsPort);
    if (shape.messageEverySeconds > 0) {
      String rate =
          String.format(Locale.ROOT, "%.6f", shape.connections / shape.messageEverySeconds);
      int i = 0;
      for (Target target : targets) {
        ArrivalPlan plan = ArrivalPlan.of(ArrivalProcess.CONSTANT, rate, shape.seed);
        double shift = (double) i++ / targets.size();
        DueMessages messages =
            new DueMessages(crowds.get(target), requests.get(target), plan, shift);
        TaskHandle unused = scheduler.spawn(target.id(), messages.firstNs(), messages);
      }
    }
  }

  private MultiCollector connectTimes() {
    return () ->
        new MetricSnapshots(
            Snapshots.gauge(
                "jitterlab_load_connect_seconds",
                "From a connect to the server's welcome; one server's clients.",
                QUANTILES,
                quantile -> Labels.of("quantile", quantile),
                quantile ->
                    crowds.values().stream()
                        .mapToDouble(one -> one.connectSeconds(Double.parseDouble(quantile)))
                        .max()
                        .orElse(0)));
  }

  /** The messages to one server: when each is due is planned; the clients take turns. */
  private static final class DueMessages implements SelfSchedulingTask {
    private final Crowd crowd;
    private final AwaitedRequests requests;
    private final Arrivals planned;
    private final Arrivals arrivals;
    private OfferedArrivals offered; // null before the first turn
    private long currentNs;
    private int next;

    DueMessages(Crowd crowd, AwaitedRequests requests, ArrivalPlan plan, double shift) {
      this.crowd = crowd;
      this.requests = requests;
      this.planned = plan.arrivals(shift);
      this.arrivals = plan.arrivals(shift);
      this.currentNs = Math.max(1, arrivals.nextNs());
    }

    long firstNs() {
      return currentNs;
    }

    @Override
    public void update(Turn turn) {
      long dueNs = turn.tick().scheduledNs();
      if (offered == null) {
        offered = requests.begin(planned, dueNs - currentNs);
      }
      long nextNs = arrivals.nextNs();
      turn.again(nextNs - currentNs);
      currentNs = nextNs;
      crowd.send(next, dueNs);
      next = next == Integer.MAX_VALUE ? 0 : next + 1;
    }
  }
}
