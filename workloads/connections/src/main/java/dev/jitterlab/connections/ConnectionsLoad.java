package dev.jitterlab.connections;

import dev.jitterlab.load.Target;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that opens connections to servers and keeps them until it gets SIGTERM or SIGINT. */
@Command(
    name = "connections-load",
    description =
        "Opens connections in steps, lets the server measure itself after each, and then sends few"
            + " messages. It is ready when all connections are in.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public final class ConnectionsLoad implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "ID=HOST:PORT",
      required = true,
      description = "A server to connect to; may be given more than once.")
  private List<String> targets = List.of();

  @Setting(min = 1, max = 1_000_000)
  @Option(names = "--connections", defaultValue = "1000", description = "Connections per server.")
  private int connections;

  @Setting(min = 1, max = 100)
  @Option(
      names = "--steps",
      defaultValue = "5",
      description = "Steps in which they are opened; the server measures itself after each.")
  private int steps;

  @Setting(min = 1, max = 65_535)
  @Option(
      names = "--connecting",
      defaultValue = "256",
      description = "Connects that may be under way at once.")
  private int connecting;

  @Setting(min = 0, max = 3_600)
  @Option(
      names = "--message-every-s",
      defaultValue = "60",
      description = "Each connection sends a message so often, in seconds; 0 for never.")
  private double messageEverySeconds;

  @Setting(min = 8, max = 65_536)
  @Option(names = "--message-bytes", defaultValue = "32", description = "Bytes of a message.")
  private int messageBytes;

  @Option(names = "--tick-log", description = "File for the times of all messages.")
  private Path tickLog;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the arrivals.")
  private long seed;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ConnectionsLoad(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings.check(spec);
    List<Target> servers = targets.stream().map(Target::parse).collect(Collectors.toList());
    Descriptors.require(Descriptors.limit(), (long) connections * servers.size(), "--connections");
    CommandLineProcess.untilTerminated(
        end -> {
          try (Crowds crowds =
              Crowds.start(
                  new Crowds.Shape(
                      connections, steps, connecting, messageEverySeconds, messageBytes, seed),
                  servers,
                  tickLog,
                  metricsPort)) {
            new ReadyLine().endpoint("metrics", crowds.metricsUri().toString()).print(System.out);
            end.await();
          }
        });
    return CommandLine.ExitCode.OK;
  }
}
