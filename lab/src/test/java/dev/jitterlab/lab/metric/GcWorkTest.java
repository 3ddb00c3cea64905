package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcWorkTest {
  @TempDir private Path folder;

  /** Its collector used 2 of 8 seconds, as far as the kernel knows. */
  private Optional<Share> share(double collectorSeconds, double compiledSeconds) {
    Map<String, Double> increases =
        Map.of(
            LabMetrics.COLLECTOR_CPU,
            collectorSeconds,
            LabMetrics.PROCESS_CPU,
            8.0,
            Scrapes.COMPILED,
            compiledSeconds);
    return GcWork.OF_SERVER
        .read(new LoggedServer(folder, MeasuredWindows.of(10, 60), Map.of(), increases))
        .map(Share.class::cast);
  }

  private void logBegins(int second) throws IOException {
    Files.writeString(
        GcLog.file(folder),
        "[1970-01-01T00:00:%02d.000+0000][0.004s][info][gc] Using G1%n".formatted(second));
  }

  @Test
  void isTheCollectorsShareOfTheServersCpuTime() throws IOException {
    assertEquals(Optional.of(new Share(2, 8)), share(2, 1));
    logBegins(9);
    assertEquals(Optional.of(new Share(2, 8)), share(2, 1));
  }

  /** What the threads of the first JVM used is gone with them. */
  @Test
  void isNotKnownOfAServerThatWasStartedAgain() throws IOException {
    assertEquals(Optional.empty(), share(-2, 1), "its counter fell");
    assertEquals(Optional.empty(), share(2, -1), "that of the JIT compiler fell");
    logBegins(11);
    assertEquals(Optional.empty(), share(2, 1), "its log began anew");
  }
}
