package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Ctrl-C tells the user of a command that makes runs of its own. */
class InterruptedCommandTest {
  private static final long HANG_SECONDS = 60;

  @TempDir private Path folder;
  private Process lab;

  @AfterEach
  void leaveNothingBehind() {
    lab.destroyForcibly();
  }

  /** The run of the server that was interrupted is thrown away. */
  @Test
  void aSearchSaysHowTheSearchGoesOn() throws Exception {
    Path search = folder.resolve("search");
    RunDirectory probe = new RunDirectory(search.resolve("probes").resolve("001-96m"));

    interrupt(probe, "size", "java -jar a.jar ${port}", "--most=96m", "--out=" + search);

    assertTold("What was measured is in %s; go on with: ./jitterlab resume %s", probe, search);
  }

  /** It has nothing to resume. The search's test is the same but for the words. */
  @Tag("long")
  @Test
  void theDoctorSaysThatItBeginsAgain() throws Exception {
    Path examination = folder.resolve("examination");
    RunDirectory idle = new RunDirectory(examination.resolve("idle"));

    interrupt(idle, "doctor", "--out=" + examination);

    assertTold("What was measured is in %s; begin again with: %s", idle, "./jitterlab doctor");
  }

  private void assertTold(String message, RunDirectory run, Object then) throws IOException {
    String expected = "Interrupted: ending the processes. " + message.formatted(run.root(), then);
    assertEquals(
        List.of(expected),
        output().lines().filter(line -> line.startsWith("Interrupted")).toList(),
        output());
  }

  /** Runs the command until it measures that run, sends SIGINT and waits for its end. */
  private void interrupt(RunDirectory run, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ScriptedPlanMain.class.getName()));
    command.addAll(List.of(arguments));
    lab =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("lab.log").toFile())
            .start();
    long hangsAtNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_SECONDS);
    while (!measures(run)) {
      assertTrue(System.nanoTime() - hangsAtNs < 0, "the lab hangs: " + output());
      assertFalse(lab.waitFor(50, TimeUnit.MILLISECONDS), "the lab ended: " + output());
    }
    new ProcessBuilder("kill", "-INT", Long.toString(lab.pid())).start().waitFor();
    assertTrue(lab.waitFor(HANG_SECONDS, TimeUnit.SECONDS), "the lab does not end: " + output());
    assertEquals(130, lab.exitValue(), output());
  }

  private static boolean measures(RunDirectory run) {
    return Files.exists(run.runState())
        && Json.read(run.runState(), RunState.class).blocks().stream()
            .anyMatch(block -> block.measuredFrom() != null);
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("lab.log"));
  }
}
