package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
 * behind; it is passed over, and so are lines of tags that are no {@link TickMetric}. Any other
 * line that cannot be read is an error.
 *
 * @param intervals the log's lines, in the file's order
 */
public record TickLog(List<TickInterval> intervals) {
  private static final String BASE_TIME = "#[BaseTime: ";
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String TAG = "Tag=";
  private static final String EXPECTED =
      "expected Tag=<name>,<start s>,<length s>,<max>,<histogram in base 64>";

  /** What a tag's values are; early ones are written as their magnitudes. */
  private record TickTag(TickMetric metric, boolean isEarly) {}

  private static final Map<String, TickTag> TICK_TAGS =
      Map.of(
          "execution", new TickTag(TickMetric.EXECUTION, false),
          "wait", new TickTag(TickMetric.WAIT, false),
          "total", new TickTag(TickMetric.TOTAL, false),
          "drift", new TickTag(TickMetric.DRIFT, false),
          "drift-early", new TickTag(TickMetric.DRIFT, true),
          "release-jitter", new TickTag(TickMetric.RELEASE_JITTER, false),
          "release-jitter-early", new TickTag(TickMetric.RELEASE_JITTER, true));

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
    forEachTagged(
        file,
        TICK_TAGS::containsKey,
        line -> {
          TickTag tag = TICK_TAGS.get(line.tag());
          Distribution values = tag.isEarly() ? line.values().negated() : line.values();
          reader.accept(new TickInterval(line.window(), tag.metric(), values));
        });
  }

  /** As {@link #forEach}, lines of the wanted tags; the others' values are not read. */
  static void forEachTagged(
      Path file, Predicate<String> isWanted, Consumer<TaggedInterval> reader) {
    double baseSeconds = 0;
    int lineNumber = 0;
    try (HistogramDecoder decoder = new HistogramDecoder();
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      while (readLine(in, bytes)) {
        String line = bytes.toString(StandardCharsets.ISO_8859_1).strip();
        lineNumber++;
        if (line.startsWith(BASE_TIME)) {
          String number = line.substring(BASE_TIME.length());
          baseSeconds = Double.parseDouble(number.substring(0, number.indexOf(' ')));
        } else if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"")) {
          interval(line, baseSeconds, isWanted, decoder).ifPresent(reader);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
  }

  /** Reads up to a line feed; false at the end of the file, also if that cuts off a line. */
  private static boolean readLine(InputStream in, ByteArrayOutputStream line) throws IOException {
    line.reset();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        return true;
      }
      line.write(next);
    }
    return false;
  }

  private static Optional<TaggedInterval> interval(
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
            new Window(from, from + Double.parseDouble(fields[2])),
            decoder.decode(Base64.getDecoder().decode(fields[4]))));
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
