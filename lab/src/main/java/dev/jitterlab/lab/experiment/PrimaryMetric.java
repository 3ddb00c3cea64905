package dev.jitterlab.lab.experiment;

import java.util.ArrayList;
import java.util.List;

/** The metrics that a verdict can be about, named as in {@code summary.json}. */
public final class PrimaryMetric {
  /** A tick is late when its total is above so many periods; the server counts each. */
  public static final List<String> LATE_THRESHOLDS = List.of("1.1", "1.4", "2", "4");

  static final String DEFAULT = "tick_drift_seconds.p99";

  private static final String OF_RESPONSES = "response_seconds.p99";
  private static final String OF_THE_PROCESS = "cpu_load";

  /** All names. */
  static final List<String> NAMES = names();

  private PrimaryMetric() {}

  /** What a verdict is about where the author does not say. */
  static String standard(boolean withoutTicks, boolean withResponses) {
    if (withoutTicks) {
      return withResponses ? OF_RESPONSES : OF_THE_PROCESS;
    }
    return DEFAULT;
  }

  /** Whether a server without ticks cannot have it. */
  static boolean isOfTicks(String name) {
    return name.startsWith("tick_") || name.startsWith("ticks_late_ratio.");
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    for (String tick : List.of("drift", "execution", "wait", "total", "release_jitter")) {
      for (String quantile : List.of("p50", "p90", "p95", "p99", "p999", "max")) {
        names.add("tick_" + tick + "_seconds." + quantile);
      }
    }
    for (String response : List.of("response_seconds", "response_seconds_compensated")) {
      for (String quantile : List.of("p50", "p90", "p95", "p99", "p999", "max")) {
        names.add(response + "." + quantile);
      }
    }
    LATE_THRESHOLDS.forEach(threshold -> names.add("ticks_late_ratio." + threshold));
    names.add("cpu_load");
    names.add("jit_seconds");
    names.add("deoptimisations");
    names.add("deoptimisations_tick");
    names.add("deoptimised_tick_bytecodes");
    return List.copyOf(names);
  }
}
