package dev.jitterlab.lab.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedChangesTest {
  private static final BlockTimes BLOCK = new BlockTimes(1, 98.0, 100.0, 102.0, 200.0, null);

  @Test
  void marksTheChangesThatTheServerWasToldToMake() {
    ProcessRecord server =
        new ProcessRecord(
            "all/1",
            1,
            List.of("java", "Server", "--mode-change=5:escort:1,boss:2;65:collect"),
            7,
            95.0,
            96.0,
            Map.of(),
            new ProcessRecord.Fate(null, null, null, "ready"),
            null);
    assertEquals(List.of(1.0, 61.0), PlannedChanges.of(server, BLOCK));
    assertEquals(
        List.of(2.0, 62.0), PlannedChanges.mean(List.of(List.of(1.0, 61.0), List.of(3.0, 63.0))));
  }
}
