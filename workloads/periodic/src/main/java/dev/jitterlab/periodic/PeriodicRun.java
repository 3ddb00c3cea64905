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
 * Tasks that are ticking, with the log and the endpoint that show it: put together in {@link
 * #start}, taken apart in the opposite order by {@link #close}. For one thread.
 */
final class PeriodicRun implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private URI metricsUri;

  private PeriodicRun() {}

  /**
   * Starts everything; returns when the last task has started.
   *
   * @param scheduling makes the scheduler that tells this listener
   * @param steps of {@link BusyWork} at each tick
   * @param tickLog null for none
   * @throws IOException if the port is in use or the tick log cannot be written
   */
  static PeriodicRun start(
      Function<TickListener, TickScheduler> scheduling,
      List<StartPlan.Start> starts,
      long steps,
      Path tickLog,
      int metricsPort)
      throws IOException {
    PeriodicRun run = new PeriodicRun();
    try {
      run.open(scheduling, starts, steps, tickLog, metricsPort);
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
      Path tickLog,
      int metricsPort)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    TickRecorder recorder = new TickRecorder();
    if (tickLog != null) {
      parts.push(openLog(recorder, tickLog));
    }
    MissedTicks missed = new MissedTicks();
    missed.register(registry);
    TickScheduler scheduler = scheduling.apply(recorder.andThen(missed));
    parts.push(scheduler);
    TickMetrics.register(registry, recorder, scheduler::failedTicks);
    MetricsEndpoint endpoint = openEndpoint(metricsPort, registry);
    parts.push(endpoint);
    metricsUri = endpoint.uri();
    startTasks(scheduler, starts, steps);
  }

  private static TickLog openLog(TickRecorder recorder, Path file) throws IOException {
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
