package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.LabException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;

/**
 * A process's tick log, in HdrHistogram's log format. Immutable.
 *
 * <p>The lines are taken apart here and not by HdrHistogram's own reader, because that one skips
 * what it cannot read in silence. A last line without its line feed is what a killed process leaves
 * behind; it is passed over, and so are lines of tags that are no {@link TickTime}. Any other line
 * that cannot be read is an error.
 *
 * @param intervals the log's lines, in the file's order
 */
public record TickLog(List<TickInterval> intervals) {
  private static final String TAG = "Tag=";

  /** What a tag's values are; early ones are written as their magnitudes. */
  private record TickTag(TickTime metric, boolean isEarly) {}

  private static final Map<String, TickTag> TICK_TAGS =
      Map.of(
          "execution", new TickTag(TickTime.EXECUTION, false),
          "wait", new TickTag(TickTime.WAIT, false),
          "total", new TickTag(TickTime.TOTAL, false),
          "drift", new TickTag(TickTime.DRIFT, false),
          "drift-early", new TickTag(TickTime.DRIFT, true),
          "release-jitter", new TickTag(TickTime.RELEASE_JITTER, false),
          "release-jitter-early", new TickTag(TickTime.RELEASE_JITTER, true));

  /** Takes the intervals as they are. */
  public TickLog {
    intervals = List.copyOf(intervals);
  }

  /**
   * Reads a log.
   *
   * @throws LabException if a line is not one of a tick log
   * @throws UncheckedIOException if there is no such file
   */
  public static TickLog read(Path file) {
    List<TickInterval> intervals = new ArrayList<>();
    new TickLogTail(file).readNew(intervals::add);
    return new TickLog(intervals);
  }

  /**
   * The intervals of a metric that lie wholly inside a window and recorded something, in the file's
   * order. Early and late ticks of an interval are two lines, one behind the other: they become
   * one. Reads line by line, in memory that does not grow with the log's length.
   *
   * @throws LabException if a line is not one of a tick log
   * @throws UncheckedIOException if there is no such file
   */
  public static void forEachWithin(
      Path file, TickTime metric, MeasuredWindows windows, Consumer<TickInterval> reader) {
    LineJoin join = new LineJoin(reader);
    new TickLogTail(file)
        .readNew(
            line -> {
              if (line.metric() == metric
                  && !line.values().isEmpty()
                  && windows.holds(line.window(), line.values())) {
                join.add(line);
              }
            });
    join.finish();
  }

  /** Makes one interval of lines about the same time, one behind the other. */
  private static final class LineJoin {
    private final Consumer<TickInterval> reader;
    private TickInterval last; // null before the first line

    LineJoin(Consumer<TickInterval> reader) {
      this.reader = reader;
    }

    void add(TickInterval line) {
      if (last != null && last.window().equals(line.window())) {
        Distribution both = Distribution.merge(List.of(last.values(), line.values()));
        last = new TickInterval(line.window(), line.metric(), both);
      } else {
        finish();
        last = line;
      }
    }

    void finish() {
      if (last != null) {
        reader.accept(last);
      }
    }
  }

  /** Whether a tag's values are a metric of ticks. */
  static boolean isOfTicks(String tag) {
    return TICK_TAGS.containsKey(tag);
  }

  /** The values of a tag of ticks. */
  static TickInterval ofTicks(TaggedInterval line) {
    TickTag tag = TICK_TAGS.get(line.tag());
    Distribution values = tag.isEarly() ? line.values().negated() : line.values();
    return new TickInterval(line.window(), tag.metric(), values);
  }

  /**
   * Reads a line of values; empty for a tag that is not wanted. A length below 0 is none: the clock
   * was set back while the line was filled.
   */
  static Optional<TaggedInterval> interval(
      String line, double baseSeconds, Predicate<String> isWanted, HistogramDecoder decoder)
      throws DataFormatException {
    String[] fields = line.split(",", -1);
    if (fields.length != 5 || !fields[0].startsWith(TAG)) {
      throw new IllegalArgumentException(fields.length + " fields");
    }
    String tag = fields[0].substring(TAG.length());
    if (!isWanted.test(tag)) {
      return Optional.empty(); // of a newer library, or not needed here
    }
    double from = baseSeconds + Double.parseDouble(fields[1]);
    return Optional.of(
        new TaggedInterval(
            tag,
            new Window(from, from + Math.max(0, Double.parseDouble(fields[2]))),
            decoder.decode(Base64.getDecoder().decode(fields[4]))));
  }

  /** Everything of that metric from the intervals that the window holds. */
  public Distribution measured(TickTime metric, Window window) {
    return Distribution.merge(
        intervals.stream()
            .filter(interval -> interval.metric() == metric)
            .filter(interval -> window.holds(interval.window(), interval.values()))
            .map(TickInterval::values)
            .toList());
  }
}
