package dev.jitterlab.cli;

import dev.jitterlab.play.ServerPlay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** An H2 database in a file with a relative path; other forms have a scheme, a root or ~. */
  private static final Pattern RELATIVE_H2 =
      Pattern.compile(
          "(?<driver>jdbc:h2:(?:file:)?)(?<path>(?![/~]|[A-Za-z]\\w*:)[^;]+)(?<settings>(?:;.*)?)");

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
              + " messages. With postgresql the server has a PostgreSQL of its own, which is"
              + " deleted at the end (default: nothing is kept).")
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
        "chat",
        "dev.jitterlab.chat.server.ChatServer",
        "talk",
        bots,
        MOST_BOTS,
        ServerPlay.SMALL_HEAP_MIB,
        arguments());
  }

  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--design=" + design, "--bots=" + bots, "--web-host=" + bind, "--message-rate=10"));
    WorkloadProgram.add(arguments, "--history", history == null ? null : located(history));
    return arguments;
  }

  /** The server's own folder is deleted at the end, so a relative path begins at the user's. */
  private static String located(String url) {
    Matcher file = RELATIVE_H2.matcher(url);
    return file.matches()
        ? file.group("driver")
            + Path.of(file.group("path")).toAbsolutePath().normalize()
            + file.group("settings")
        : url;
  }
}
