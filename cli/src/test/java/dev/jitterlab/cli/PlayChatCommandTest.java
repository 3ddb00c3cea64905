package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PlayChatCommandTest {
  private static final Path HERE = Path.of("").toAbsolutePath().normalize();

  private static List<String> arguments(String... options) {
    PlayChatCommand command = new PlayChatCommand();
    new CommandLine(command).parseArgs(options);
    return command.arguments();
  }

  private static String history(String url) {
    return arguments("--history=" + url).getLast();
  }

  /** The server runs in a folder that is deleted when the play ends. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:./chat, jdbc:h2:HERE/chat",
    "jdbc:h2:chat, jdbc:h2:HERE/chat",
    "jdbc:h2:file:./kept/chat, jdbc:h2:file:HERE/kept/chat",
    "jdbc:h2:./a/../chat;USER=me;PASSWORD=a:b, jdbc:h2:HERE/chat;USER=me;PASSWORD=a:b"
  })
  void aRelativeFileIsInTheFolderOfTheUser(String url, String expected) {
    assertEquals("--history=" + expected.replace("HERE", HERE.toString()), history(url));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:chat",
        "jdbc:h2:tcp://localhost/./chat",
        "jdbc:h2:~/chat",
        "jdbc:h2:file:~/chat",
        "jdbc:h2:/var/chat",
        "jdbc:h2:file:/var/chat;USER=me",
        "jdbc:h2:nio:./chat",
        "jdbc:postgresql://localhost/chat",
        "postgresql"
      })
  void everyOtherDatabaseIsLeftAsItIs(String url) {
    assertEquals("--history=" + url, history(url));
  }

  @Test
  void keepsNothingUnlessAsked() {
    List<String> arguments = arguments();

    assertTrue(
        arguments.stream().noneMatch(each -> each.startsWith("--history")), arguments::toString);
  }
}
