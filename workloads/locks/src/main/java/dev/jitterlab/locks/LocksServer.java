package dev.jitterlab.locks;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs a competition until it gets SIGTERM or SIGINT. */
@Command(
    name = "locks-server",
    description =
        "Threads compete for a few hot locks: how much do they get, how long do they wait?")
public final class LocksServer extends ProcessCommand {
  private static final String HOST = "127.0.0.1";

  @Setting
  @Option(names = "--lock", description = "The kind of lock: ${COMPLETION-CANDIDATES}.")
  private LockKind kind = LockKind.UNFAIR;

  @Setting(min = 1, max = 4096)
  @Option(names = "--threads", description = "How many threads compete.")
  private int threads = 4;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--hot-locks",
      description = "How many locks there are; each thread takes them in turn.")
  private int hotLocks = 2;

  @Setting(min = 0, max = 1e9)
  @Option(
      names = "--section-ns",
      description = "CPU time for which a lock is held, in nanoseconds.")
  private long sectionNs = 1_000;

  @Setting(min = 0, max = 1e9)
  @Option(names = "--outside-ns", description = "CPU time before each lock, in nanoseconds.")
  private long outsideNs = 1_000;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--barges",
      description =
          "k of the kinds bounded and adaptive: how many may overtake the longest waiter.")
  private int barges = 16;

  @Option(names = "--tick-log", description = "File for the waits, tagged lock-wait.")
  private Path tickLog;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new LocksServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    CommandLineProcess.untilTerminated(this::compete);
  }

  private void compete(CountDownLatch end) throws IOException, InterruptedException {
    Competition competition =
        new Competition(
            threads,
            hotLocks,
            kind.locks(barges),
            BusySteps.in(sectionNs, System::nanoTime),
            BusySteps.in(outsideNs, System::nanoTime));
    compete(competition, end);
  }

  void compete(Competition competition, CountDownLatch end)
      throws IOException, InterruptedException {
    PrometheusRegistry registry = new PrometheusRegistry();
    ConvoyFinder convoys = new ConvoyFinder(competition.hotLocks());
    LockMetrics.register(registry, competition, convoys);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry)) {
      TickLogWriter log = log(competition);
      competition.start();
      try (ConvoyWatch watch = new ConvoyWatch(competition, convoys, System.out::println)) {
        watch.start();
        new ReadyLine().endpoint("metrics", endpoint.uri().toString()).print(System.out);
        end.await();
      }
      end(competition, convoys, log);
    }
  }

  /** A competition ends when the process is told to, so what is wrong with its lock shows then. */
  private void end(Competition competition, ConvoyFinder convoys, TickLogWriter log)
      throws InterruptedException {
    long lost;
    try {
      lost = competition.end();
    } catch (IllegalStateException e) {
      CommandLineProcess.endAsFailed("locks-server: " + kind + " is no lock: " + e.getMessage());
      throw e;
    }
    if (log != null) {
      log.close();
    }
    System.out.println("JITTERLAB END lost=" + lost + " convoys=" + convoys.found());
    if (lost != 0) {
      CommandLineProcess.endAsFailed(
          "locks-server: " + kind + " is no lock: " + lost + " sections were lost");
    }
  }

  /** Null for none. What is not in it yet when a competition fails is not worth having. */
  private TickLogWriter log(Competition competition) throws IOException {
    return tickLog == null
        ? null
        : TickLogWriter.start(
            new TickRecorder(), Map.of("lock-wait", competition::takeWaits), tickLog);
  }
}
