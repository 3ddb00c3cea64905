package dev.jitterlab.connections;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that holds connections until it gets SIGTERM or SIGINT. */
@Command(
    name = "connections-server",
    description =
        "Holds connections, sends messages back and broadcasts, and says what a connection costs.")
public final class ConnectionsServer extends ProcessCommand {
  static final String HOST = "127.0.0.1";
  private static final long KIB = 1_024;

  @Mixin private ConnectionLimits limits;

  @Setting
  @Option(names = "--design", description = "Who reads and writes: ${COMPLETION-CANDIDATES}.")
  private HoldingDesign design = HoldingDesign.EVENT_LOOP;

  @Setting(min = 0, max = 65_536)
  @Option(
      names = "--stack-kib",
      description = "Stack of each thread of the design THREADS, in KiB; 0 for the JVM's default.")
  private long stackKib;

  @Setting(min = 0, max = 3_600_000)
  @Option(
      names = "--broadcast-ms",
      description = "Time between two broadcasts to all connections; 0 for none.")
  private long broadcastMs;

  @Option(names = "--port", description = "Port of the connections, 0 for any.")
  private int port;

  @Option(names = "--tick-log", description = "File for the times tagged broadcast.")
  private Path tickLog;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ConnectionsServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    Descriptors.require(Descriptors.limit(), limits.connections, "--max-connections");
    CommandLineProcess.untilTerminated(this::serve);
  }

  private void serve(CountDownLatch end) throws IOException, InterruptedException {
    PrometheusRegistry registry = new PrometheusRegistry();
    try (House house =
            House.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                limits,
                keeper(),
                Footprint.ofThisProcess());
        MetricsEndpoint metrics = metrics(registry, house)) {
      TickLogWriter log =
          tickLog == null
              ? null
              : TickLogWriter.start(
                  new TickRecorder(), Map.of("broadcast", house.times()::take), tickLog);
      new ReadyLine()
          .endpoint("tcp", HOST + ":" + house.address().getPort())
          .endpoint("metrics", metrics.uri())
          .print(System.out);
      broadcastUntil(end, house);
      if (log != null) {
        log.close();
      }
    }
  }

  private MetricsEndpoint metrics(PrometheusRegistry registry, House house) throws IOException {
    ConnectionMetrics.register(registry, house);
    return MetricsEndpoint.start(HOST, metricsPort, registry);
  }

  private House.Keeper keeper() throws IOException {
    switch (design) {
      case THREADS:
        return ThreadKeeper.platform(stackKib * KIB);
      case VIRTUAL:
        return ThreadKeeper.virtual();
      case EVENT_LOOP:
        return new LoopKeeper();
    }
    throw new IllegalStateException(design.name());
  }

  private void broadcastUntil(CountDownLatch end, House house) throws InterruptedException {
    if (broadcastMs == 0) {
      end.await();
      return;
    }
    while (!end.await(broadcastMs, TimeUnit.MILLISECONDS)) {
      house.broadcast();
    }
  }
}
