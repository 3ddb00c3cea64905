package dev.jitterlab.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation's first example is what it says: short, and it runs. */
class TickExampleTest {
  private static final Pattern FIRST_BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  @TempDir Path folder;

  @Test
  void theTickRuntimesFirstExampleRuns() throws IOException, InterruptedException {
    Matcher block =
        FIRST_BLOCK.matcher(Files.readString(Jitterlab.HOME.resolve("docs/tick-runtime.md")));
    assertTrue(block.find());
    String example = block.group(1);
    assertTrue(example.lines().count() <= 15, example);
    Path source = Files.writeString(folder.resolve("FirstExample.java"), example);
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    source.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertEquals(0, process.waitFor(), Files.readString(output));
    assertTrue(
        Files.readString(output).lines().anyMatch(line -> line.matches("\\d+ of \\d+")),
        Files.readString(output));
  }
}
