package dev.jitterlab.lab;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The lines of a file that may still grow: each reading goes on where the last one ended. A last
 * line without its line feed is left for the next reading. Not thread-safe.
 */
public final class LineTail {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;
  private long nextByte;
  private int lineNumber;

  /** Nothing is read yet, and the file need not be there yet. */
  public LineTail(Path file) {
    this.file = file;
  }

  /** Opens the file for one reading. */
  public Reading open() throws IOException {
    return new Reading();
  }

  /** How many lines were read so far, by all readings. */
  public int lineNumber() {
    return lineNumber;
  }

  /** One reading; closes the file. */
  public final class Reading implements AutoCloseable {
    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private Reading() throws IOException {
      FileInputStream opened = new FileInputStream(file.toFile());
      in = new BufferedInputStream(opened, BUFFER_BYTES);
      try {
        in.skipNBytes(nextByte);
      } catch (IOException e) {
        in.close();
        throw e;
      }
    }

    /** The next whole line, each byte as one character; null where there is none yet. */
    public String next() throws IOException {
      line.reset();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next == '\n') {
          nextByte += line.size() + 1;
          lineNumber++;
          return line.toString(StandardCharsets.ISO_8859_1);
        }
        line.write(next);
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
