package dev.jitterlab.locks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often Linux switched one thread out. The thread itself reads it: to read the files of 200
 * busy threads, an observing thread would need seconds. Allocates nothing once it is open. The
 * counts may be read by any thread, and are those of the last reading; zero where the system does
 * not tell.
 */
final class ContextSwitches {
  private static final byte[] VOLUNTARY =
      "\nvoluntary_ctxt_switches:".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FORCED =
      "\nnonvoluntary_ctxt_switches:".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_BYTES = 8192;

  private final Path status;
  private final byte[] text = new byte[MOST_BYTES];
  private final AtomicLong voluntary = new AtomicLong();
  private final AtomicLong forced = new AtomicLong();
  private RandomAccessFile file;
  private boolean unknown;

  /**
   * @param status /proc/thread-self/status
   */
  ContextSwitches(Path status) {
    this.status = status;
  }

  /** Reads them, in the thread that they are about. */
  void read() {
    if (unknown) {
      return;
    }
    try {
      if (file == null) {
        file = new RandomAccessFile(status.toFile(), "r");
      }
      file.seek(0);
      int length = 0;
      int got = 0;
      while (got >= 0 && length < text.length) {
        length += got;
        got = file.read(text, length, text.length - length);
      }
      voluntary.lazySet(number(VOLUNTARY, length));
      forced.lazySet(number(FORCED, length));
    } catch (IOException e) {
      unknown = true;
    }
  }

  /** Closes the file; in the thread that read it. */
  void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }

  /** The number behind a name; 0 where the name is not there. */
  private long number(byte[] name, int length) {
    for (int start = 0; start + name.length < length; start++) {
      if (isAt(name, start)) {
        long number = 0;
        for (int i = start + name.length; i < length && text[i] != '\n'; i++) {
          if (text[i] >= '0' && text[i] <= '9') {
            number = 10 * number + text[i] - '0';
          }
        }
        return number;
      }
    }
    return 0;
  }

  private boolean isAt(byte[] name, int start) {
    for (int i = 0; i < name.length; i++) {
      if (text[start + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** Because it waited. */
  long voluntary() {
    return voluntary.get();
  }

  /** Because its time was over. */
  long forced() {
    return forced.get();
  }
}
