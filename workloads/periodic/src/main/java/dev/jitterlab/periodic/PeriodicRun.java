package dev.jitterlab.periodic;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickLog;
import dev.jitterlab.tick.TickRecorder;
import dev.jitterlab.tick.TickScheduler;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Tasks that are ticking, with the log and the endpoint that show it, until {@link #close}. For one
 * thread.
 */
final class PeriodicRun implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  /** In the order in which they are closed. */
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  private final TickRecorder recorder = new TickRecorder();
  private final OverdueTicks missed = new OverdueTicks();
  private TickLog log;
  private long missedBefore;
  private URI metricsUri;

  private PeriodicRun() {}

  /**
   * Starts everything; returns when the last task has started.
   *
   * @param scheduling makes the scheduler that tells this listener
   * @param steps of {@link BusyWork} at each tick
   * @throws IOException if the port is in use
   */
  static PeriodicRun start(
      Function<TickListener, TickScheduler> scheduling,
      List<StartPlan.Start> starts,
      long steps,
      int metricsPort)
      throws IOException {
    PeriodicRun run = new PeriodicRun();
    try {
      run.open(scheduling, starts, steps, metricsPort);
      return run;
    } catch (IOException | RuntimeException e) {
      run.close();
      throw e;
    }
  }

  private void open(
      Function<TickListener, TickScheduler> scheduling,
      List<StartPlan.Start> starts,
      long steps,
      int metricsPort)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    missed.register(registry);
    TickScheduler scheduler = scheduling.apply(recorder.andThen(missed));
    parts.addFirst(scheduler);
    TickMetrics.register(registry, recorder, scheduler);
    MetricsEndpoint endpoint = openEndpoint(metricsPort, registry);
    parts.addFirst(endpoint);
    metricsUri = endpoint.uri();
    startTasks(scheduler, starts, steps);
  }

  /**
   * Begins to measure: what happened before is neither in the log nor in {@link #missed}. May be
   * called again, to begin anew with a log that has been written before and so costs little.
   *
   * @param tickLog null for none
   * @throws IOException if the tick log cannot be written
   */
  void beginToMeasure(Path tickLog) throws IOException {
    missedBefore = missed.count();
    if (log != null) {
      log.close();
      parts.remove(log);
    }
    if (tickLog != null) {
      log = openLog(tickLog);
      parts.addLast(log); // closed last: all ticks are in it
    }
  }

  private TickLog openLog(Path file) throws IOException {
    try {
      return TickLog.start(recorder, file);
    } catch (IOException e) {
      throw new IOException("cannot write the tick log " + file + " (" + e + ")", e);
    }
  }

  private static MetricsEndpoint openEndpoint(int port, PrometheusRegistry registry)
      throws IOException {
    try {
      return MetricsEndpoint.start(HOST, port, registry);
    } catch (IOException e) {
      throw new IOException(
          "cannot open TCP port "
              + port
              + " ("
              + e.getMessage()
              + "); is it in use? Port 0 takes any free one",
          e);
    }
  }

  private static void startTasks(
      TickScheduler scheduler, List<StartPlan.Start> starts, long steps) {
    long firstNs = System.nanoTime();
    for (StartPlan.Start start : starts) {
      long leftNs;
      while ((leftNs = firstNs + start.afterNs() - System.nanoTime()) > 0) {
        LockSupport.parkNanos(leftNs);
      }
      scheduler.start(start.name(), start.rate(), BusyWork.ofSteps(steps));
    }
  }

  /** Returns how many ticks were missed since {@link #beginToMeasure}. */
  long missed() {
    return missed.count() - missedBefore;
  }

  /** Returns where the metrics are. */
  URI metricsUri() {
    return metricsUri;
  }

  /** Stops the tasks and writes the rest of the log; what cannot be closed is said and left. */
  @Override
  public void close() {
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
