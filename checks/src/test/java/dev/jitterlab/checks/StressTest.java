package dev.jitterlab.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jcstress tests in their shortest form, one JVM configuration: a few minutes. */
class StressTest {
  @TempDir Path folder;

  @Test
  void partitionedWorkersDoEachOtherNoHarm() throws IOException, InterruptedException {
    passes("PartitionedStress", 10);
  }

  @Test
  void locklessWorkersAndSendersDoEachOtherNoHarm() throws IOException, InterruptedException {
    passes("LocklessStress", 7);
  }

  @Test
  void theEventLoopAndTicksDoEachOtherNoHarm() throws IOException, InterruptedException {
    passes("InputBufferStress", 3);
  }

  @Test
  void threadsOfAWatchedServerDoEachOtherNoHarm() throws IOException, InterruptedException {
    passes("AgentStress", 2);
  }

  private void passes(String tests, int count) throws IOException, InterruptedException {
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
                    tests,
                    "-m",
                    "quick",
                    "-f",
                    "1",
                    "-iters",
                    "1",
                    "-time",
                    "200",
                    "-jvmArgs",
                    "-Xmx256m",
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
    assertTrue(said.contains("All remaining tests: " + count + " matching test results."), said);
  }
}
