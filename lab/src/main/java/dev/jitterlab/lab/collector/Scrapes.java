package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.run.RunDirectory;
import java.util.List;

/**
 * The metrics that servers and loads offer in Prometheus's text format. Switched off, they are
 * asked for only at both ends of the measurement, and so is {@code /proc}.
 */
public final class Scrapes extends BuiltIn {
  /** Its name. */
  public static final String NAME = "scrape";

  /** Of the observer: how long the compiler's threads have compiled. */
  public static final String COMPILED = "jvm_compilation_time_seconds_total";

  /** How long the JIT compiler's threads compiled, per second. */
  public static final Series JIT_COMPILE =
      Series.rate(
          "jit_compile_seconds",
          "s/s",
          "How long the JIT compiler's threads compiled in each second.",
          COMPILED);

  Scrapes() {
    super(
        NAME,
        "The process's own metrics, read over HTTP every second.",
        RunDirectory.SAMPLES,
        Attachment.SERVER,
        Attachment.LOAD);
  }

  @Override
  public List<Series> series() {
    return List.of(JIT_COMPILE);
  }
}
