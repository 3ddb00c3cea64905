package dev.jitterlab.idioms;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that repeats an idiom until it gets SIGTERM or SIGINT. */
@Command(
    name = "idioms-server",
    description = "Threads repeat one idiom of Java: how often do they get through?",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class IdiomServer implements Callable<Integer> {
  private static final String HOST = "127.0.0.1";

  @Spec private CommandSpec spec;

  @Setting
  @Option(
      names = "--work",
      defaultValue = "RANDOM_ATOMIC",
      description = "What is repeated: ${COMPLETION-CANDIDATES}.")
  private IdiomWork work;

  @Setting(min = 1, max = 1024)
  @Option(names = "--threads", defaultValue = "4", description = "How many threads repeat it.")
  private int threads;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new IdiomServer(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings.check(spec);
    CommandLineProcess.untilTerminated(this::repeat);
    return CommandLine.ExitCode.OK;
  }

  private void repeat(CountDownLatch end) throws IOException, InterruptedException {
    Repetition repetition = new Repetition(work, threads);
    PrometheusRegistry registry = new PrometheusRegistry();
    CounterWithCallback unused =
        CounterWithCallback.builder()
            .name("jitterlab_idiom_operations_total")
            .help("How often the threads have done the work.")
            .callback(callback -> callback.call((double) repetition.operations()))
            .register(registry);
    try (MetricsEndpoint endpoint = MetricsEndpoint.start(HOST, metricsPort, registry)) {
      repetition.start();
      new ReadyLine().endpoint("metrics", endpoint.uri().toString()).print(System.out);
      end.await();
      System.out.println("JITTERLAB END sum=" + repetition.end());
    }
  }
}
