package dev.jitterlab.lab.jit;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Why HotSpot threw optimised code away, from the events {@code jdk.Deoptimization} of a recording;
 * JDK 11 has none. An event stands for one thread that left the code, so there may be several for
 * one method that was made not entrant.
 */
public final class DeoptimisationReasons {
  private static final String EVENT = "jdk.Deoptimization";

  private DeoptimisationReasons() {}

  /**
   * Counts the events of a span of time by their reason, such as {@code unstable_if}. Empty for a
   * recording that cannot be read: that its process was killed is said elsewhere.
   */
  public static Map<String, Long> in(Path recording, MeasuredWindows windows) {
    Map<String, Long> counts = new TreeMap<>();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getEventType().getName().equals(EVENT)
            && windows.containsMoment(event.getStartTime())) {
          counts.merge(event.getString("reason"), 1L, Long::sum);
        }
      }
    } catch (IOException _) {
      return Map.of();
    }
    return counts;
  }
}
