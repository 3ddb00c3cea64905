package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.Extensions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The one list of collectors: those of the lab, in the order of their flags on a command line, then
 * those from the user's own jars. Thread-safe.
 */
public final class KnownCollectors {
  private static final List<Collector> ALL =
      Stream.concat(
              Stream.of(
                  new FlightRecording(),
                  new JitLog(),
                  new GcLog(),
                  new Scrapes(),
                  new ProcSamples(),
                  new TickTimings(),
                  new IdleProcess()),
              Extensions.of(Collector.class).stream())
          .toList();

  private KnownCollectors() {}

  /** Every collector. */
  public static List<Collector> all() {
    return ALL;
  }

  /** The collector of that name. */
  public static Optional<Collector> named(String name) {
    return ALL.stream().filter(collector -> collector.name().equals(name)).findFirst();
  }

  /** The names of those that {@code recording} switches. */
  public static List<String> switched() {
    return ALL.stream().filter(one -> one.fixed().isEmpty()).map(Collector::name).toList();
  }

  /** The series of that name. */
  public static Optional<Series> series(String name) {
    return ALL.stream()
        .flatMap(collector -> collector.series().stream())
        .filter(series -> series.name().equals(name))
        .findFirst();
  }

  /**
   * The flags that the lab adds to those of a process.
   *
   * @param feature the feature release of its JDK
   */
  public static List<String> jvmArguments(Target target, int feature, RecordingSettings settings) {
    return ALL.stream()
        .filter(collector -> collector.attachesTo().contains(target))
        .filter(collector -> feature >= collector.sinceFeature() && settings.isOn(collector))
        .flatMap(collector -> collector.jvmArguments().stream())
        .toList();
  }
}
