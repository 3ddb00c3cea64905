package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftOverTest {
  private final List<Plan.Block> blocks = ScriptedPlans.withoutLoad().blocks();
  @TempDir private Path folder;

  private RunDirectory recorded(long pid, double startedAt) throws IOException {
    RunDirectory directory = new RunDirectory(folder);
    Path process = directory.instance("pool/1");
    Files.createDirectories(process);
    Json.write(
        RunDirectory.process(process),
        new ProcessRecord(
            "pool/1",
            1,
            List.of(),
            pid,
            startedAt,
            null,
            Map.of(),
            new ProcessRecord.Fate(null, null, null, "ready"),
            null));
    return directory;
  }

  @Test
  void namesAProcessOfTheRunThatNobodyEnds() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "600").start();
    try {
      double startedAt = sleep.info().startInstant().orElseThrow().toEpochMilli() / 1e3;
      RunDirectory directory = recorded(sleep.pid(), startedAt);
      LabException refused =
          assertThrows(
              LabException.class,
              () -> LeftOver.awaitGone(directory, blocks, Duration.ofMillis(100)));

      assertTrue(refused.getMessage().contains("still live: " + sleep.pid()), refused.getMessage());
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  @Test
  void passesOverALaterProcessWithTheSameId() throws Exception {
    RunDirectory directory = recorded(ProcessHandle.current().pid(), 1000);

    assertDoesNotThrow(() -> LeftOver.awaitGone(directory, blocks, LeftOver.BOUND));
  }
}
