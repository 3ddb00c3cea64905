package dev.jitterlab.connections;

import dev.jitterlab.load.LoadCommand;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that opens connections to servers and keeps them until it gets SIGTERM or SIGINT. */
@Command(
    name = "connections-load",
    description =
        "Opens connections in steps, lets the server measure itself after each, and then sends few"
            + " messages. It is ready when all connections are in.")
public final class ConnectionsLoad extends LoadCommand {
  @Mixin private Crowds.Shape shape;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ConnectionsLoad(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    List<Target> servers = targets();
    Descriptors.require(
        Descriptors.limit(), (long) shape.connections * servers.size(), "--connections");
    CommandLineProcess.untilTerminated(
        end -> {
          try (Crowds crowds = Crowds.start(shape, servers, tickLog(), metricsPort())) {
            new ReadyLine().endpoint("metrics", crowds.metricsUri()).print(System.out);
            end.await();
          }
        });
  }
}
