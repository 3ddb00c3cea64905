package dev.jitterlab.sockets;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Settings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that serves exchanges until it gets SIGTERM or SIGINT. */
@Command(
    name = "socket-server",
    description = "Serves one small exchange over and over; its client has the same options.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class SocketServer implements Callable<Integer> {
  /** How many connections may wait to be accepted; as in socket-peer.c. */
  static final int BACKLOG = 1_024;

  static final int EXIT_CANNOT_RUN = 3;
  private static final String HOST = "127.0.0.1";

  @Spec private CommandSpec spec;
  @Mixin private PeerOptions options;

  @Option(names = "--port", defaultValue = "0", description = "Port of the exchanges, 0 for any.")
  private int port;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    System.exit(command(new SocketServer()).execute(arguments));
  }

  static CommandLine command(Object program) {
    return new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(end::countDown, "end-of-process"));
    try {
      Settings.check(spec);
      serve(end);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } catch (UnavailableException e) {
      spec.commandLine().getErr().println("socket-server: " + e.getMessage());
      return UnavailableException.EXIT_STATUS;
    } catch (IOException e) {
      spec.commandLine().getErr().println("socket-server: " + e.getMessage());
      return EXIT_CANNOT_RUN;
    }
    return CommandLine.ExitCode.OK;
  }

  private void serve(CountDownLatch end) throws IOException, InterruptedException {
    InetAddress host = InetAddress.getLoopbackAddress();
    Exchange exchange = options.exchange();
    Counts counts = new Counts(exchange.sessions(), 0);
    PrometheusRegistry registry = new PrometheusRegistry();
    SocketMetrics.register(registry, counts);
    try (Peer peer =
            options.transport().serve(new InetSocketAddress(host, port), exchange, counts);
        MarkPort marks = MarkPort.open(host, counts);
        MetricsEndpoint metrics = MetricsEndpoint.start(HOST, metricsPort, registry)) {
      String data = HOST + ":" + peer.address().getPort();
      System.out.println("JITTERLAB SERVES data=" + data + " marks=" + text(marks.address()));
      new ReadyLine()
          .endpoint("data", data)
          .endpoint("metrics", metrics.uri().toString())
          .print(System.out);
      end.await();
    }
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
