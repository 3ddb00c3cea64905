package dev.jitterlab.periodic;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ProcessWatch;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tasks that are ticking, with the log and the endpoint that show it, until {@link #close}. For one
 * thread.
 */
final class PeriodicRun implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Duration EVERY_SECOND = Duration.ofSeconds(1);
  private static final Duration AT_THE_END = Duration.ofDays(10_000);

  /** In the order in which they are closed. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private final TickRecorder recorder = new TickRecorder();
  private final ReleaseJitter jitter = new ReleaseJitter();
  private volatile boolean isRecording = true;
  private Ticking ticking;
  private TickLogWriter log;
  private long missedBefore;
  private long missedAtEnd;
  private URI metricsUri;

  /** Null for none. */
  private final TickTrace trace;

  private PeriodicRun(TickTrace trace) {
    this.trace = trace;
  }

  /**
   * Starts everything; returns when the last task has started.
   *
   * @param trace is told of every tick, and stays the caller's; null for none
   * @throws IOException if the port is in use
   * @throws UnavailableException if this machine lacks what ticking takes
   */
  static PeriodicRun start(Ticking.Source source, int metricsPort, TickTrace trace)
      throws IOException, InterruptedException {
    PeriodicRun run = new PeriodicRun(trace);
    try {
      run.open(source, metricsPort);
      return run;
    } catch (IOException | InterruptedException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  private void open(Ticking.Source source, int metricsPort)
      throws IOException, InterruptedException {
    PrometheusRegistry registry = new PrometheusRegistry();
    TickListener recording =
        tick -> {
          if (isRecording) {
            recorder.onTick(tick);
          }
        };
    TickListener listener = trace == null ? recording : recording.andThen(trace);
    ticking = source.open(listener, jitter);
    parts.addFirst(ticking);
    TickMetrics.register(registry, recorder, ticking::failedTicks, ticking::waitingPeriods);
    ticking.register(registry);
    MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry);
    parts.addFirst(endpoint);
    metricsUri = endpoint.uri();
    ProcessWatch.start();
    ticking.start();
  }

  /**
   * Keeps all processors busy from now on.
   *
   * @throws UnavailableException if stress-ng cannot be started
   */
  void stress() throws UnavailableException, InterruptedException {
    parts.addFirst(StressNg.start());
  }

  /**
   * Begins to log: what happened before is not in the log. May be called again, to begin anew with
   * a log that has been written before and so costs little.
   *
   * @param tickLog null for none
   * @throws IOException if the tick log cannot be written
   */
  void beginToLog(Path tickLog) throws IOException {
    startLog(tickLog, EVERY_SECOND);
  }

  /**
   * As {@link #beginToLog}, but all that is logged is one interval, which is written at the end,
   * and nothing is recorded until {@link #beginToCount}: to begin a log takes a core, too.
   */
  void beginToLogOnce(Path tickLog) throws IOException {
    record(false);
    startLog(tickLog, AT_THE_END);
  }

  private void record(boolean records) {
    isRecording = records;
    jitter.record(records);
  }

  private void startLog(Path tickLog, Duration every) throws IOException {
    if (log != null) {
      log.close();
      parts.remove(log);
    }
    if (tickLog != null) {
      log = TickLogWriter.start(recorder, jitter.times(), tickLog, every);
      parts.addLast(log); // closed last: all ticks are in it
    }
  }

  /** Begins to count missed ticks, and to trace; once. Costs next to nothing. */
  void beginToCount() {
    record(true);
    missedBefore = overdue();
    if (trace != null) {
      trace.begin(System.nanoTime());
    }
  }

  /** Those that were told, and those in which no tick has begun by now. */
  private long overdue() {
    return recorder.overduePeriods() + ticking.waitingPeriods().count();
  }

  /**
   * Returns how many ticks were missed from {@link #beginToCount} to {@link #close}. What a backlog
   * still has at the end was missed, too.
   */
  long missed() {
    return missedAtEnd - missedBefore;
  }

  /** Returns why the ticking has ended by itself; null while it has not. */
  String failure() {
    return ticking.failure();
  }

  /** Returns where the metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Stops the tasks and writes the rest of the log; what cannot be closed is said and left. */
  @Override
  public void close() {
    missedAtEnd = ticking == null ? 0 : overdue();
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        System.getLogger(PeriodicRun.class.getName())
            .log(System.Logger.Level.ERROR, "could not close a part", e);
      }
    }
  }
}
