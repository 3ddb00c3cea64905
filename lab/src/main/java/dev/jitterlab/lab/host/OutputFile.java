package dev.jitterlab.lab.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * The file that a process prints into, read while it grows. However much a process prints, a look
 * at it reads at most one mebibyte, and keeps at most the beginning of one line. For one thread.
 */
public final class OutputFile {
  private static final int MAX_LOOK_BYTES = 1 << 20;
  private static final int MAX_FIND_BYTES = 16 << 20;
  private static final int MAX_LINE_BYTES = 8 << 10;
  private static final int MAX_TAIL_BYTES = 16 << 10;
  private static final int TAIL_LINES = 15;
  private static final int TAIL_LINE_CHARACTERS = 400;

  private final Path file;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long offset;

  public OutputFile(Path file) {
    this.file = file;
  }

  Path path() {
    return file;
  }

  /**
   * What is found in the first line that has it, if it is there by now; each line is looked at
   * once.
   */
  <T> Optional<T> lookFor(Function<String, Optional<T>> inLine) {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      input.seek(offset);
      byte[] bytes = new byte[(int) Math.min(MAX_LOOK_BYTES, Math.max(0, input.length() - offset))];
      int length = Math.max(0, input.read(bytes));
      offset += length;
      for (int i = 0; i < length; i++) {
        if (bytes[i] != '\n') {
          if (line.size() < MAX_LINE_BYTES) {
            line.write(bytes[i]);
          }
          continue;
        }
        Optional<T> found = inLine.apply(line.toString(StandardCharsets.UTF_8));
        line.reset();
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What is found in the first line of all that has it, from the file's beginning; of a very large
   * file the first 16 MiB are looked at.
   */
  static <T> Optional<T> find(Path file, Function<String, Optional<T>> inLine) {
    OutputFile fromStart = new OutputFile(file);
    long before = -1;
    Optional<T> found = Optional.empty();
    while (found.isEmpty() && fromStart.offset > before && fromStart.offset < MAX_FIND_BYTES) {
      before = fromStart.offset;
      found = fromStart.lookFor(inLine);
    }
    return found;
  }

  /** The last lines, without control characters, and shortened where they are very long. */
  public String tail() {
    try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
      input.seek(Math.max(0, input.length() - MAX_TAIL_BYTES));
      byte[] bytes = new byte[MAX_TAIL_BYTES];
      int length = Math.max(0, input.read(bytes));
      String[] lines =
          new String(bytes, 0, length, StandardCharsets.UTF_8)
              .lines()
              .map(OutputFile::printable)
              .toArray(String[]::new);
      return String.join(
          "\n", Arrays.copyOfRange(lines, Math.max(0, lines.length - TAIL_LINES), lines.length));
    } catch (IOException e) {
      return "";
    }
  }

  private static String printable(String line) {
    String clean = line.replace('\t', ' ').replaceAll("\\p{Cntrl}", "");
    return clean.length() <= TAIL_LINE_CHARACTERS
        ? clean
        : clean.substring(0, TAIL_LINE_CHARACTERS) + "…";
  }
}
