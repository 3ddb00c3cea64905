package dev.jitterlab.sockets;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that serves exchanges until it gets SIGTERM or SIGINT. */
@Command(
    name = "socket-server",
    description = "Serves one small exchange over and over; its client has the same options.")
public final class SocketServer extends ProcessCommand {
  /** How many connections may wait to be accepted; as in socket-peer.c. */
  static final int BACKLOG = 1_024;

  private static final String HOST = "127.0.0.1";
  private static final int LOOK_MS = 10;
  private static final OwnCpu OWN_CPU = OwnCpu.ofThisProcess();

  @Mixin private PeerOptions options;

  @Option(names = "--port", description = "Port of the exchanges, 0 for any.")
  private int port;

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--with-client",
      description = "Start a client with the same options, on the same JDK, as a child.")
  private boolean withClient;

  private volatile boolean clientEnded;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new SocketServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    CommandLineProcess.untilTerminated(this::serve);
  }

  private void serve(CountDownLatch end) throws IOException, InterruptedException {
    InetAddress host = InetAddress.getLoopbackAddress();
    SocketExchange exchange = options.exchange();
    Counts counts = new Counts(exchange.sessions(), 0);
    PrometheusRegistry registry = new PrometheusRegistry();
    try (Peer peer =
            options.transport().serve(new InetSocketAddress(host, port), exchange, counts);
        MarkPort marks = MarkPort.open(host, counts)) {
      String data = HOST + ":" + peer.address().getPort();
      System.out.println("JITTERLAB SERVES data=" + data + " marks=" + text(marks.address()));
      Map<String, LongSupplier> cpuNs = new HashMap<>();
      cpuNs.put("server", OWN_CPU::knownNs);
      OwnClient client = withClient ? client(data, text(marks.address()), end) : null;
      try {
        if (client != null) {
          awaitFirst(counts, client);
          cpuNs.put("client", client::cpuNs);
        }
        SocketMetrics.register(registry, counts, cpuNs);
        try (MetricsEndpoint metrics = MetricsEndpoint.start(HOST, metricsPort, registry)) {
          new ReadyLine()
              .endpoint("data", data)
              .endpoint("metrics", metrics.uri())
              .print(System.out);
          end.await();
          if (clientEnded) {
            throw new IOException("the client has ended; see what it says above");
          }
        }
      } finally {
        if (client != null) {
          client.close();
        }
      }
    }
  }

  private OwnClient client(String data, String marks, CountDownLatch end) throws IOException {
    return OwnClient.start(
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        options.arguments(),
        data,
        marks,
        () -> {
          clientEnded = end.getCount() > 0; // not because this process ends
          end.countDown();
        });
  }

  /** The client is there when it has asked for something. */
  private static void awaitFirst(Counts counts, OwnClient client)
      throws IOException, InterruptedException {
    while (counts.operations() == 0) {
      if (!client.isAlive()) {
        throw new IOException("the client has ended; see what it says above");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MS);
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
