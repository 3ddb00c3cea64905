package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.recording.RecordingReader;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stopped all threads of a JVM, whether ticks and requests are known or not. Immutable.
 *
 * @param stops one for each cause that occurred, in the order of the causes
 * @param notRecorded causes that stop all threads and could not be seen
 */
public record JvmStops(List<Stop> stops, List<String> notRecorded) {
  private static final double NS = 1e9;
  private static final List<Cause> ALL =
      List.of(Cause.GC_PAUSE, Cause.TIME_TO_SAFEPOINT, Cause.SAFEPOINT_OPERATION);

  /**
   * All stops with one cause.
   *
   * @param cause its name
   * @param count how many there were; those that overlap are one
   * @param seconds how long they took together
   * @param longestSeconds the longest one
   * @param longestAt when that began, in seconds since the epoch
   * @param longestWhat what the recording says of it
   */
  public record Stop(
      String cause,
      int count,
      double seconds,
      double longestSeconds,
      double longestAt,
      String longestWhat) {}

  /** Copies the lists. */
  public JvmStops {
    stops = List.copyOf(stops);
    notRecorded = List.copyOf(notRecorded);
  }

  /** Reads a recording; what cannot be read is left out. */
  public static JvmStops of(Path recording) {
    TimelineBuilder builder = new TimelineBuilder();
    var unused = RecordingReader.read(recording, builder);
    return of(builder.build());
  }

  /** The same of what was read. */
  static JvmStops of(JvmTimeline timeline) {
    Map<Cause, List<Stretch>> byCause =
        Stream.concat(
                timeline.pauses(Long.MIN_VALUE, Long.MAX_VALUE).stream(),
                timeline.stops(Long.MIN_VALUE, Long.MAX_VALUE).stream()
                    .filter(stop -> stop.cause() != Cause.GC_PAUSE))
            .collect(Collectors.groupingBy(Stretch::cause, TreeMap::new, Collectors.toList()));
    return new JvmStops(
        byCause.entrySet().stream().map(one -> stop(one.getKey(), one.getValue())).toList(),
        ALL.stream().filter(cause -> !timeline.coverage(cause).recorded()).map(Cause::id).toList());
  }

  /** They are in order of their start. */
  private static Stop stop(Cause cause, List<Stretch> all) {
    int count = 0;
    long until = Long.MIN_VALUE;
    for (Stretch one : all) {
      count += one.startNs() >= until ? 1 : 0;
      until = Math.max(until, one.endNs());
    }
    Stretch longest = all.stream().max(Comparator.comparingLong(Stretch::durationNs)).orElseThrow();
    return new Stop(
        cause.id(),
        count,
        Stretch.coveredNs(all, Long.MIN_VALUE, Long.MAX_VALUE) / NS,
        longest.durationNs() / NS,
        longest.startNs() / NS,
        longest.what());
  }
}
