package dev.jitterlab.lab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.ProcFiles;
import dev.jitterlab.lab.collect.Time;
import dev.jitterlab.lab.execution.LabProcess;
import dev.jitterlab.lab.execution.Processes;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickMetric;
import dev.jitterlab.lab.ticks.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scheduler of the tick library, in a JVM of its own for every cell.
 *
 * <p>The server warms up, then its log begins and it is ready; after the measured time it stops its
 * tasks and closes the log by itself, and lingers. So the log has the measured time and nothing
 * else, and until then nothing is asked of the server: where more is asked of the cores than they
 * have it could not answer, and that case is to be measured too.
 */
final class JavaScheduler implements Contender {
  /**
   * A small quiet JVM. A tenth of the usual compile thresholds, because a task at 1 kHz would be
   * interpreted for ten seconds: so the second of warm-up does what ten would.
   */
  private static final List<String> JVM_ARGUMENTS =
      List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC", "-XX:CompileThresholdScaling=0.1");

  private static final int WARMUP_SECONDS = 1;
  private static final double START_AND_END_SECONDS = 1.2;
  private static final long READY_SECONDS = 60;

  private static final double END_LOOK_SECONDS = 0.05;
  private static final int END_LOOKS = 1_200;
  private static final Pattern END = Pattern.compile("JITTERLAB END missed=(\\d+)");
  private static final Window ALWAYS = new Window(0, Double.MAX_VALUE);

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
    return WARMUP_SECONDS + MARGIN_SECONDS + START_AND_END_SECONDS;
  }

  @Override
  public Measurement measure(Cell cell, Processes processes, Runnable look)
      throws InterruptedException {
    LabProcess process = processes.start(cell.id(), cell.round(), command(cell), cell.folder());
    processes.awaitReady(process, READY_SECONDS);
    UsageMeter meter = new UsageMeter(proc, time, process.pid());
    processes.watch(cell.seconds(), look);
    Measurement.Usage usage = meter.read();
    long missed = awaitMissed(process, processes, look);
    processes.end(process);
    TickLog log = TickLog.read(RunDirectory.ticks(cell.folder()));
    Distribution drift = log.measured(TickMetric.DRIFT, ALWAYS);
    if (drift.isEmpty()) {
      throw failed(process, "no tick was recorded while it was measured");
    }
    Distribution execution = log.measured(TickMetric.EXECUTION, ALWAYS);
    return new Measurement(drift, Optional.of(execution), missed, usage);
  }

  /** Waits until the server has closed its log, and says how many ticks were missed. */
  private static long awaitMissed(LabProcess process, Processes processes, Runnable look)
      throws InterruptedException {
    for (int looks = 0; looks < END_LOOKS; looks++) {
      Matcher end = END.matcher(process.lastWords());
      if (end.find()) {
        return Long.parseLong(end.group(1));
      }
      processes.watch(END_LOOK_SECONDS, look);
    }
    throw failed(process, "it did not stop its tasks at the end of the measured time");
  }

  private List<String> command(Cell cell) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--scheduler=" + name);
    arguments.add("--tasks=" + cell.scenario().tasks());
    arguments.add("--tick-us=" + cell.scenario().tickMicros());
    arguments.add("--seed=" + cell.seed());
    arguments.add("--tick-log=ticks.hlog");
    arguments.add("--warmup=" + WARMUP_SECONDS);
    arguments.add("--duration=" + (cell.seconds() + MARGIN_SECONDS));
    arguments.add("--linger");
    return server.command(JVM_ARGUMENTS, arguments);
  }

  private static LabException failed(LabProcess process, String what) {
    return new LabException(
        ExitCode.RUN_FAILED,
        Problem.in(process.id(), what, "Run the bench again on a machine that is less busy.")
            .withDetails(process.lastWords()));
  }
}
