package dev.jitterlab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jitterlab bench connections}: the workload's own program does the work. */
@Command(
    name = "connections",
    description = {
      "Open many connections to one or several servers, hold them, and print what one connection"
          + " costs.",
      "See docs/connections.md."
    })
public final class BenchConnectionsCommand implements Callable<Integer> {
  private static final int MOST_CONNECTIONS = 1_000_000;
  private static final int MOST_SERVERS = 1_000;
  private static final int MOST_SECONDS = 86_400;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Connections in all (default: 15000).")
  private Integer connections;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description = "Number of server processes (default: 1).")
  private Integer servers;

  @Option(
      names = "--design",
      paramLabel = "NAME",
      description =
          "How a server handles connections: THREADS, VIRTUAL or EVENT_LOOP (default: EVENT_LOOP).")
  private String design;

  @Option(
      names = "--jvm",
      paramLabel = "ARGUMENTS",
      description = "JVM arguments of the servers, separated by commas.")
  private String jvm;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long all connections are held, in seconds (default: 15).")
  private Integer seconds;

  @Override
  public Integer call() throws InterruptedException {
    List<String> arguments = new ArrayList<>();
    WorkloadProgram.add(arguments, "--connections", connections, 1, MOST_CONNECTIONS);
    WorkloadProgram.add(arguments, "--servers", servers, 1, MOST_SERVERS);
    WorkloadProgram.add(arguments, "--design", design);
    WorkloadProgram.add(arguments, "--jvm", jvm);
    WorkloadProgram.add(arguments, "--seconds", seconds, 1, MOST_SECONDS);
    return WorkloadProgram.run(
        "connections", "dev.jitterlab.connections.ConnectionTrial", arguments);
  }
}
