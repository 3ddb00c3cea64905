package dev.jitterlab.chat.load;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.load.Target;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command that lets users talk on chat servers until it gets SIGTERM or SIGINT. */
@Command(
    name = "chat-load",
    description =
        "Users who talk on chat servers, and check that everybody else hears every message once and"
            + " in order. Times count from when a message was due to when each listener has it.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    usageHelpAutoWidth = true)
public final class ChatLoad implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--target",
      required = true,
      paramLabel = "ID=HOST:PORT",
      description = "A server to talk on; may be given more than once.")
  private List<String> targets;

  @Mixin private ChatShape shape;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--threads",
      description =
          "Threads that speak and listen, each for its part of the servers. Default: as many as"
              + " processors.")
  private Integer threads;

  @Option(
      names = "--metrics-port",
      defaultValue = "0",
      description = "TCP port of the Prometheus endpoint, 0 for any.")
  private int metricsPort;

  @Option(
      names = "--tick-log",
      description = "File for the load's own lateness and the times to delivery.")
  private Path tickLog;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(commandLine(), arguments);
  }

  /** Returns the command, ready to parse arguments. */
  static CommandLine commandLine() {
    return CommandLineProcess.commandLine(new ChatLoad())
        .registerConverter(TimeSpan.class, ChatLoad::span);
  }

  private static TimeSpan span(String text) {
    try {
      return TimeSpan.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (ChatCrowds crowds = start()) {
      crowds.awaitEntered();
      Parts.serveUntilTerminated(
          crowds, new ReadyLine().endpoint("metrics", crowds.metricsUri().toString()));
    }
    return CommandLine.ExitCode.OK;
  }

  /** Begins to talk as the options say. */
  ChatCrowds start() throws IOException {
    Settings.check(spec);
    shape.check();
    List<Target> servers = targets.stream().map(Target::parse).collect(Collectors.toList());
    int most = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    return ChatCrowds.start(shape, servers, most, metricsPort, tickLog);
  }
}
