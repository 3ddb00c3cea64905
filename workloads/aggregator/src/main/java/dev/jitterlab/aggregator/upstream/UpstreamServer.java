package dev.jitterlab.aggregator.upstream;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import io.netty.util.ResourceLeakDetector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs the upstream services until it gets SIGTERM, or its input ends. */
@Command(
    name = "upstream-server",
    description = "The services behind the aggregator, with latencies and failures from a seed.")
public final class UpstreamServer extends ProcessCommand {
  @Option(names = "--port", description = "First TCP port, 0 for any.")
  private int port;

  @Option(names = "--replicas", description = "How many there are.")
  private int replicas = 2;

  @Option(names = "--threads", description = "Event loops.")
  private int threads = 1;

  @Option(names = "--seed", description = "Decides every answer and latency.")
  private long seed = 1;

  @Option(
      names = "--behaviour",
      description = "How services behave, such as *:median=3,p99=12; reviews/2:errors=0.1.")
  private String behaviour = "";

  @Option(
      names = "--changes",
      description = "How that changes, such as 20s reviews:errors=1 | 40s reviews:errors=0.")
  private String changes = "";

  @Option(
      names = "--end-with-input",
      description =
          "Ends when standard input ends, and so together with the process that started it.")
  private boolean endWithInput;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new UpstreamServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    BehaviourRules rules = BehaviourRules.parse(behaviour);
    TimedRules timed = TimedRules.parse(changes);
    PrometheusRegistry registry = new PrometheusRegistry();
    try (ServiceReplicas services =
            ServiceReplicas.start(port, replicas, threads, seed, rules, timed);
        MetricsEndpoint endpoint = MetricsEndpoint.start("127.0.0.1", metricsPort, registry)) {
      registry.register(services);
      ReadyLine ready = new ReadyLine();
      for (int i = 0; i < services.addresses().size(); i++) {
        ready.endpoint("replica" + (i + 1), "127.0.0.1:" + services.addresses().get(i).getPort());
      }
      ready.endpoint("metrics", endpoint.uri()).print(System.out);
      awaitEnd();
    }
  }

  private void awaitEnd() throws IOException, InterruptedException {
    if (!endWithInput) {
      new CountDownLatch(1).await();
    }
    // The process that started it says nothing, and ends.
    System.in.transferTo(OutputStream.nullOutputStream());
  }
}
