package dev.jitterlab.diagnosis.log;

import dev.jitterlab.diagnosis.timeline.Alignment;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Brings the times of a log onto the recording's clock.
 *
 * <p>A log's wall clock is cut to milliseconds. Where its lines have the uptime in nanoseconds too,
 * each line bounds the JVM's start from both sides: it lies between the wall clock less the uptime
 * and a millisecond later. All lines together bound it to a few microseconds. Where log and
 * recording show the same things, such as pauses with the number of their collection, the median of
 * the differences is taken off, and the error is what nine of ten differences stay below.
 *
 * <p>Limits: of a log with nanoseconds alone, only its first line shows whether they count from the
 * start of the JVM. A machine that was itself started seconds before looks the same.
 *
 * <p>Not thread-safe.
 */
final class LogClock {
  private static final long MS = 1_000_000;

  /** Fewer common things than this do not align anything. */
  private static final int LEAST_ANCHORS = 3;

  /** The first line of a log comes sooner after the start of the JVM. */
  private static final long LATEST_FIRST_LINE_NS = 10_000 * MS;

  private final OptionalLong jvmStartNs;
  private boolean mayBeOfMachine;
  private long earliestUptimeNs = Long.MAX_VALUE;
  private long latestLow = Long.MIN_VALUE;
  private long earliestHigh = Long.MAX_VALUE;
  private boolean wall;
  private long shiftNs;
  private long anchoredErrorNs = -1;
  private int anchors;

  /**
   * Creates the clock of a log.
   *
   * @param jvmStartNs when the JVM started, as the recording has it; for logs that have uptimes
   *     only
   */
  LogClock(OptionalLong jvmStartNs) {
    this.jvmStartNs = jvmStartNs;
  }

  /** Learns from a line; all lines are to be seen before the first question. */
  void see(LogLine line) {
    wall |= line.wallMs().isPresent();
    mayBeOfMachine |= line.mayBeOfMachine();
    earliestUptimeNs = Math.min(earliestUptimeNs, line.uptimeNs().orElse(Long.MAX_VALUE));
    if (line.wallMs().isPresent() && line.uptimeResolutionNs() == 1) {
      long low = line.wallMs().getAsLong() * MS - line.uptimeNs().getAsLong();
      latestLow = Math.max(latestLow, low);
      earliestHigh = Math.min(earliestHigh, low + MS);
    }
  }

  /** Whether its times can be brought onto the recording's clock at all. */
  boolean isUsable() {
    return wall || jvmStartNs.isPresent();
  }

  /**
   * Whether its times are known to be on the recording's clock; to be asked after {@link #align}.
   * Nanoseconds alone may count from the start of the machine.
   */
  boolean isSure() {
    return wall
        || anchoredErrorNs >= 0
        || !mayBeOfMachine
        || earliestUptimeNs <= LATEST_FIRST_LINE_NS;
  }

  /** When a line was written, in nanoseconds since the epoch. */
  long at(LogLine line) {
    return shiftNs + unshifted(line);
  }

  private long unshifted(LogLine line) {
    if (isFine() && line.uptimeNs().isPresent()) {
      return latestLow + (earliestHigh - latestLow) / 2 + line.uptimeNs().getAsLong();
    }
    if (line.wallMs().isPresent()) {
      return line.wallMs().getAsLong() * MS + MS / 2;
    }
    return jvmStartNs.orElseThrow() + line.uptimeNs().getAsLong();
  }

  /** If the wall clock was set meanwhile, only a line's own is right. */
  private boolean isFine() {
    return latestLow != Long.MIN_VALUE && latestLow - earliestHigh <= MS;
  }

  /**
   * Takes the differences between the same things in the recording and in the log, in nanoseconds.
   */
  void align(long[] differencesNs) {
    anchors = differencesNs.length;
    if (anchors < LEAST_ANCHORS) {
      return;
    }
    long[] sorted = differencesNs.clone();
    Arrays.sort(sorted);
    shiftNs = sorted[anchors / 2];
    long[] errors = Arrays.stream(sorted).map(one -> Math.abs(one - shiftNs)).sorted().toArray();
    anchoredErrorNs = errors[(int) Math.min(anchors - 1L, Math.round(anchors * 0.9))];
  }

  /** How it was done. */
  Alignment alignment(String source, String things) {
    if (anchoredErrorNs >= 0) {
      return new Alignment(
          source, "by " + anchors + " " + things + " that the recording has too", anchoredErrorNs);
    }
    if (isFine()) {
      long width = earliestHigh - latestLow;
      return new Alignment(
          source,
          "by wall clock and uptime of its lines",
          Math.abs(width) / 2 + (width < 0 ? MS : 0));
    }
    return wall
        ? new Alignment(source, "by the wall clock of its lines, in milliseconds", MS / 2)
        : new Alignment(source, "by the start of the JVM, in milliseconds", 10 * MS);
  }
}
