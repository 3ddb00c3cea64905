package dev.jitterlab.connections;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.OfferedArrivals;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.Turn;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The clients of all servers, and what makes their messages due. Each message is a tick, so the
 * ticks' drift is the generator's own lateness.
 */
final class Crowds implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Crowds.class.getName());
  private static final NanoClock CLOCK = System::nanoTime;
  private static final List<String> QUANTILES = List.of("0.5", "0.99", "1");

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Map<Target, Crowd> crowds = new LinkedHashMap<>();
  private URI metricsUri;

  private Crowds() {}

  /** What each server gets. */
  static final class Shape {
    private final int connections;
    private final int steps;
    private final int connecting;
    private final double messageEverySeconds;
    private final int messageBytes;
    private final long seed;

    Shape(
        int connections,
        int steps,
        int connecting,
        double messageEverySeconds,
        int messageBytes,
        long seed) {
      this.connections = connections;
      this.steps = Math.min(steps, connections);
      this.connecting = connecting;
      this.messageEverySeconds = messageEverySeconds;
      this.messageBytes = messageBytes;
      this.seed = seed;
    }
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
    } catch (IOException | RuntimeException e) {
      crowds.close();
      throw e;
    }
  }

  private void open(Shape shape, List<Target> targets, Path tickLog, int metricsPort)
      throws IOException, InterruptedException {
    PrometheusRegistry registry = new PrometheusRegistry();
    Load load = new Load(targets, CLOCK, registry);
    Map<Target, AwaitedRequests> requests = new LinkedHashMap<>();
    for (Target target : targets) {
      requests.put(target, load.awaited(target, shape.connections));
      Crowd crowd =
          new Crowd(
              target.address(),
              shape.connections,
              shape.steps,
              shape.connecting,
              shape.messageBytes,
              requests.get(target));
      parts.push(crowd);
      crowds.put(target, crowd);
      crowd.start();
      crowd.awaitReady();
    }
    TickRecorder recorder = new TickRecorder();
    if (tickLog != null) {
      parts.push(TickLogWriter.start(recorder, load.responseTimes(), tickLog));
    }
    LocklessScheduler scheduler =
        TickSchedulers.named("lockless").threads(1).listener(recorder).createLockless();
    parts.push(scheduler);
    TickMetrics.register(registry, recorder, scheduler);
    registry.register(connectTimes());
    MetricsEndpoint endpoint = MetricsEndpoint.start(ConnectionsServer.HOST, metricsPort, registry);
    parts.push(endpoint);
    metricsUri = endpoint.uri();
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

  /** Returns where the metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  @Override
  public void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.log(System.Logger.Level.ERROR, "could not close " + part, e);
      }
    }
  }
}
