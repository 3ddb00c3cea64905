package dev.jitterlab.locks;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that runs a competition until it gets SIGTERM or SIGINT. */
@Command(
    name = "locks-server",
    description =
        "Threads compete for a few hot locks: how much do they get, how long do they wait?",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class LocksServer implements Callable<Integer> {
  private static final String HOST = "127.0.0.1";

  @Spec private CommandSpec spec;

  @Setting
  @Option(
      names = "--lock",
      defaultValue = "UNFAIR",
      description = "The kind of lock: ${COMPLETION-CANDIDATES}.")
  private LockKind kind;

  @Setting(min = 1, max = 4096)
  @Option(names = "--threads", defaultValue = "4", description = "How many threads compete.")
  private int threads;

  @Setting(min = 1, max = 1024)
  @Option(
      names = "--hot-locks",
      defaultValue = "2",
      description = "How many locks there are; each thread takes them in turn.")
  private int hotLocks;

  @Setting(min = 0, max = 1e9)
  @Option(
      names = "--section-ns",
      defaultValue = "1000",
      description = "CPU time for which a lock is held, in nanoseconds.")
  private long sectionNs;

  @Setting(min = 0, max = 1e9)
  @Option(
      names = "--outside-ns",
      defaultValue = "1000",
      description = "CPU time before each lock, in nanoseconds.")
  private long outsideNs;

  @Setting(min = 0, max = 1 << 20)
  @Option(
      names = "--barges",
      defaultValue = "16",
      description =
          "k of the kinds bounded and adaptive: how many may overtake the longest waiter.")
  private int barges;

  @Option(names = "--tick-log", description = "File for the waits, tagged lock-wait.")
  private Path tickLog;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new LocksServer(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings.check(spec);
    CommandLineProcess.untilTerminated(this::compete);
    return CommandLine.ExitCode.OK;
  }

  private void compete(CountDownLatch end) throws IOException, InterruptedException {
    Competition competition =
        new Competition(
            threads,
            hotLocks,
            kind.locks(barges),
            BusySteps.in(sectionNs, System::nanoTime),
            BusySteps.in(outsideNs, System::nanoTime));
    PrometheusRegistry registry = new PrometheusRegistry();
    ConvoyFinder convoys = new ConvoyFinder(hotLocks);
    Consumer<String> lines = System.out::println;
    LockMetrics.register(registry, competition, convoys);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry)) {
      TickLogWriter log = log(competition);
      competition.start();
      try (ConvoyWatch watch = new ConvoyWatch(competition, convoys, lines)) {
        watch.start();
        new ReadyLine().endpoint("metrics", endpoint.uri().toString()).print(System.out);
        end.await();
      }
      long lost = competition.end();
      if (log != null) {
        log.close();
      }
      System.out.println("JITTERLAB END lost=" + lost + " convoys=" + convoys.found());
      if (lost != 0) {
        throw new IOException(kind + " is no lock: " + lost + " sections were lost");
      }
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
