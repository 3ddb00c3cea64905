package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.play.ServerPlay;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jitterlab play chat}: the chat server, to talk on. */
@Command(
    name = "chat",
    description = {
      "Start a chat server with bots, and a page to talk on.",
      "Open the page in a second browser, or in a second tab, to talk with yourself."
    })
public final class PlayChatCommand implements Callable<Integer> {
  /** A room has 20 places, and a person needs one. */
  private static final int MOST_BOTS = 19;

  private static final int MOST_SECONDS = 86_400;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bots",
      paramLabel = "N",
      defaultValue = "5",
      description = "Bots in the room lobby (default: 5).")
  private int bots;

  @Option(
      names = "--design",
      paramLabel = "NAME",
      defaultValue = "event-loop",
      description =
          "What serves the bots: threads, event-loop, virtual-threads (default: event-loop). An"
              + " event loop serves browsers in each of them.")
  private String design;

  @Option(
      names = "--history",
      paramLabel = "JDBC-URL",
      description =
          "Keep what is said, such as jdbc:h2:./chat or jdbc:postgresql://localhost/chat, and show"
              + " the newest messages to everybody who enters (default: keep nothing).")
  private String history;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of the page (default: this machine only). With 0.0.0.0 everybody in your network"
              + " can talk.")
  private String bind;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of the page (default: any free one).")
  private int port;

  @Option(names = "--seconds", paramLabel = "N", description = "How long (default: until Ctrl-C).")
  private Integer seconds;

  @Override
  public Integer call() throws InterruptedException {
    PlayCommand.requireWithin("--bots", bots, 0, MOST_BOTS);
    PlayCommand.requireWithin("--port", port, 0, 65_535);
    if (seconds != null) {
      PlayCommand.requireWithin("--seconds", seconds, 1, MOST_SECONDS);
    }
    ServerPlay play =
        new ServerPlay(
            "chat",
            "dev.jitterlab.chat.server.ChatServer",
            Workloads.ofThisProcess().builtJar("chat"),
            JdkFinder.ofThisMachine().running().java(),
            arguments(),
            Time.system());
    PrintWriter err = spec.commandLine().getErr();
    play.run(
        seconds == null ? OptionalInt.empty() : OptionalInt.of(seconds),
        page -> {
          err.println("talk at " + page + " with " + bots + " bots; Ctrl-C ends it");
          err.flush();
        });
    return ExitCode.OK.status();
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--design=" + design,
                "--bots=" + bots,
                "--web-host=" + bind,
                "--web-port=" + port,
                "--message-rate=10"));
    if (history != null) {
      arguments.add("--history=" + history);
    }
    return arguments;
  }
}
