package dev.jitterlab.chat.load;

import dev.jitterlab.load.LoadCommand;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that lets users talk on chat servers until it gets SIGTERM or SIGINT. */
@Command(
    name = "chat-load",
    description =
        "Users who talk on chat servers, and check that everybody else hears every message once and"
            + " in order. Times count from when a message was due to when each listener has it.")
public final class ChatLoad extends LoadCommand {
  @Mixin private ChatShape shape;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--threads",
      description =
          "Threads that speak and listen, each for its part of the servers. Default: as many as"
              + " processors.")
  private Integer threads;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(commandLine(), arguments);
  }

  /** Returns the command, ready to parse arguments. */
  static CommandLine commandLine() {
    return commandLine(new ChatLoad());
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    try (ChatCrowds crowds = start()) {
      crowds.awaitEntered();
      Parts.serveUntilTerminated(crowds, new ReadyLine().endpoint("metrics", crowds.metricsUri()));
    }
  }

  /** Begins to talk as the options say. */
  ChatCrowds start() throws IOException {
    Settings.check(spec());
    shape.check();
    int most = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    return ChatCrowds.start(shape, targets(), most, metricsPort(), tickLog());
  }
}
