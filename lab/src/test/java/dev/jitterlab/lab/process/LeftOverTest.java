package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.ProcessRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeftOverTest {
  private static List<ProcessRecord> recorded(long pid, double startedAt) {
    return List.of(
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
  }

  @Test
  void namesAProcessOfTheRunThatNobodyEnds() throws Exception {
    Process sleep = new ProcessBuilder("sleep", "600").start();
    try {
      double startedAt = sleep.info().startInstant().orElseThrow().toEpochMilli() / 1e3;
      List<ProcessRecord> records = recorded(sleep.pid(), startedAt);
      LabException refused =
          assertThrows(
              LabException.class,
              () -> LeftOver.awaitGone(records, "runs/1", Duration.ofMillis(100)));

      assertTrue(refused.getMessage().contains("still live: " + sleep.pid()), refused.getMessage());
      assertEquals(ExitCode.NOT_NOW, refused.exitCode(), "they may be gone later");
    } finally {
      sleep.destroyForcibly().waitFor();
    }
  }

  @Test
  void passesOverALaterProcessWithTheSameId() throws Exception {
    List<ProcessRecord> records = recorded(ProcessHandle.current().pid(), 1000);

    assertDoesNotThrow(() -> LeftOver.awaitGone(records, "runs/1", Duration.ofSeconds(10)));
  }
}
