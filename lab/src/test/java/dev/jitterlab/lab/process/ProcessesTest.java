package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.execution.ScriptedPlans;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes. */
class ProcessesTest {
  @TempDir private Path folder;

  private static Processes open() throws IOException {
    return new Processes(LocalHost.open(Time.system()), Time.system(), () -> {});
  }

  private LabProcess start(String behaviour, Processes processes) {
    return processes.start("one", 3, ScriptedPlans.command(behaviour), folder);
  }

  @Test
  void endsAProcessAndRecordsIt() throws Exception {
    try (Processes processes = open()) {
      LabProcess process = start("good", processes);
      processes.awaitReady(process, 30);
      processes.watch(0.1, () -> assertTrue(process.isAlive()));
      processes.end(process);

      assertFalse(process.isAlive());
      ProcessRecord record = Json.read(RunDirectory.process(folder), ProcessRecord.class);
      assertEquals("stopped", record.fate().state());
      assertEquals(3, record.block());
      processes.watch(0.01, () -> {}); // one that was ended has not died
    }
  }

  @Test
  void endsWhatStillLivesWhenItIsClosed() throws Exception {
    LabProcess process;
    try (Processes processes = open()) {
      process = start("good", processes);
      processes.awaitReady(process, 30);
    }
    ProcessHandle.of(process.onHost().number()).ifPresent(handle -> handle.onExit().join());

    assertFalse(process.isAlive());
  }

  @Test
  void tellsTheLastWordsOfAProcessThatDied() throws Exception {
    try (Processes processes = open()) {
      LabProcess process = start("dies-at-start", processes);
      LabException failure =
          assertThrows(LabException.class, () -> processes.awaitReady(process, 30));

      assertEquals(ExitCode.RUN_FAILED, failure.exitCode());
      assertTrue(failure.problems().getFirst().details().contains("Address already in use"));
    }
  }

  @Test
  void givesUpOnAProcessThatIsNeverReady() throws Exception {
    try (Processes processes = open()) {
      LabProcess process = start("never-ready", processes);
      LabException failure =
          assertThrows(LabException.class, () -> processes.awaitReady(process, 1));

      assertTrue(failure.getMessage().contains("not ready within 1 s"), failure.getMessage());
    }
  }

  @Test
  void namesAProgramThatIsNotThere() throws Exception {
    try (Processes processes = open()) {
      LabProcess process =
          processes.start("one", 1, List.of(folder.resolve("nothing").toString()), folder);

      assertThrows(LabException.class, () -> processes.awaitReady(process, 30));
    }
  }
}
