package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.LabException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;

/**
 * A process's tick log, in HdrHistogram's log format. Immutable.
 *
 * <p>The lines are taken apart here and not by HdrHistogram's own reader, because that one skips
 * what it cannot read in silence. A last line without its line feed is what a killed process leaves
 * behind; it is passed over, and so are lines of tags that are no {@link TickMetric}. Any other
 * line that cannot be read is an error.
 *
 * @param intervals the log's lines, in the file's order
 */
public record TickLog(List<TickInterval> intervals) {
  private static final String TAG = "Tag=";

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
    forEach(file, intervals::add);
    return new TickLog(intervals);
  }

  /**
   * Reads a log line by line, in memory that does not grow with its length.
   *
   * @throws LabException if a line is not one of a tick log
   * @throws UncheckedIOException if there is no such file
   */
  public static void forEach(Path file, Consumer<TickInterval> reader) {
    new TickLogTail(file).readNew(reader);
  }

  /** Reads a line of values; empty for a tag that is no metric of a tick. */
  static Optional<TickInterval> interval(String line, double baseSeconds, HistogramDecoder decoder)
      throws DataFormatException {
    String[] fields = line.split(",", -1);
    if (fields.length != 5 || !fields[0].startsWith(TAG)) {
      throw new IllegalArgumentException(fields.length + " fields");
    }
    double from = baseSeconds + Double.parseDouble(fields[1]);
    Window window = new Window(from, from + Double.parseDouble(fields[2]));
    Distribution values = decoder.decode(Base64.getDecoder().decode(fields[4]));
    String tag = fields[0].substring(TAG.length());
    return switch (tag) {
      case "execution" -> Optional.of(new TickInterval(window, TickMetric.EXECUTION, values));
      case "wait" -> Optional.of(new TickInterval(window, TickMetric.WAIT, values));
      case "total" -> Optional.of(new TickInterval(window, TickMetric.TOTAL, values));
      case "drift" -> Optional.of(new TickInterval(window, TickMetric.DRIFT, values));
      case "drift-early" ->
          Optional.of(new TickInterval(window, TickMetric.DRIFT, values.negated()));
      case "release-jitter" ->
          Optional.of(new TickInterval(window, TickMetric.RELEASE_JITTER, values));
      case "release-jitter-early" ->
          Optional.of(new TickInterval(window, TickMetric.RELEASE_JITTER, values.negated()));
      default -> Optional.empty(); // of a newer library, or not needed here
    };
  }

  /** Everything of that metric from the intervals that lie wholly inside the window. */
  public Distribution measured(TickMetric metric, Window window) {
    return Distribution.merge(
        intervals.stream()
            .filter(interval -> interval.metric() == metric)
            .filter(interval -> window.contains(interval.window()))
            .map(TickInterval::values)
            .toList());
  }
}
