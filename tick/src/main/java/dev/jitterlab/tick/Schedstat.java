package dev.jitterlab.tick;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The counters of one Linux thread: the run-queue delay from {@code /proc/thread-self/schedstat},
 * the CPU time from the JVM. The file has a CPU time, too, but of a running thread it is as of the
 * last scheduler interrupt, up to 4 ms ago at 250 Hz; the delay is exact, because it ends when the
 * thread runs.
 *
 * <p>Opened, used and closed by one thread, which is the one it is about. Each of the two readings
 * is one call of the system, and allocates nothing. An interrupt closes a channel for good: one
 * that is pending is put aside for the reading, and one that comes in the middle of it costs
 * another opening.
 */
final class Schedstat implements ThreadCounters {
  static final String FILE = "/proc/thread-self/schedstat";

  private static final String NOT_KEPT = "0 0 0";
  private static final int LONGEST_TEXT = 128;

  private final Path path;
  private final ThreadMXBean threads;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(LONGEST_TEXT);
  private final byte[] text = new byte[LONGEST_TEXT];
  private FileChannel file;

  private Schedstat(Path path, FileChannel file, ThreadMXBean threads) {
    this.path = path;
    this.file = file;
    this.threads = threads;
  }

  /**
   * Opens the counters of the calling thread.
   *
   * @throws IOException if they do not exist or cannot be read; the message says why
   */
  static Schedstat open(String path) throws IOException {
    ThreadMXBean threads = threads();
    FileChannel file;
    try {
      file = FileChannel.open(Path.of(path), StandardOpenOption.READ);
    } catch (IOException e) {
      throw new IOException(
          "the system has no run-queue delay: "
              + path
              + " cannot be read ("
              + e.getClass().getSimpleName()
              + ")",
          e);
    }
    Schedstat opened = new Schedstat(Path.of(path), file, threads);
    try {
      opened.check();
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  private static ThreadMXBean threads() throws IOException {
    ThreadMXBean threads;
    try {
      threads = ManagementFactory.getThreadMXBean();
    } catch (LinkageError e) {
      throw new IOException("this Java runtime has no module java.management", e);
    }
    if (!threads.isCurrentThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
      throw new IOException("this JVM does not measure the CPU time of threads");
    }
    return threads;
  }

  private void check() throws IOException {
    int length = readText();
    String found = new String(text, 0, Math.max(0, length), StandardCharsets.US_ASCII).strip();
    if (found.equals(NOT_KEPT)) {
      throw new IOException("the kernel keeps no run-queue delay (CONFIG_SCHED_INFO)");
    }
    if (delayNs(text, length) < 0) {
      throw new IOException(
          path + " says \"" + found + "\"; expected three numbers: CPU time, delay, time slices");
    }
  }

  private int readText() throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return readOnce();
        } catch (ClosedByInterruptException e) {
          interrupted |= Thread.interrupted();
          file = FileChannel.open(path, StandardOpenOption.READ);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int readOnce() throws IOException {
    buffer.clear();
    int length = file.read(buffer, 0); // from the start: one call, not a seek and a read
    if (length > 0) {
      buffer.flip();
      buffer.get(text, 0, length);
    }
    return length;
  }

  @Override
  public long cpuNs() {
    return threads.getCurrentThreadCpuTime();
  }

  @Override
  public long runQueueDelayNs() {
    try {
      return delayNs(text, readText());
    } catch (IOException e) {
      return -1;
    }
  }

  /** Returns the second of the numbers in the text, or -1 if there is none that fits a long. */
  static long delayNs(byte[] text, int length) {
    int at = 0;
    while (at < length && isDigit(text[at])) {
      at++;
    }
    if (at == 0 || at >= length || text[at++] != ' ') {
      return -1;
    }
    long value = 0;
    int from = at;
    for (; at < length && isDigit(text[at]); at++) {
      int digit = text[at] - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return at > from && at < length && text[at] == ' ' ? value : -1;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new AssertionError("closing a file of /proc writes nothing", e);
    }
  }
}
