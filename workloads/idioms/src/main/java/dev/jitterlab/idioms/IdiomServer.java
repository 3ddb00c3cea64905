package dev.jitterlab.idioms;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that repeats an idiom until it gets SIGTERM or SIGINT. */
@Command(
    name = "idioms-server",
    description = "Threads repeat one idiom of Java: how often do they get through?")
public final class IdiomServer extends ProcessCommand {
  @Setting
  @Option(names = "--work", description = "What is repeated: ${COMPLETION-CANDIDATES}.")
  private IdiomWork work = IdiomWork.RANDOM_ATOMIC;

  @Setting(min = 1, max = 1024)
  @Option(names = "--threads", description = "How many threads repeat it.")
  private int threads = 4;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new IdiomServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    CommandLineProcess.untilTerminated(this::repeat);
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
    try (MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", metricsPort, registry)) {
      repetition.start();
      new ReadyLine().endpoint("metrics", endpoint.uri()).print(System.out);
      end.await();
      System.out.println("JITTERLAB END sum=" + repetition.end());
    }
  }
}
