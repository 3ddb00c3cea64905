package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.Sample;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The counters of what a server failed at. With a single failure its group cannot win, also if its
 * block is measured again. Stateless.
 */
public final class FailureCounters {
  /** Ticks that ended with an exception. */
  public static final SeriesSelector TICKS = of("jitterlab_ticks_failed_total");

  /** Pieces of a server's work that failed, as it says itself. */
  public static final SeriesSelector WORK = of("jitterlab_work_failed_total");

  /** Answers that a load generator has checked and found wrong, by server and kind. */
  public static final SeriesSelector ANSWERS = of("jitterlab_load_faults_total");

  private static final List<String> METRICS =
      Stream.of(TICKS, WORK, ANSWERS).map(SeriesSelector::name).toList();

  private FailureCounters() {}

  private static SeriesSelector of(String name) {
    return new SeriesSelector(name, List.of());
  }

  /**
   * Which of these servers have failed at something after a time, as they or their load say.
   *
   * @param after seconds since the epoch
   */
  public static List<String> failed(RunDirectory run, double after, Collection<String> servers) {
    List<Sample> failures = SampleDatabase.positive(run, after, METRICS);
    return servers.stream()
        .filter(server -> failures.stream().anyMatch(failure -> isOf(server, failure)))
        .toList();
  }

  private static boolean isOf(String server, Sample failure) {
    return failure.source().equals(server)
        || SeriesSelector.value(failure.labels(), "target").filter(server::equals).isPresent();
  }
}
