package dev.jitterlab.tick.recording;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a {@link TickRecorder} to a file in HdrHistogram's log format, once a second (or as often
 * as is asked for) and once more at {@link #close}: one line per {@link TickMetric}, tagged with
 * its label, values in nanoseconds. HdrHistogram's own tools read it.
 *
 * <p>A line is written for every metric and second, also an empty one: a missing second is lost
 * data. If a second cannot be written, for want of memory perhaps, its ticks are written with the
 * next one, and the first such failure is logged. A program can have histograms of its own written
 * beside them; such a second of theirs may be lost.
 */
public final class TickLogWriter implements AutoCloseable {
  /**
   * How long the thread sleeps before each line. Linux lets a thread that has got a CPU keep it for
   * its time slice, also if a thread of a higher priority wakes up meanwhile. All lines together
   * kept a CPU for up to 1.6 ms (docs/measurements/ticks.md).
   */
  private static final long BREAK_NS = 200_000;

  private final TickHistograms histograms;
  private final Map<String, Supplier<Histogram>> others;
  private final PrintStream out;

  /** The lines that are being made, until they are whole. */
  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

  private final HistogramLogWriter writer =
      new HistogramLogWriter(new PrintStream(lines, false, StandardCharsets.UTF_8));
  private final ScheduledExecutorService timer;
  private ScheduledFuture<?> writing;
  private final AtomicBoolean closed = new AtomicBoolean();
  private boolean failed;
  private boolean saidFailure;

  private TickLogWriter(
      TickRecorder recorder, Map<String, Supplier<Histogram>> others, OutputStream file) {
    this.others = others;
    out = new PrintStream(new BufferedOutputStream(file), false, StandardCharsets.UTF_8);
    histograms = recorder.subscribe();
    timer =
        Executors.newSingleThreadScheduledExecutor(
            loop -> {
              Thread thread = new Thread(loop, "jitterlab-tick-log");
              thread.setDaemon(true);
              return thread;
            });
    writer.outputComment("[jitterlab tick log; values in nanoseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(System.currentTimeMillis());
    writer.outputLegend();
    writeLines();
    out.flush();
  }

  /**
   * Starts to write.
   *
   * @param file is replaced if it exists
   * @throws IOException if the file cannot be created; the cause is the system's error
   */
  public static TickLogWriter start(TickRecorder recorder, Path file) throws IOException {
    return start(recorder, Map.of(), file);
  }

  /**
   * Starts to write once a second, with a line for each of the other histograms too.
   *
   * @param others as in {@link #start(TickRecorder, Map, Path, Duration)}
   * @param file is replaced if it exists
   * @throws IOException if the file cannot be created; the cause is the system's error
   */
  public static TickLogWriter start(
      TickRecorder recorder, Map<String, Supplier<Histogram>> others, Path file)
      throws IOException {
    return start(recorder, others, file, Duration.ofSeconds(1));
  }

  /**
   * Starts to write, with a line for each of the other histograms too. To write takes a CPU for
   * about a millisecond, at the same moment of each interval: ticks whose period divides it meet
   * that always, or never.
   *
   * @param others by its tag, what gives the values since it was last asked, in nanoseconds, such
   *     as {@link org.HdrHistogram.Recorder#getIntervalHistogram()}; asked by one thread at a time.
   *     The histogram may be one that is used again, so long as its start and end times say when
   *     its values were recorded
   * @param file is replaced if it exists
   * @param every how long an interval is, at least a nanosecond
   * @throws IOException if the file cannot be created; the cause is the system's error
   * @throws IllegalArgumentException if an interval has no length
   */
  public static TickLogWriter start(
      TickRecorder recorder, Map<String, Supplier<Histogram>> others, Path file, Duration every)
      throws IOException {
    long everyNs = every.toNanos();
    if (everyNs <= 0) {
      throw new IllegalArgumentException(
          "a tick log is written every so often, not every " + every);
    }
    Map<String, Supplier<Histogram>> own = Map.copyOf(others);
    for (Supplier<Histogram> other : own.values()) { // first: what it throws leaves no file open
      Histogram unused = other.get(); // what was before is nobody's
    }
    OutputStream out;
    try {
      out = Files.newOutputStream(file);
    } catch (IOException e) {
      throw new IOException("cannot write the tick log " + file + " (" + e + ")", e);
    }
    TickLogWriter log = new TickLogWriter(recorder, own, out);
    log.writing =
        log.timer.scheduleAtFixedRate(log::writeOnTime, everyNs, everyNs, TimeUnit.NANOSECONDS);
    return log;
  }

  /** Never throws: that would be the timer's last call. */
  private void writeOnTime() {
    try {
      writeInterval(() -> LockSupport.parkNanos(BREAK_NS));
    } catch (Throwable e) {
      sayOnce(e);
    }
  }

  private synchronized void sayOnce(Throwable failure) {
    if (saidFailure) {
      return;
    }
    try {
      System.getLogger(TickLogWriter.class.getName())
          .log(
              System.Logger.Level.ERROR,
              "a second of the tick log cannot be written now; it goes on with the next one",
              failure);
      saidFailure = true;
    } catch (Throwable e) {
      return; // there was no memory for it, perhaps: the next failure is said
    }
  }

  /** Writes what was recorded since the last call. */
  void writeInterval() {
    writeInterval(() -> {});
  }

  /**
   * The same.
   *
   * @param beforeEach is run before each line
   */
  private synchronized void writeInterval(Runnable beforeEach) {
    lines.reset(); // what the last call has not finished comes again
    histograms.take(intervals -> write(intervals, beforeEach));
    for (Map.Entry<String, Supplier<Histogram>> other : others.entrySet()) {
      beforeEach.run();
      Histogram interval = other.getValue().get();
      interval.setTag(other.getKey());
      writer.outputIntervalHistogram(interval);
      writeLines();
    }
    out.flush();
    if (out.checkError() && !failed) {
      failed = true; // said once: a full disk does not get better by a full log
      System.getLogger(TickLogWriter.class.getName())
          .log(System.Logger.Level.ERROR, "the tick log cannot be written; is the disk full?");
    }
  }

  private void write(Map<TickMetric, Histogram> intervals, Runnable beforeEach) {
    for (Map.Entry<TickMetric, Histogram> entry : intervals.entrySet()) {
      beforeEach.run();
      entry.getValue().setTag(entry.getKey().label());
      writer.outputIntervalHistogram(entry.getValue());
    }
    writeLines();
  }

  private void writeLines() {
    byte[] whole = lines.toByteArray();
    lines.reset();
    out.write(whole, 0, whole.length);
  }

  /** Writes the last interval and closes the file. A second call does nothing. */
  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    writing.cancel(false);
    timer.shutdown();
    try {
      timer.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      writeInterval();
    } finally {
      histograms.close();
      writer.close();
      out.close();
    }
  }
}
