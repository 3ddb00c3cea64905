package dev.jitterlab.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jcstress tests in a short form: one JVM configuration, in which both threads begin
 * interpreted and end compiled. A test costs more than two seconds of CPU time, most of it for
 * starting its JVM. So the short check tries those of the bounded lock and of the ownership of
 * tasks; {@code ./jitterlab check --long} tries all, and for longer. Every pairing of compilers,
 * which takes several minutes, is what the commands in the tests' documentation try.
 */
class StressTest {
  private static final boolean IS_LONG = Boolean.getBoolean("jitterlab.long");

  private static final String TESTS =
      IS_LONG
          ? "(Arena|Lock|Partitioned|Custody|Lockless|InputBuffer|TripleBuffer|Agent)Stress"
          : "(Lock|Custody)Stress";

  private static final int COUNT = IS_LONG ? 35 : 9;

  @TempDir Path folder;

  @Test
  void threadsDoEachOtherNoHarm() throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path")),
                    "org.openjdk.jcstress.Main",
                    "-t",
                    TESTS,
                    "-m",
                    "quick",
                    "-sc",
                    "false",
                    "-f",
                    "1",
                    "-iters",
                    IS_LONG ? "5" : "1",
                    "-time",
                    "200",
                    "-hs",
                    "64",
                    "-jvmArgs",
                    "-XX:+UseSerialGC",
                    "-r",
                    folder.resolve("report").toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();

    String said = Files.readString(output);
    assertEquals(0, status, said);
    assertTrue(said.contains("Failed tests: No matches."), said);
    assertTrue(said.contains("Error tests: No matches."), said);
    assertTrue(said.contains("All remaining tests: " + COUNT + " matching test results."), said);
  }
}
