package dev.jitterlab.lab;

import java.io.FileInputStream;
import java.io.IOException;
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
    private final FileInputStream in;
    private byte[] buffer = new byte[BUFFER_BYTES];

    /** Of the buffer, what was read from the file and not given away yet: from here … */
    private int start;

    /** … up to here. */
    private int end;

    private Reading() throws IOException {
      in = new FileInputStream(file.toFile());
      try {
        in.skipNBytes(nextByte);
      } catch (IOException e) {
        in.close();
        throw e;
      }
    }

    /** The next whole line, each byte as one character; null where there is none yet. */
    public String next() throws IOException {
      int length = 0;
      while (true) {
        for (; start + length < end; length++) {
          if (buffer[start + length] == '\n') {
            String line = new String(buffer, start, length, StandardCharsets.ISO_8859_1);
            start += length + 1;
            nextByte += length + 1;
            lineNumber++;
            return line;
          }
        }
        if (!readMore()) {
          return null;
        }
      }
    }

    /** Adds what the file has next to the buffer; false at the file's end. */
    private boolean readMore() throws IOException {
      byte[] target = end - start == buffer.length ? new byte[2 * buffer.length] : buffer;
      System.arraycopy(buffer, start, target, 0, end - start);
      buffer = target;
      end -= start;
      start = 0;
      int more = in.read(buffer, end, buffer.length - end);
      end += Math.max(0, more);
      return more > 0;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
