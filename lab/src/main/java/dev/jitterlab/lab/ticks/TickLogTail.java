package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.LineTail;
import dev.jitterlab.lab.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.DataFormatException;

/**
 * Reads a tick log that may still be written: each call goes on where the last one ended. Not
 * thread-safe.
 */
public final class TickLogTail {
  private static final String BASE_TIME = "#[BaseTime: ";
  private static final String EXPECTED =
      "expected Tag=<name>,<start s>,<length s>,<max>,<histogram in base 64>";

  private final Path file;
  private final LineTail lines;
  private double baseSeconds;

  /** Nothing is read yet. */
  public TickLogTail(Path file) {
    this.file = file;
    this.lines = new LineTail(file);
  }

  /**
   * Reads the whole lines that have come since the last call.
   *
   * @throws LabException if a line is not one of a tick log
   * @throws UncheckedIOException if there is no such file
   */
  public void readNew(Consumer<TickInterval> reader) {
    readNew(TickLog::isOfTicks, line -> reader.accept(TickLog.ofTicks(line)));
  }

  /** As {@link #readNew(Consumer)}, lines of the wanted tags; the others' values are not read. */
  void readNew(Predicate<String> isWanted, Consumer<TaggedInterval> reader) {
    try (HistogramDecoder decoder = new HistogramDecoder();
        LineTail.Reading reading = lines.open()) {
      for (String line = reading.next(); line != null; line = reading.next()) {
        read(line.strip(), isWanted, decoder, reader);
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
              new Problem.Place(file, lines.lineNumber(), 1),
              "this is not a line of a tick log (" + e.getMessage() + "); " + EXPECTED,
              "Run the experiment again; the file was changed or damaged after it was written."));
    }
  }

  private void read(
      String line,
      Predicate<String> isWanted,
      HistogramDecoder decoder,
      Consumer<TaggedInterval> reader)
      throws DataFormatException {
    if (line.startsWith(BASE_TIME)) {
      String number = line.substring(BASE_TIME.length());
      baseSeconds = Double.parseDouble(number.substring(0, number.indexOf(' ')));
    } else if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("\"")) {
      TickLog.interval(line, baseSeconds, isWanted, decoder).ifPresent(reader);
    }
  }
}
