package dev.jitterlab.locks;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
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
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
  private static final int EXIT_CANNOT_RUN = 3;
  private static final long CLOSING_SECONDS = 4;

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
    CommandLine command = new CommandLine(new LocksServer());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    System.exit(command.execute(arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> endAndAwait(end, closed), "end-of-process"));
    try {
      Settings.check(spec);
      long lost = compete(end);
      if (lost != 0) {
        spec.commandLine()
            .getErr()
            .println("locks-server: " + kind + " is no lock: " + lost + " sections were lost");
        return EXIT_CANNOT_RUN;
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (IOException | IllegalStateException e) {
      spec.commandLine().getErr().println("locks-server: " + e.getMessage());
      return EXIT_CANNOT_RUN;
    } finally {
      closed.countDown();
    }
    return CommandLine.ExitCode.OK;
  }

  private long compete(CountDownLatch end) throws IOException, InterruptedException {
    Competition competition =
        new Competition(
            threads,
            hotLocks,
            kind.locks(barges),
            BusySteps.in(sectionNs, System::nanoTime),
            BusySteps.in(outsideNs, System::nanoTime));
    PrometheusRegistry registry = new PrometheusRegistry();
    LockMetrics.register(registry, competition);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry)) {
      TickLogWriter log = log(competition);
      competition.start();
      new ReadyLine().endpoint("metrics", endpoint.uri().toString()).print(System.out);
      end.await();
      long lost = competition.end();
      if (log != null) {
        log.close();
      }
      System.out.println("JITTERLAB END lost=" + lost);
      return lost;
    }
  }

  /** Null for none. What is not in it yet when a competition fails is not worth having. */
  private TickLogWriter log(Competition competition) throws IOException {
    return tickLog == null
        ? null
        : TickLogWriter.start(
            new TickRecorder(), Map.of("lock-wait", competition::takeWaits), tickLog);
  }

  /** Runs at the JVM's end, while the main thread closes what is open. */
  private static void endAndAwait(CountDownLatch end, CountDownLatch closed) {
    end.countDown();
    try {
      boolean unused = closed.await(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
