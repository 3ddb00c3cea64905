package dev.jitterlab.lab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.ExpositionParser;
import dev.jitterlab.lab.collect.MetricsEndpoint;
import dev.jitterlab.lab.collect.ProcFiles;
import dev.jitterlab.lab.collect.Time;
import dev.jitterlab.lab.execution.LabProcess;
import dev.jitterlab.lab.execution.Processes;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickMetric;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scheduler of the tick library, in a JVM of its own for every cell.
 *
 * <p>Drift is that of the tick log's whole seconds within the measured window. The window is one
 * second longer than asked for, so that at least so many whole seconds lie in it. The process is
 * scraped before and after the window, never in it.
 */
final class JavaScheduler implements Contender {
  /**
   * A small quiet JVM. A tenth of the usual compile thresholds, because a task at 1 kHz would be
   * interpreted for ten seconds: so the second of warm-up does what ten would.
   */
  private static final List<String> JVM_ARGUMENTS =
      List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:CompileThresholdScaling=0.1");

  private static final double WARMUP_SECONDS = 1;
  private static final double START_AND_END_SECONDS = 1.2;
  private static final double WHOLE_SECONDS_MARGIN = 1;
  private static final long READY_SECONDS = 30;
  private static final int SCRAPE_MILLIS = 5_000;
  private static final String MISSED = "jitterlab_ticks_missed_total";

  private final String name;
  private final PeriodicServer server;
  private final ProcFiles proc;
  private final Time time;

  JavaScheduler(String name, PeriodicServer server, ProcFiles proc, Time time) {
    this.name = name;
    this.server = server;
    this.proc = proc;
    this.time = time;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String waiting() {
    return "default";
  }

  @Override
  public double overheadSeconds() {
    return WARMUP_SECONDS + WHOLE_SECONDS_MARGIN + START_AND_END_SECONDS;
  }

  @Override
  public Measurement measure(Cell cell, Processes processes, Runnable look)
      throws InterruptedException {
    LabProcess process = processes.start(cell.id(), cell.round(), command(cell), cell.folder());
    processes.awaitReady(process, READY_SECONDS);
    processes.watch(WARMUP_SECONDS, look);
    double missedBefore = missed(process);
    double from = time.epochSeconds();
    UsageMeter meter = new UsageMeter(proc, time, process.pid());
    processes.watch(cell.seconds() + WHOLE_SECONDS_MARGIN, look);
    Measurement.Usage usage = meter.read();
    Window window = new Window(from, time.epochSeconds());
    long missed = Math.round(missed(process) - missedBefore);
    processes.end(process);
    MeasuredTicks ticks = MeasuredTicks.of(TickLog.read(RunDirectory.ticks(cell.folder())), window);
    Distribution drift = ticks.of(TickMetric.DRIFT);
    if (drift.isEmpty()) {
      throw failed(process, "no tick was recorded while it was measured");
    }
    return new Measurement(drift, Optional.of(ticks.of(TickMetric.EXECUTION)), missed, usage);
  }

  private List<String> command(Cell cell) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--scheduler=" + name);
    arguments.add("--tasks=" + cell.scenario().tasks());
    arguments.add("--tick-us=" + cell.scenario().tickMicros());
    arguments.add("--seed=" + cell.seed());
    arguments.add("--tick-log=ticks.hlog");
    arguments.add("--metrics-port=0");
    return server.command(JVM_ARGUMENTS, arguments);
  }

  private static double missed(LabProcess process) {
    URI metrics = URI.create(process.endpoints().get("metrics"));
    MetricsEndpoint endpoint = new MetricsEndpoint(process.id(), metrics, process.pid());
    try {
      return endpoint.scrape(SCRAPE_MILLIS).stream()
          .filter(series -> series.name().equals(MISSED))
          .mapToDouble(ExpositionParser.Series::value)
          .findFirst()
          .orElseThrow(() -> failed(process, "its metrics lack " + MISSED));
    } catch (IOException | ExpositionParser.MalformedException e) {
      throw failed(process, "its metrics could not be read: " + e.getMessage());
    }
  }

  private static LabException failed(LabProcess process, String what) {
    return new LabException(
        ExitCode.RUN_FAILED,
        Problem.in(process.id(), what, "Run the bench again on a machine that is less busy.")
            .withDetails(process.lastWords()));
  }
}
