package dev.jitterlab.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What Linux counts of one thread ({@code /proc/thread-self/schedstat}): for how long it ran, and
 * for how long it could have run and had no CPU. Used by the thread that it is about. A thread
 * whose figures cannot be read has none; nothing is thrown. So have virtual threads, which have no
 * schedule of their own, and all beyond {@link #MOST_THREADS}, since each has a file open until it
 * ends.
 */
final class ThreadSchedule {
  static final String FILE = "/proc/thread-self/schedstat";
  static final int MOST_THREADS = 256;

  /** For a figure that cannot be read. */
  static final long NOT_READ = -1;

  private static final int LONGEST_TEXT = 128;
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final byte[] text = new byte[LONGEST_TEXT];
  private RandomAccessFile file;
  private long cpuNs = NOT_READ;
  private long waitedNs = NOT_READ;

  /** Opens the calling thread's. */
  ThreadSchedule(String path) {
    boolean isVirtual = Thread.currentThread().getClass().getName().endsWith("VirtualThread");
    if (!isVirtual && THREADS.incrementAndGet() <= MOST_THREADS) {
      try {
        file = new RandomAccessFile(path, "r");
      } catch (IOException e) {
        file = null;
      }
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
      file = null;
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
}
