package dev.jitterlab.load;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The command of a load generator: whom it loads, and where its figures go. */
public abstract class LoadCommand extends ProcessCommand {
  @Option(
      names = "--target",
      paramLabel = "ID=HOST:PORT",
      required = true,
      description = "A server to load; may be given more than once.")
  private List<String> targets = List.of();

  @Option(names = "--metrics-port", description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--tick-log",
      description = "File for the load's own lateness and the response times.")
  private Path tickLog;

  /** Makes a command ready whose options may be times, such as {@code 100ms}. */
  protected static CommandLine commandLine(LoadCommand command) {
    return CommandLineProcess.commandLine(command)
        .registerConverter(TimeSpan.class, LoadCommand::span);
  }

  private static TimeSpan span(String text) {
    try {
      return TimeSpan.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /**
   * Returns the servers.
   *
   * @throws IllegalArgumentException if one means nothing
   */
  protected final List<Target> targets() {
    return targets.stream().map(Target::parse).collect(Collectors.toList());
  }

  /** Returns the port that the metrics are served at, 0 for any. */
  protected final int metricsPort() {
    return metricsPort;
  }

  /** Returns the file for what was recorded; null for none. */
  protected final Path tickLog() {
    return tickLog;
  }
}
