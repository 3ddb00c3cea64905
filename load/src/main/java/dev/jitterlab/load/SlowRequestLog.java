package dev.jitterlab.load;

import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Writes one line for each slow request, so that a slow request has an identity: its number,
 * target, intended start, sending and end (nanoseconds since the epoch), connection, status, step,
 * and when the generator began it: what lies before that is the generator's own lateness, and
 * between that and the sending a connection may have been made. The last column says how many slow
 * requests of the target before it were left out. The file is CSV; in a target's id, {@code %2C}
 * stands for a comma.
 *
 * <p>It is bounded: at most {@link #MOST_A_SECOND} lines of each target in each second and {@link
 * #MOST} in all, so that a slow server does not take the lines of another. What is beyond is
 * counted ({@code jitterlab_load_slow_requests_left_out_total}), and the last of it is written at
 * the end, so that the file tells of all of them. The thread that took an answer only queues it; a
 * thread of its own writes once a second. Thread-safe.
 */
public final class SlowRequestLog implements MultiCollector, AutoCloseable {
  /** Under overload every request is slow; so many show what they have in common. */
  static final int MOST_A_SECOND = 100;

  /** Some 10 MB for each target. */
  static final int MOST = 100_000;

  private static final String HEAD =
      "id,target,intended_start_ns,sent_ns,ended_ns,connection,status,step,began_ns,left_out\n";

  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  private final long thresholdNs;
  private final NanoClock clock;
  private final NanoClock epoch;
  private final BufferedWriter out;
  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private final ScheduledExecutorService timer;
  private final Map<String, Written> byTarget = new HashMap<>();
  private long slow;
  private long leftOut;
  private boolean failed;

  /** What the log has of a target. */
  private static final class Written {
    private long secondNs;
    private int ofSecond;
    private long all;

    /** How many are left out since the last line, and the last of them. */
    private long leftOut;

    private Line lastLeftOut;

    Written(long nowNs) {
      secondNs = nowNs;
    }

    /** Counts one more line, unless there are too many. */
    boolean tryAdd(long nowNs) {
      if (nowNs - secondNs >= SECOND_NS) {
        secondNs = nowNs;
        ofSecond = 0;
      }
      if (ofSecond == MOST_A_SECOND || all == MOST) {
        return false;
      }
      ofSecond++;
      all++;
      return true;
    }

    void leaveOut(Line line) {
      leftOut++;
      lastLeftOut = line;
    }

    /** A line to write. */
    String line(Line line) {
      String text = line.text(leftOut);
      leftOut = 0;
      lastLeftOut = null;
      return text;
    }

    /** The last line, if some are left out behind all that are written. */
    Optional<String> lastLine() {
      if (lastLeftOut == null) {
        return Optional.empty();
      }
      leftOut--;
      return Optional.of(line(lastLeftOut));
    }
  }

  /** A slow request; times are in nanoseconds since the epoch. Immutable. */
  private static final class Line {
    private final long id;
    private final String target;
    private final long intendedNs;
    private final long beganNs;
    private final long sentNs;
    private final long endedNs;
    private final int connection;
    private final String status;
    private final String step;

    Line(
        long id,
        String target,
        long intendedNs,
        long beganNs,
        long sentNs,
        long endedNs,
        int connection,
        String status,
        String step) {
      this.id = id;
      this.target = target;
      this.intendedNs = intendedNs;
      this.beganNs = beganNs;
      this.sentNs = sentNs;
      this.endedNs = endedNs;
      this.connection = connection;
      this.status = status;
      this.step = step;
    }

    String text(long leftOut) {
      return String.join(
          ",",
          Long.toString(id),
          target.replace(",", "%2C"),
          Long.toString(intendedNs),
          Long.toString(sentNs),
          Long.toString(endedNs),
          Integer.toString(connection),
          status,
          step,
          Long.toString(beganNs),
          leftOut + "\n");
    }
  }

  private SlowRequestLog(long thresholdNs, NanoClock clock, NanoClock epoch, BufferedWriter out) {
    this.thresholdNs = thresholdNs;
    this.clock = clock;
    this.epoch = epoch;
    this.out = out;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("jitterlab-slow-requests"));
  }

  /**
   * Opens it.
   *
   * @param thresholdNs from which response time on a request is slow
   * @param clock the one that requests are timed by
   * @param epoch nanoseconds since the epoch
   * @param file is replaced if it exists
   * @throws IOException if the file cannot be created
   */
  public static SlowRequestLog start(long thresholdNs, NanoClock clock, NanoClock epoch, Path file)
      throws IOException {
    BufferedWriter out;
    try {
      out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
      out.write(HEAD);
      out.flush();
    } catch (IOException e) {
      throw new IOException("cannot write the log of slow requests " + file + " (" + e + ")", e);
    }
    SlowRequestLog log = new SlowRequestLog(thresholdNs, clock, epoch, out);
    var unused = log.timer.scheduleAtFixedRate(log::write, 1, 1, TimeUnit.SECONDS);
    return log;
  }

  /** Returns whether a response time is to be told of. */
  public boolean isSlow(long responseNs) {
    return responseNs >= thresholdNs;
  }

  /**
   * Tells of a slow request that has ended now.
   *
   * @param target the server's id
   * @param fromNs its intended start, by the clock
   * @param beganNs when the generator began it, by the clock
   * @param sentNs when it was sent, by the clock
   * @param connection a number that the server can know the connection by, such as the client's
   *     port
   * @param status the answer's, or why there is none
   * @param step of which journey, as {@code journey/step}; empty if there are no journeys
   */
  public synchronized void ended(
      String target,
      long fromNs,
      long beganNs,
      long sentNs,
      int connection,
      String status,
      String step) {
    long nowNs = clock.nanoTime();
    long aheadNs = epoch.nanoTime() - nowNs;
    Line line =
        new Line(
            ++slow,
            target,
            aheadNs + fromNs,
            aheadNs + beganNs,
            aheadNs + sentNs,
            aheadNs + nowNs,
            connection,
            status,
            step);
    Written written = byTarget.computeIfAbsent(target, first -> new Written(nowNs));
    if (written.tryAdd(nowNs)) {
      queue.add(written.line(line));
    } else {
      leftOut++;
      written.leaveOut(line);
    }
  }

  /** Writes what is queued. */
  private void write() {
    StringBuilder lines = new StringBuilder();
    synchronized (this) {
      queue.forEach(lines::append);
      queue.clear();
    }
    try {
      out.append(lines);
      out.flush();
    } catch (IOException e) {
      if (!failed) {
        failed = true; // said once: a full disk does not get better by a full log
        System.getLogger(SlowRequestLog.class.getName())
            .log(
                System.Logger.Level.ERROR,
                "the slow requests cannot be written; is the disk full?");
      }
    }
  }

  @Override
  public synchronized MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_load_slow_requests",
            "Requests that took at least the time from which on they are logged.",
            (double) slow),
        Snapshots.counter(
            "jitterlab_load_slow_requests_left_out",
            "Slow ones that are not in the log, because there were too many.",
            (double) leftOut));
  }

  /** Writes the rest. */
  @Override
  public void close() throws IOException {
    timer.shutdown();
    try {
      timer.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      byTarget.values().forEach(written -> written.lastLine().ifPresent(queue::add));
    }
    write();
    out.close();
  }
}
