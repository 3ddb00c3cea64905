package dev.jitterlab.lab.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks from within a real terminal, which {@code script} of util-linux makes. */
class TerminalsTest {
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @TempDir private Path folder;

  @BeforeEach
  void needsScript() {
    assumeTrue(Files.isExecutable(SCRIPT), "needs `test -x " + SCRIPT + "`: util-linux");
  }

  @Test
  void asksForEachStreamByItself() throws Exception {
    assertEquals("out true, err true, 93 wide", in("stty cols 93;", ""));
    assertEquals("out false, err true, 93 wide", in("stty cols 93;", "| cat"));
    assertEquals("out true, err false, 93 wide", in("stty cols 93;", "2>/dev/null"));
    assertEquals("out false, err false, 80 wide", in("stty cols 93;", ">/dev/null 2>&1"));
  }

  @Test
  void columnsGoBeforeTheTerminalsOwnWidth() throws Exception {
    assertEquals("out true, err true, 61 wide", in("stty cols 93; COLUMNS=61", "</dev/null"));
  }

  private String in(String before, String after) throws IOException, InterruptedException {
    Path answer = folder.resolve("answer");
    List<String> java =
        List.of(
            "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'",
            "-cp",
            "'" + System.getProperty("java.class.path") + "'",
            "'" + Answering.class.getName() + "'",
            "'" + answer + "'");
    String command = before + " " + String.join(" ", java) + " " + after;
    ProcessBuilder script =
        new ProcessBuilder(SCRIPT.toString(), "-qec", command, "/dev/null")
            .redirectErrorStream(true);
    script.environment().remove("COLUMNS");
    script.environment().put("TERM", "xterm");
    Process process = script.start();
    process.getOutputStream().close();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return Files.readString(answer);
  }

  /** A process that writes down what its streams are. */
  static final class Answering {
    private Answering() {}

    public static void main(String[] arguments) throws IOException {
      Terminals terminals = Terminals.ofThisProcess();
      Files.writeString(
          Path.of(arguments[0]),
          "out %s, err %s, %d wide"
              .formatted(
                  terminals.out().interactive(),
                  terminals.err().interactive(),
                  terminals.err().width()));
    }
  }
}
