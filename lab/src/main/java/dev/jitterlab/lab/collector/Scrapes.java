package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.run.RunDirectory;
import java.util.List;
import java.util.Set;

/**
 * The metrics that servers and loads offer in Prometheus's text format. Switched off, they are
 * asked for only at both ends of the measurement, and so is {@code /proc}.
 */
public final class Scrapes implements Collector {
  /** Its name. */
  public static final String NAME = "scrape";

  /** Of the observer: how long the compiler's threads have compiled. */
  public static final String COMPILED = "jvm_compilation_time_seconds_total";

  /** How long the JIT compiler's threads compiled, per second. */
  public static final Series JIT_COMPILE =
      new Series(
          "jit_compile_seconds",
          "s/s",
          "How long the JIT compiler's threads compiled in each second.",
          process -> process.rate(COMPILED));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "The process's own metrics, read over HTTP every second.";
  }

  @Override
  public Set<Target> attachesTo() {
    return Set.of(Target.SERVER, Target.LOAD);
  }

  @Override
  public List<String> files() {
    return List.of(RunDirectory.SAMPLES);
  }

  @Override
  public List<Series> series() {
    return List.of(JIT_COMPILE);
  }
}
