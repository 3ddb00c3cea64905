package dev.jitterlab.arena.twin;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Reads the JVM's CPU time of the thread, and Linux's {@code /proc/thread-self/schedstat}; without
 * that file, figures are zero. Allocates nothing once it is open.
 */
final class SystemWorkerReading implements WorkerReading {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int MOST_BYTES = 128;

  private final byte[] text = new byte[MOST_BYTES];
  private final RandomAccessFile file;
  private long runQueueNs;
  private long turns;

  SystemWorkerReading() {
    RandomAccessFile opened;
    try {
      opened = new RandomAccessFile("/proc/thread-self/schedstat", "r");
    } catch (IOException e) {
      opened = null; // another system, or a kernel without these figures
    }
    file = opened;
  }

  @Override
  public long cpuNs() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** The file has CPU time, waiting time and turns. */
  @Override
  public void read() {
    if (file == null) {
      return;
    }
    try {
      file.seek(0);
      int length = file.read(text);
      long[] numbers = {0, 0, 0};
      int number = 0;
      for (int after = 0; after < length && number < numbers.length; after++) {
        if (text[after] >= '0' && text[after] <= '9') {
          numbers[number] = 10 * numbers[number] + text[after] - '0';
        } else {
          number++;
        }
      }
      runQueueNs = numbers[1];
      turns = numbers[2];
    } catch (IOException e) {
      // the figures stay as they were
    }
  }

  @Override
  public long runQueueNs() {
    return runQueueNs;
  }

  @Override
  public long turns() {
    return turns;
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // nothing is lost: it was only read
      }
    }
  }
}
