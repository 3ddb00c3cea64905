package dev.jitterlab.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Mixin private PagePlayOptions page;

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
              + " event loop always serves the browsers.")
  private String design;

  @Option(
      names = "--history",
      paramLabel = "JDBC-URL",
      description =
          "Database that keeps what is said, such as jdbc:h2:./chat or"
              + " jdbc:postgresql://localhost/chat. Everybody who enters sees the newest"
              + " messages (default: nothing is kept).")
  private String history;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of the page (default: this machine only). With 0.0.0.0 everybody in your"
              + " network can talk.")
  private String bind;

  @Override
  public Integer call() throws InterruptedException {
    return page.run(
        "chat", "dev.jitterlab.chat.server.ChatServer", "talk", bots, MOST_BOTS, arguments());
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--design=" + design, "--bots=" + bots, "--web-host=" + bind, "--message-rate=10"));
    WorkloadProgram.add(arguments, "--history", history);
    return arguments;
  }
}
