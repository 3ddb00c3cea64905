package dev.jitterlab.aggregator.peer;

import dev.jitterlab.aggregator.upstream.BehaviourRules;
import dev.jitterlab.aggregator.upstream.ServiceReplicas;
import dev.jitterlab.aggregator.upstream.TimedRules;
import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import io.netty.util.ResourceLeakDetector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that runs the upstream services and one of three servers in front of them. The
 * services are in this process and the server is another one, so that what the server needs is
 * counted alone, and alike for all three.
 */
@Command(
    name = "peer-server",
    description = "nginx, Varnish or the gateway in front of the same upstream services.")
public final class PeerServer extends ProcessCommand {
  @Option(names = "--front", required = true, description = "gateway, nginx or varnish.")
  private String front;

  @Option(names = "--port", required = true, description = "TCP port of that server.")
  private int port;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(names = "--folder", description = "For the server's files.")
  private Path folder = Path.of("front");

  @Option(names = "--behaviour", description = "How services behave.")
  private String behaviour = "";

  @Option(names = "--seed", description = "Seed of the services.")
  private long seed = 1;

  @Option(names = "--jvm", arity = "1", description = "An argument of the gateway's JVM.")
  private List<String> jvmArguments = new ArrayList<>();

  @Option(names = "--gateway", arity = "1", description = "An option of the gateway.")
  private List<String> options = new ArrayList<>();

  @Setting(choices = {"none", "honest", "slow", "headers", "bodies", "smuggling", "mixed"})
  @Option(
      names = "--hostile",
      description =
          "Clients beside the load: none, honest, or hostile ones: slow, headers, bodies, smuggling"
              + " or mixed.")
  private String hostile = "none";

  @Setting(min = 1, max = 100_000)
  @Option(names = "--hostile-rate", description = "Their requests a second; not of slow ones.")
  private int hostileRate = 500;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new PeerServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    try (Parts parts = new Parts()) {
      Parts.serveUntilTerminated(parts, open(parts));
    }
  }

  private ReadyLine open(Parts parts) throws IOException {
    ServiceReplicas services =
        parts.add(
            ServiceReplicas.start(
                0, 2, 1, seed, BehaviourRules.parse(behaviour), TimedRules.parse("")));
    FrontServer server =
        parts.add(
            FrontServer.start(
                front,
                Files.createDirectories(folder).toAbsolutePath(),
                port,
                services.addresses(),
                jvmArguments,
                options));
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(services);
    registry.register(server);
    registry.register(
        parts.add(
            HostileClients.start(
                hostile,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                hostileRate)));
    MetricsEndpoint endpoint = parts.add(MetricsEndpoint.start("127.0.0.1", metricsPort, registry));
    return new ReadyLine()
        .endpoint("http", "127.0.0.1:" + port)
        .endpoint("metrics", endpoint.uri());
  }
}
