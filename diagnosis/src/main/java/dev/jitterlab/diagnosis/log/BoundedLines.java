package dev.jitterlab.diagnosis.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads a text file line by line, in bounded memory: what a line has beyond 16 KiB is passed over.
 */
public final class BoundedLines {
  private static final int LONGEST = 16 * 1024;

  private BoundedLines() {}

  /** Gives each line to the reader, without its end. */
  public static void read(Path file, Consumer<String> reader) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      read(in, reader);
    }
  }

  /**
   * The same of a stream.
   *
   * @param in stays the caller's
   */
  public static void read(InputStream in, Consumer<String> reader) throws IOException {
    BufferedReader text =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
    StringBuilder line = new StringBuilder();
    for (int c = text.read(); c >= 0; c = text.read()) {
      if (c == '\n') {
        reader.accept(text(line));
        line.setLength(0);
      } else if (line.length() < LONGEST) {
        line.append((char) c);
      }
    }
    if (!line.isEmpty()) {
      reader.accept(text(line));
    }
  }

  private static String text(StringBuilder line) {
    int length = line.length();
    return line.substring(0, length > 0 && line.charAt(length - 1) == '\r' ? length - 1 : length);
  }
}
