package dev.jitterlab.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * What Linux counts of one thread ({@code /proc/thread-self/schedstat}): for how long it ran, and
 * for how long it could have run and had no CPU. Used by the thread that it is about; {@link
 * ThreadSchedules} says which threads have figures. A thread whose figures cannot be read has none;
 * nothing is thrown.
 */
final class ThreadSchedule {
  static final String FILE = "/proc/thread-self/schedstat";

  /** For a figure that cannot be read. */
  static final long NOT_READ = -1;

  private static final int LONGEST_TEXT = 128;

  private final Thread thread = Thread.currentThread();
  private final byte[] text = new byte[LONGEST_TEXT];
  private RandomAccessFile file;
  private volatile boolean closed;
  private long cpuNs = NOT_READ;
  private long waitedNs = NOT_READ;

  /** Opens the file of the calling thread; before that there are no figures. */
  void open(String path) {
    try {
      file = new RandomAccessFile(path, "r");
    } catch (IOException e) {
      closed = true;
    }
  }

  /** Reads both figures anew. */
  void read() {
    cpuNs = NOT_READ;
    waitedNs = NOT_READ;
    if (file == null) {
      return;
    }
    try {
      file.seek(0);
      int length = Math.max(0, file.read(text, 0, text.length));
      String[] fields = new String(text, 0, length, StandardCharsets.US_ASCII).split(" ", -1);
      if (fields.length >= 2) {
        cpuNs = Long.parseLong(fields[0]);
        waitedNs = Long.parseLong(fields[1]);
      }
    } catch (IOException | NumberFormatException e) {
      close();
    }
  }

  /** Returns its CPU time as of the last reading, up to 4 ms ago where it was running. */
  long cpuNs() {
    return cpuNs;
  }

  /** Returns for how long it had waited for a CPU, as of the last reading. */
  long waitedNs() {
    return waitedNs;
  }

  /** Returns whether nobody will read it again: its thread has ended, or it has no file. */
  boolean isOver() {
    return closed || !thread.isAlive();
  }

  /** Closes the file. By its own thread, or by any when it {@link #isOver}. */
  void close() {
    RandomAccessFile open = file;
    file = null;
    closed = true;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        return; // it was only read
      }
    }
  }
}
