package dev.jitterlab.lab.experiment;

import java.util.List;
import java.util.Map;

/**
 * What the property {@code recording} leaves of the lab's recording of a group's servers. The tick
 * log is not part of it: it is the measurement itself. Immutable.
 *
 * @param jfr whether the JVM makes a flight recording
 * @param gcLog whether it logs collections and safepoints
 * @param jitLog whether it logs compilations
 * @param scrape whether the servers are asked for their metrics every second, and not only at both
 *     ends of the measurement
 */
public record RecordingSettings(boolean jfr, boolean gcLog, boolean jitLog, boolean scrape) {
  /** The keys of the property. */
  public static final List<String> KEYS = List.of("jfr", "gc_log", "jit_log", "scrape");

  /** What a plan has under {@code recording}; it was validated when the experiment was read. */
  public static RecordingSettings of(Map<?, ?> property) {
    return new RecordingSettings(
        on(property, "jfr"),
        on(property, "gc_log"),
        on(property, "jit_log"),
        on(property, "scrape"));
  }

  private static boolean on(Map<?, ?> property, String key) {
    return !Boolean.FALSE.equals(property.get(key));
  }

  /** Whether nothing is left out. */
  public boolean isWhole() {
    return jfr && gcLog && jitLog && scrape;
  }
}
