package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRingTest {
  @TempDir Path folder;

  @Name("test.InTheRing")
  private static final class InTheRing extends Event {}

  private static List<Long> ids() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .map(Recording::getId)
        .collect(Collectors.toList());
  }

  private static long events(Path file) throws Exception {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("test.InTheRing"))
        .count();
  }

  @Test
  void eachDumpHasWhatTheRingHasAndTheRingGoesOn() throws Exception {
    FlightRing ring =
        new FlightRing(BundleOptions.of(Map.of("bundle-dir", folder.toString())).orElseThrow());
    Path first = folder.resolve("first.jfr");
    assertFalse(ring.dump(first), "it has not begun");
    assertFalse(Files.exists(first));

    ring.start();
    try {
      List<Long> during = ids();
      new InTheRing().commit();
      assertTrue(ring.dump(first));
      new InTheRing().commit();
      Path second = folder.resolve("second.jfr");
      assertTrue(ring.dump(second));

      assertEquals(1, events(first));
      assertEquals(2, events(second));
      assertTrue(ring.isRunning());
      assertEquals(during, ids(), "no copy is left");
    } finally {
      ring.stop();
    }
    assertFalse(ring.isRunning());
  }
}
