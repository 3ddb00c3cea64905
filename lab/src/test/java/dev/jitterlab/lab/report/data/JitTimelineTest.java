package dev.jitterlab.lab.report.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JitTimelineTest {
  private static final BlockTimes BLOCK = new BlockTimes(1, 98.0, 100.0, 102.0, 200.0, null);

  @TempDir private Path folder;

  @Test
  void countsTickMethodsPerSecondOfTheMeasurement() throws IOException {
    Files.writeString(
        folder.resolve("jit.log"),
        """
        [97000ms] 1 4 game.Tick::step (7000 bytes)   made not entrant
        [98500ms] 1 4 game.Tick::step (7000 bytes)   made not entrant
        [100100ms] 1 4 other.Tick::step (7000 bytes)   made not entrant
        [100200ms] 1 4 game.Tick::step (7000 bytes)   made not entrant
        [100900ms] 1 4 game.Tick::step (7000 bytes)   made not entrant
        """);
    assertEquals(
        List.of(new Point(-2, 1), new Point(-1, 0), new Point(0, 2), new Point(1, 0)),
        JitTimeline.deoptimisations(folder, List.of("game"), BLOCK));
  }

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
    assertEquals(List.of(1.0, 61.0), JitTimeline.changes(server, BLOCK));
    assertEquals(
        List.of(2.0, 62.0), JitTimeline.mean(List.of(List.of(1.0, 61.0), List.of(3.0, 63.0))));
  }
}
