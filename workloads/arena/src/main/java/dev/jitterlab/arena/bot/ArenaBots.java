package dev.jitterlab.arena.bot;

import dev.jitterlab.load.LoadCommand;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The command that lets clients replay a trace on arena servers until it gets SIGTERM or SIGINT.
 */
@Command(
    name = "arena-bots",
    description =
        "Clients of arena servers that replay a trace: any number, each with an offset, over and"
            + " over.")
public final class ArenaBots extends LoadCommand {
  @Mixin private BotCrowd.Options options;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ArenaBots(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    try (BotCrowd crowd = BotCrowd.start(options, targets(), err(), metricsPort(), tickLog())) {
      crowd.awaitJoined();
      Parts.serveUntilTerminated(crowd, new ReadyLine().endpoint("metrics", crowd.metricsUri()));
    }
  }
}
