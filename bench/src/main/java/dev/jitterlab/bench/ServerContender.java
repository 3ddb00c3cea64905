package dev.jitterlab.bench;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whatever the periodic server can run: a scheduler of the tick library, or the loop in C. In a
 * process of its own for every cell.
 *
 * <p>The server warms up, then its log begins and it is ready; after the measured time it stops its
 * tasks and closes the log by itself, and lingers. Until then nothing is asked of the server: where
 * more is asked of the cores than they have it could not answer, and that case is to be measured
 * too. The log begins a second after that: this lab has just learnt that the server is ready, and
 * takes a core to see to it. The log is one interval, since to write each takes a core, too
 * (docs/measurements/ticks.md has what both cost).
 */
record ServerContender(
    String name,
    String scheduler,
    String waiting,
    Policy policy,
    List<String> options,
    BenchTools tools)
    implements Contender {
  /** A small quiet JVM. */
  private static final List<String> JVM_ARGUMENTS =
      List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC");

  /** One that collects several times a second. */
  private static final List<String> ZGC_ARGUMENTS = List.of("-Xms256m", "-Xmx256m", "-XX:+UseZGC");

  /** What the ticks of such a JVM allocate, all together. */
  private static final int ALLOCATED_BYTES_PER_SECOND = 100_000_000;

  /** What the tick library's schedulers do unless told otherwise. */
  private static final Map<String, String> OWN_WAITING =
      Map.of(
          "partitioned", "park-spin",
          "lockless", "park-spin",
          "scheduled-pool", "park",
          "thread-per-task", "sleep",
          "thread-per-task-park", "park",
          "virtual-threads", "sleep");

  private static final double START_AND_END_SECONDS = 1.2;
  private static final long READY_SECONDS = 180;

  private static final int SETTLE_SECONDS = 1;
  private static final Window WHOLE_LOG = new Window(0, Double.MAX_VALUE);

  private static final double END_LOOK_SECONDS = 0.05;
  private static final int END_LOOKS = 1_200;
  private static final Pattern END =
      Pattern.compile("JITTERLAB END missed=(\\d+)(?: miss-rates=([\\d.]+)\\.\\.([\\d.]+))?");

  /** The scheduler whose waiting and policy can be chosen. */
  static final String CHOOSABLE = "partitioned";

  /** Our own loop in C, which is nobody's scheduler. */
  static final String C_LOOP = "c-loop";

  /** Adds to the name and to the options what the policy does. */
  ServerContender {
    name = name + policy.suffix();
    List<String> all = new ArrayList<>(options);
    policy.fifoPriority().ifPresent(priority -> all.add("--fifo=" + priority));
    policy.compilerNice().ifPresent(nice -> all.add("--compiler-nice=" + nice));
    if (policy.pinned()) {
      all.add("--pin");
    }
    options = all;
  }

  /** Whether a scheduler is one of the tick library, and so follows its late policies. */
  static boolean isOfTheLibrary(String scheduler) {
    return OWN_WAITING.containsKey(scheduler);
  }

  /** A scheduler in its own way. */
  static ServerContender of(String scheduler, Policy policy, BenchTools tools) {
    return new ServerContender(
        scheduler,
        scheduler,
        OWN_WAITING.getOrDefault(scheduler, "default"),
        policy,
        List.of("--scheduler=" + scheduler),
        tools);
  }

  /** A scheduler that waits in a way of the user's choice. */
  static ServerContender waiting(String scheduler, String way, Policy policy, BenchTools tools) {
    return new ServerContender(
        scheduler + "-" + way,
        scheduler,
        way,
        policy,
        List.of("--scheduler=" + scheduler, "--waiting=" + way),
        tools);
  }

  /** The loop in C. */
  static ServerContender cLoop(Policy policy, BenchTools tools) {
    return new ServerContender(
        C_LOOP, C_LOOP, "clock_nanosleep", policy, List.of("--program=c-loop"), tools);
  }

  @Override
  public double overheadSeconds() {
    return tools.server().warmupSeconds() + SETTLE_SECONDS + MARGIN_SECONDS + START_AND_END_SECONDS;
  }

  @Override
  public Measurement measure(BenchCell cell, Processes processes, Runnable look)
      throws InterruptedException {
    LabProcess process = processes.start(cell.id(), cell.round(), command(cell), cell.folder());
    processes.awaitReady(process, READY_SECONDS);
    process.onHost().letObserversGiveWay();
    UsageMeter meter = meter(process);
    QuietWatch.watch(processes, SETTLE_SECONDS + cell.seconds(), look);
    Measurement.Usage usage = meter.read();
    Matcher end = awaitEnd(process, processes, look);
    processes.end(process);
    TickLog log = TickLog.read(RunDirectory.ticks(cell.folder()));
    Distribution drift = log.measured(TickTime.DRIFT, WHOLE_LOG);
    if (drift.isEmpty()) {
      throw failed(process, "no tick was recorded while it was measured");
    }
    Distribution execution = log.measured(TickTime.EXECUTION, WHOLE_LOG);
    Optional<Measurement.MissRates> missRates =
        Optional.ofNullable(end.group(2))
            .map(
                lowest ->
                    new Measurement.MissRates(
                        Double.parseDouble(lowest), Double.parseDouble(end.group(3))));
    return new Measurement(
        drift, Optional.of(execution), Long.parseLong(end.group(1)), missRates, usage);
  }

  /** The loop in C is the server's child; what reads its lines does not count. */
  private UsageMeter meter(LabProcess server) {
    boolean ofChild = scheduler.equals(C_LOOP);
    if (ofChild && server.onHost().usage(true).isEmpty()) {
      throw failed(server, "the loop in C is not running");
    }
    return new UsageMeter(server.onHost(), ofChild, tools.time());
  }

  /** Waits until the server has closed its log, and returns what it says of the missed ticks. */
  private static Matcher awaitEnd(LabProcess process, Processes processes, Runnable look)
      throws InterruptedException {
    for (int looks = 0; looks < END_LOOKS; looks++) {
      Matcher end = END.matcher(process.lastWords());
      if (end.find()) {
        return end;
      }
      processes.watch(END_LOOK_SECONDS, look);
    }
    throw failed(process, "it did not stop its tasks at the end of the measured time");
  }

  private List<String> command(BenchCell cell) {
    List<String> arguments = new ArrayList<>(options);
    if (scheduler.equals(C_LOOP)) {
      arguments.add("--tasks=1@1000"); // as cyclictest in every scenario
    } else {
      arguments.addAll(cell.scenario().options());
    }
    if (policy.zgc()) {
      arguments.add("--allocate=" + ALLOCATED_BYTES_PER_SECOND / cell.scenario().ticksPerSecond());
    }
    arguments.add("--seed=" + cell.seed());
    arguments.add("--tick-log=" + RunDirectory.TICKS);
    arguments.add("--log-once");
    arguments.add("--warmup=" + tools.server().warmupSeconds());
    arguments.add("--settle=" + SETTLE_SECONDS);
    arguments.add("--duration=" + (SETTLE_SECONDS + cell.seconds() + MARGIN_SECONDS));
    arguments.add("--linger");
    List<String> jvmArguments = new ArrayList<>(policy.zgc() ? ZGC_ARGUMENTS : JVM_ARGUMENTS);
    if (tools.server().traced()) {
      arguments.add("--tick-trace=" + TickTraceFiles.TICKS);
      jvmArguments.addAll(TickTraceFiles.JVM_ARGUMENTS);
    }
    return tools.server().command(jvmArguments, arguments);
  }

  private static LabException failed(LabProcess process, String what) {
    return LabException.failed(
            process.id(), what, "Run the bench again on a machine that is less busy.")
        .withDetails(process.lastWords());
  }
}
