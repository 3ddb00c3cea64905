package dev.jitterlab.http;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.load.Turns;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Requests that are being sent: everything is put together in {@link #start}, and taken apart in
 * the opposite order by {@link #close}. Every sending is a tick, so the ticks' drift is the
 * generator's own lateness.
 */
final class HttpGenerator implements AutoCloseable {
  static final NanoClock CLOCK = System::nanoTime;
  private static final String HOST = "127.0.0.1";

  /** Clients that do not think begin within this time, not all at once. */
  private static final long SPREAD_NS = 100_000_000;

  private final Parts parts = new Parts();
  private Load load;
  private URI metricsUri;

  private HttpGenerator() {}

  /**
   * Begins to send.
   *
   * @param turns who is loaded and who is not, from now on; null where all are
   * @param tickLog null for none
   * @param slowRequests the file for slow requests; null for none
   * @throws IOException if the metrics port or a log cannot be opened
   * @throws IllegalArgumentException if the targets mean nothing
   */
  static HttpGenerator start(
      LoadShape shape,
      List<Target> targets,
      Turns turns,
      int threads,
      int metricsPort,
      Path tickLog,
      Path slowRequests)
      throws IOException {
    HttpGenerator generator = new HttpGenerator();
    try {
      generator.open(shape, targets, turns, threads, metricsPort, tickLog, slowRequests);
      return generator;
    } catch (IOException | RuntimeException e) {
      generator.close();
      throw e;
    }
  }

  private void open(
      LoadShape shape,
      List<Target> targets,
      Turns turns,
      int threads,
      int metricsPort,
      Path tickLog,
      Path slowRequests)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    load =
        shape.isClosed()
            ? Load.closed(targets, CLOCK, registry, shape.thinkNs())
            : new Load(targets, CLOCK, registry);
    TickRecorder recorder = new TickRecorder();
    if (tickLog != null) {
      parts.add(TickLogWriter.start(recorder, load.responseTimes(), tickLog));
    }
    Optional<SlowRequestLog> slow = Optional.empty();
    if (slowRequests != null) {
      SlowRequestLog log =
          SlowRequestLog.start(shape.slowNs(), CLOCK, HttpGenerator::epochNs, slowRequests);
      parts.add(log);
      registry.register(log);
      slow = Optional.of(log);
    }
    List<EventLoopParker> loops = new ArrayList<>();
    List<LocklessScheduler> schedulers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, targets.size()); i++) {
      EventLoopParker loop = new EventLoopParker();
      LocklessScheduler scheduler =
          TickSchedulers.named("lockless")
              .threads(1)
              .parker(loop)
              .listener(recorder)
              .createLockless();
      parts.add(scheduler);
      loops.add(loop);
      schedulers.add(scheduler);
    }
    TickMetrics.register(registry, recorder, schedulers);
    MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry);
    parts.add(endpoint);
    metricsUri = endpoint.uri();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      AwaitedRequests requests = load.awaited(target, shape.connections());
      int thread = i % schedulers.size();
      HttpExchanges exchanges =
          new HttpExchanges(
              loops.get(thread),
              target,
              shape.request(target),
              shape.timeoutNs(),
              requests,
              slow,
              CLOCK);
      double shift = (double) i / targets.size();
      for (TurnTaker client :
          clients(shape, exchanges, schedulers.get(thread), target.id(), shift)) {
        if (turns == null) {
          client.resume(CLOCK.nanoTime());
        } else {
          turns.add(target, client);
        }
      }
    }
  }

  private static long epochNs() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Those of a server, paused. */
  private static List<TurnTaker> clients(
      LoadShape shape,
      HttpExchanges exchanges,
      LocklessScheduler scheduler,
      String name,
      double shift) {
    if (!shape.isClosed()) {
      return List.of(new OpenStream(name, scheduler, exchanges, shape.plan(), shift));
    }
    List<TurnTaker> clients = new ArrayList<>();
    long spreadNs = Math.max(SPREAD_NS, shape.thinkNs());
    for (int i = 0; i < shape.connections(); i++) {
      long firstNs = (long) ((i + shift) * spreadNs / shape.connections());
      clients.add(new ClosedClient(name, scheduler, exchanges, shape.thinkNs(), firstNs));
    }
    return clients;
  }

  /** Returns what was offered, sent and answered. */
  Load load() {
    return load;
  }

  /** Returns where the metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Stops sending and writes the end of the tick log; answers under way are not awaited. */
  @Override
  public void close() {
    parts.close();
  }
}
