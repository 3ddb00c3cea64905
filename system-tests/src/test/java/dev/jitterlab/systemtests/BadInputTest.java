package dev.jitterlab.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.systemtests.Jitterlab.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user sees who made a mistake: where it is, what was expected, what to do. */
class BadInputTest {
  @TempDir Path folder;

  /** A whole experiment in one line each; {@code |} stands for a line's end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "unknown key; workload: battle|instanses: 5; x.yaml:2:1; instances",
        "wrong type; workload: battle|instances: many; x.yaml:2:12; number",
        "empty group; workload: battle|groups:|  - name: gc|    values: []; x.yaml:4:13; value",
        "unknown JDK; workload: battle|defaults:|  jdk: 9; x.yaml:3:8; jdks",
        "unknown workload; workload: batle; x.yaml:1:11; battle",
        "unknown server option; workload: battle|defaults:|  server:|    schedular: x; x.yaml:4:5; scheduler",
        "value out of choice; workload: battle|defaults:|  server:|    scheduler: fifo; x.yaml:4:16; scheduled-pool",
        "no yaml; workload: [; x.yaml:; ",
        "no such target; workload: battle|groups:|  - name: gc|    values: [G1]|properties:|  - targets: ['gc=G2']|    properties: {jdk: 25}; x.yaml:6:15; gc=G1",
        "bad duration; workload: battle|duration: soon; x.yaml:2:11; 20s"
      })
  void namesFileLineColumnAndRemedy(String what, String yaml, String place, String expected)
      throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write("x.yaml", yaml.replace('|', '\n') + "\n");
    Outcome outcome = jitterlab.here("run", "x.yaml", "--out", "run");

    assertEquals(2, outcome.status(), what + ": " + outcome);
    assertTrue(outcome.err().contains(place), what + ": " + outcome);
    assertTrue(expected == null || outcome.err().contains(expected), what + ": " + outcome);
    assertTrue(Files.notExists(folder.resolve("run")), "nothing was started");
  }

  @Test
  void namesAFlagThatTheJvmRefusesBeforeAnythingStarts() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    jitterlab.write(
        "x.yaml",
        """
        workload: battle
        defaults:
          jvm_arguments: -XX:+UseMagicGC
        """);
    Outcome outcome = jitterlab.here("run", "x.yaml", "--out", "run");

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("UseMagicGC"), outcome.toString());
    assertTrue(outcome.err().contains("x.yaml:3"), outcome.toString());
  }

  @Test
  void namesAFileThatIsNotThere() throws Exception {
    Outcome outcome = new Jitterlab(folder).run("run", "nowhere.yaml");

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("nowhere.yaml"), outcome.toString());
  }

  @Test
  void namesAnUnknownFlagAndTheCommandsThereAre() throws Exception {
    assertEquals(2, new Jitterlab(folder).here("run", "--fast").status());
    Outcome outcome = new Jitterlab(folder).run("rnu", "x.yaml");

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("run"), outcome.toString());
  }

  @Test
  void keepsOffAFolderThatHoldsSomething() throws Exception {
    Jitterlab jitterlab = new Jitterlab(folder);
    Files.createDirectories(folder.resolve("full"));
    Files.writeString(folder.resolve("full/precious.txt"), "");
    String experiment = Jitterlab.HOME.resolve("experiments/scheduler.yaml").toString();
    Outcome outcome = jitterlab.here("run", experiment, "--out", "full");

    assertEquals(2, outcome.status(), outcome.toString());
    assertTrue(outcome.err().contains("full"), outcome.toString());
  }
}
