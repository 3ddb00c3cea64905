package dev.jitterlab.periodic;

import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TickListener;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that runs periodic tasks until a time is over or it gets SIGTERM or SIGINT. */
@Command(
    name = "periodic-server",
    description = "Periodic tasks on a tick scheduler: how late does each of them start?")
public final class PeriodicServer extends ProcessCommand {
  /** Who ends this process may end its program, too, and a little sooner. */
  private static final long TOLD_TOO_MS = 1_000;

  /** Begins the line that is printed when everything is closed. */
  private static final String END = "JITTERLAB END missed=";

  @Mixin private ProgramOptions programs;

  @Mixin private SchedulerOptions scheduling;

  @Setting
  @Option(
      names = "--tasks",
      description = "How many tasks at how many ticks per second: 500@20,50@128,1@30000/1001.")
  private String tasks = "1@1000";

  @Mixin private WorkOptions work;

  @Setting
  @Option(
      names = "--start",
      description =
          "How the tasks' schedules lie to each other: spread (each starts at a random moment of"
              + " its first period) or together.")
  private StartPlan.Mode start = StartPlan.Mode.SPREAD;

  @Setting
  @Option(names = "--seed", description = "Seed of the starts.")
  private long seed = 1;

  @Option(names = "--tick-log", description = "File for the times of all ticks.")
  private Path tickLog;

  @Option(
      names = "--log-once",
      description =
          "Log the measured time as one interval, which is written at the end: to write takes a"
              + " core from the ticks. What happens before missed ticks count is not in it.")
  private boolean logOnce;

  @Option(
      names = "--tick-trace",
      description =
          "File for every single tick since it was ready, written at the end: for the search for"
              + " causes.")
  private Path tickTrace;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--warmup",
      description = "Seconds for which it ticks before its log begins and it is ready.")
  private long warmupSeconds;

  @Option(
      names = "--settle",
      description =
          "Seconds from when it is ready until it counts missed ticks and traces. A program that"
              + " waited for it may disturb the first ticks.")
  private long settleSeconds;

  @Option(
      names = "--duration",
      description = "Seconds after which it ends, from when it is ready. Default: at SIGTERM.")
  private Long durationSeconds;

  @Option(
      names = "--linger",
      description = "After the duration stop the tasks and close the log, but end at SIGTERM only.")
  private boolean linger;

  @Option(
      names = "--list-schedulers",
      description = "Print the schedulers that work on this JDK, one a line, and end.")
  private boolean listSchedulers;

  private final MissRates missRates = new MissRates();

  /** Whether another program ticked, and has ended although nobody has told this process to. */
  private volatile boolean hasEndedByItself;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new PeriodicServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    if (listSchedulers) {
      PrintWriter out = out();
      workingSchedulers().forEach(out::println);
      out.flush();
      return;
    }
    CommandLineProcess.untilTerminated(
        end -> {
          System.out.println(END + runUntil(end) + missRates);
          System.out.flush();
          if (linger) {
            end.await();
          }
        });
  }

  /** Returns how many ticks were missed, after everything is closed. */
  private long runUntil(CountDownLatch end) throws IOException, InterruptedException {
    TickTrace trace = tickTrace == null ? null : new TickTrace();
    PeriodicRun run = startRun(() -> programEnded(end), trace);
    try (run) {
      if (programs.isStressed()) {
        run.stress();
      }
      run.beginToLog(tickLog);
      boolean unused = end.await(warmupSeconds, TimeUnit.SECONDS);
      if (logOnce) {
        run.beginToLogOnce(tickLog);
      } else if (warmupSeconds > 0) {
        run.beginToLog(tickLog);
      }
      if (settleSeconds == 0) {
        beginToCount(run);
      }
      new ReadyLine().endpoint("metrics", run.metricsUri()).print(System.out);
      if (settleSeconds > 0) {
        unused = end.await(settleSeconds, TimeUnit.SECONDS);
        beginToCount(run);
      }
      if (durationSeconds == null) {
        end.await();
      } else {
        unused = end.await(durationSeconds - settleSeconds, TimeUnit.SECONDS);
      }
      if (run.failure() != null && (hasEndedByItself || end.getCount() > 0)) {
        throw new IOException(run.failure());
      }
    }
    if (trace != null) {
      trace.write(tickTrace);
    }
    return run.missed();
  }

  private void programEnded(CountDownLatch end) {
    try {
      hasEndedByItself = !end.await(TOLD_TOO_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      hasEndedByItself = true;
      Thread.currentThread().interrupt();
    }
    end.countDown();
  }

  private void beginToCount(PeriodicRun run) {
    run.beginToCount();
    missRates.begin();
  }

  private PeriodicRun startRun(Runnable onEnd, TickTrace trace)
      throws IOException, InterruptedException {
    List<StartPlan.Start> starts = StartPlan.of(TaskGroup.parse(tasks), start, seed);
    work.check();
    if (logOnce && tickLog == null) {
      throw new IllegalArgumentException(
          "--log-once says how the tick log is written: give --tick-log, too, or leave it out");
    }
    switch (programs.program()) {
      case JAVA:
        Supplier<Runnable> tickWork = work.work();
        Optional<PeerScheduler> peer = scheduling.peer();
        return PeriodicRun.start(
            peer.isPresent()
                ? (listener, jitter) ->
                    new PeerTicking(
                        peer.get(),
                        scheduling.threads(),
                        starts,
                        tickWork,
                        () -> watch(jitter).andThen(listener))
                : (listener, jitter) ->
                    new ScheduledTasks(
                        scheduling.create(listener),
                        starts,
                        scheduling.taskOptions(),
                        tickWork,
                        () -> watch(jitter)),
            metricsPort,
            trace);
      case C_LOOP:
        Rate rate = programs.onlyRate(starts, scheduling, work);
        try (ScratchFolder folder = ScratchFolder.create()) { // a running program needs no file
          Path compiled = CLoop.compile(folder.path());
          return PeriodicRun.start(
              programs.source(rate, compiled, scheduling, work, onEnd), metricsPort, trace);
        }
      case CYCLICTEST:
        if (trace != null) {
          throw new IllegalArgumentException(
              "--tick-trace needs the times of ticks, and cyclictest prints latencies only: leave"
                  + " --tick-trace out, or take --program=c-loop");
        }
        rate = programs.onlyRate(starts, scheduling, work);
        return PeriodicRun.start(
            programs.source(rate, null, scheduling, work, onEnd), metricsPort, trace);
    }
    throw new AssertionError(programs.program());
  }

  /** What is told of each start of one task. */
  private TickListener watch(ReleaseJitter jitter) {
    return missRates.ofTask().andThen(jitter.ofTask());
  }

  /** Returns the schedulers that can be made here: one may need a newer JDK than this. */
  static List<String> workingSchedulers() {
    return Stream.concat(
            TickSchedulers.names().stream().filter(PeriodicServer::works),
            SchedulerOptions.peers().map(PeerScheduler::name))
        .collect(Collectors.toUnmodifiableList());
  }

  private static boolean works(String name) {
    try (TickScheduler scheduler = TickSchedulers.named(name).create()) {
      return scheduler.activeTasks() == 0;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
