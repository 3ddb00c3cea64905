package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples of README and documentation compile. The first of the documentation is what it says:
 * short, and it runs.
 */
class TickExampleTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  /** What the examples after the first take for granted. */
  private static final String SURROUNDINGS =
      """
      import dev.jitterlab.micrometer.*;
      import dev.jitterlab.tick.*;
      import dev.jitterlab.tick.admission.*;
      import dev.jitterlab.tick.input.*;
      import dev.jitterlab.tick.recording.*;
      import io.micrometer.core.instrument.*;

      class Example {
        interface Battle extends TickTask {
          void input();
          void physics(long periods);
          void think();
          void step();
          void apply(long atNs, int clientId, String input);
        }

        void run(
            TickScheduler scheduler, TickRecorder recorder, Battle battle, MeterRegistry registry,
            int clientId, long claimedTick, int claimedFraction, long receivedNs)
            throws InterruptedException {
      %s
        }
      }
      """;

  @TempDir Path folder;

  private static List<String> examples(String document) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(Jitterlab.HOME.resolve(document)));
    return block.results().map(found -> found.group(1)).toList();
  }

  static Stream<String> fragments() throws IOException {
    List<String> readme = examples("README.md");
    assertFalse(readme.isEmpty());
    return Stream.concat(readme.stream(), examples("docs/tick-runtime.md").stream().skip(1));
  }

  @Test
  void theTickRuntimesFirstExampleRuns() throws IOException, InterruptedException {
    String example = examples("docs/tick-runtime.md").getFirst();
    assertTrue(example.lines().count() <= 15, example);
    // A second may be over before the first tick, where the machine is full of other tests.
    String patient = example.replace("sleep(1_000)", "sleep(5_000)");
    assertFalse(patient.equals(example), example);
    Path source = Files.writeString(folder.resolve("FirstExample.java"), patient);
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    CLASS_PATH,
                    source.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertEquals(0, process.waitFor(), Files.readString(output));
    assertTrue(
        Files.readString(output).lines().anyMatch(line -> line.matches("\\d+ ticks, \\d+ late .*")),
        Files.readString(output));
  }

  @ParameterizedTest
  @MethodSource("fragments")
  void theOtherExamplesCompile(String fragment) throws IOException {
    assertEquals("", errors(fragment));
  }

  /** The types of the builders say which option is whose. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "threadPerTask().workers(2)",
        "virtualThreads().threadSettings(ThreadSettings.none())",
        "scheduledPool().waiting(Waiting.SPIN)",
        "partitioned().parker(null)"
      })
  void anOptionOfAnotherSchedulerDoesNotCompile(String builder) throws IOException {
    String option = builder.replaceAll("^[^.]+[.](\\w+)[(].*", "$1");
    String errors = errors("TickScheduler.%s.build();".formatted(builder));
    assertTrue(errors.contains("cannot find symbol"), errors);
    assertTrue(errors.contains("method " + option + "("), errors);
    assertEquals("", errors("TickScheduler.%s.build();".formatted(builder.split("[.]", 2)[0])));
  }

  /** What the compiler has against a fragment; empty if it has nothing. */
  private String errors(String fragment) throws IOException {
    String surroundings =
        fragment.contains("TickRecorder recorder =")
            ? SURROUNDINGS.replace("TickScheduler scheduler, TickRecorder recorder, ", "")
            : SURROUNDINGS;
    Path source =
        Files.writeString(folder.resolve("Example.java"), surroundings.formatted(fragment));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options = List.of("-cp", CLASS_PATH, "-proc:none", "-d", folder.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiles =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjects(source))
              .call();

      return compiles ? "" : said + "\nin " + source + ":\n" + fragment;
    }
  }
}
