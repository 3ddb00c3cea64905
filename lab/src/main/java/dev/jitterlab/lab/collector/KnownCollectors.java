package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.Extensions;
import dev.jitterlab.lab.LabException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one list of collectors: those of the lab, in the order of their flags on a command line, then
 * those from the user's own jars. Thread-safe.
 */
public final class KnownCollectors {
  private static final List<Collector> BUILT_IN =
      List.of(
          new FlightRecording(),
          new CpuTimeSamples(),
          new AsyncProfiler(),
          new InliningDecisions(),
          new Allocations(),
          new JitLog(),
          new GcLog(),
          new Scrapes(),
          new ProcSamples(),
          new TickTimings(),
          new IdleProcess(),
          new SchedulerTrace());

  private static volatile List<Collector> all;

  private KnownCollectors() {}

  /**
   * Every collector.
   *
   * @throws LabException if a collector of the user's own has the name of another
   */
  public static List<Collector> all() {
    if (all == null) {
      all = with(Extensions.of(Collector.class));
    }
    return all;
  }

  static List<Collector> with(List<Collector> own) {
    List<Collector> together = Stream.concat(BUILT_IN.stream(), own.stream()).toList();
    Set<String> names = new HashSet<>();
    for (Collector one : together) {
      if (!names.add(one.name())) {
        throw LabException.wrong(
            one.getClass().getName(),
            "there is another collector named `" + one.name() + "`",
            "Give it another name.");
      }
    }
    return together;
  }

  /** The collector of that name. */
  public static Optional<Collector> named(String name) {
    return all().stream().filter(collector -> collector.name().equals(name)).findFirst();
  }

  /** The names of those that {@code recording} switches. */
  public static List<String> switched() {
    return all().stream().filter(one -> one.fixed().isEmpty()).map(Collector::name).toList();
  }

  /** The series of that name. */
  public static Optional<Series> series(String name) {
    return all().stream()
        .flatMap(collector -> collector.series().stream())
        .filter(series -> series.name().equals(name))
        .findFirst();
  }

  /** The scraped metrics that series are made of. */
  public static Set<String> samples() {
    return all().stream()
        .flatMap(collector -> collector.series().stream())
        .flatMap(series -> series.samples().stream())
        .collect(Collectors.toSet());
  }

  /**
   * The flags that the lab adds to those of a process.
   *
   * @param feature the feature release of its JDK
   */
  public static List<String> jvmArguments(
      Attachment target, int feature, RecordingSettings settings) {
    return attached(target, feature, settings)
        .flatMap(collector -> collector.jvmArguments().stream())
        .toList();
  }

  /**
   * The files that these flags name and that must be there when the process starts: a name in the
   * process's folder to the content. A file that no flag of the JDK names does no harm, so those
   * for any JDK are among them.
   */
  public static Map<String, byte[]> providedFiles(Attachment target, RecordingSettings settings) {
    return attached(target, Integer.MAX_VALUE, settings)
        .flatMap(collector -> collector.providedFiles().entrySet().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, _) -> one));
  }

  private static Stream<Collector> attached(
      Attachment target, int feature, RecordingSettings settings) {
    return all().stream()
        .filter(collector -> collector.attachesTo().contains(target))
        .filter(collector -> feature >= collector.sinceFeature() && settings.isOn(collector));
  }
}
