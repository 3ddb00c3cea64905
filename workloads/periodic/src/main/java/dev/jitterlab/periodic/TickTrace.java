package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every single tick with its thread and its times, to find out why some are late. It is kept in
 * memory that is taken at the start, and written at the end: while the tasks tick, a tick costs one
 * atomic addition and ten writes, and no other thread does anything. Thread-safe; {@link #write}
 * after the last tick.
 */
final class TickTrace implements TickListener {
  /** 25 s of 500 tasks at 20 Hz, in 17 MiB. */
  static final int MOST_TICKS = 250_000;

  private static final int FIELDS = 7;
  private static final long UNKNOWN = -1;

  private final String[] tasks;
  private final long[] values;
  private final AtomicInteger count = new AtomicInteger();
  private volatile long fromNs = Long.MAX_VALUE;

  TickTrace() {
    this(MOST_TICKS);
  }

  TickTrace(int mostTicks) {
    tasks = new String[mostTicks];
    values = new long[mostTicks * FIELDS];
  }

  /** Forgets what was before; while nothing ticks, or shortly before it matters. */
  void begin(long nowNs) {
    fromNs = nowNs;
  }

  @Override
  public void onTick(Tick tick) {
    if (tick.startedNs() - fromNs < 0 || fromNs == Long.MAX_VALUE) {
      return;
    }
    int index = count.getAndIncrement();
    if (index >= tasks.length) {
      return; // write says so
    }
    boolean known = tick.hasThreadTimes();
    tasks[index] = tick.task();
    int at = index * FIELDS;
    values[at] = Thread.currentThread().getId();
    values[at + 1] = tick.scheduledNs();
    values[at + 2] = tick.startedNs();
    values[at + 3] = tick.finishedNs();
    values[at + 4] = known ? tick.runQueueDelayNs() : UNKNOWN;
    values[at + 5] = known ? tick.cpuNs() : UNKNOWN;
    values[at + 6] = known ? tick.executionRunQueueDelayNs() : UNKNOWN;
  }

  /**
   * Writes the ticks, a line each, and how many ticks there was no room for. Times are those of
   * {@link System#nanoTime}; what is not known is −1.
   *
   * @throws IOException if the file cannot be written
   */
  void write(Path file) throws IOException {
    int ticks = Math.min(count.get(), tasks.length);
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, UTF_8))) {
      out.println("# from " + fromNs + ", left out " + (count.get() - ticks));
      out.println("task,thread,scheduled,started,finished,run-queue,cpu,run-queue-in-execution");
      for (int i = 0; i < ticks; i++) {
        out.print(tasks[i]);
        for (int field = 0; field < FIELDS; field++) {
          out.print(',');
          out.print(values[i * FIELDS + field]);
        }
        out.println();
      }
      if (out.checkError()) {
        throw new IOException("the tick trace " + file + " cannot be written; is the disk full?");
      }
    }
  }
}
