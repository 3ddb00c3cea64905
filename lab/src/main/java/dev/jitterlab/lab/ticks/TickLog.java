package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
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
  private static final String BASE_TIME = "#[BaseTime: ";
  private static final String TAG = "Tag=";
  private static final String EXPECTED =
      "expected Tag=<name>,<start s>,<length s>,<max>,<histogram in base 64>";

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
    double baseSeconds = 0;
    int lineNumber = 0;
    String text = text(file);
    try (HistogramDecoder decoder = new HistogramDecoder()) {
      int start = 0;
      for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        String line = text.substring(start, end).strip();
        start = end + 1;
        lineNumber++;
        if (line.startsWith(BASE_TIME)) {
          String number = line.substring(BASE_TIME.length());
          baseSeconds = Double.parseDouble(number.substring(0, number.indexOf(' ')));
        } else if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"")) {
          interval(line, baseSeconds, decoder).ifPresent(intervals::add);
        }
      }
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException
        | DataFormatException e) {
      throw new LabException(
          ExitCode.RUN_FAILED,
          Problem.at(
              new Problem.Place(file, lineNumber, 1),
              "this is not a line of a tick log (" + e.getMessage() + "); " + EXPECTED,
              "Run the experiment again; the file was changed or damaged after it was written."));
    }
    return new TickLog(intervals);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<TickInterval> interval(
      String line, double baseSeconds, HistogramDecoder decoder) throws DataFormatException {
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

  /**
   * How many seconds inside the window are covered by intervals that lie wholly inside it, whether
   * ticks fell into them or not.
   */
  public double coveredSeconds(Window window) {
    return intervals.stream()
        .filter(interval -> interval.metric() == TickMetric.EXECUTION)
        .map(TickInterval::window)
        .filter(window::contains)
        .mapToDouble(Window::seconds)
        .sum();
  }
}
