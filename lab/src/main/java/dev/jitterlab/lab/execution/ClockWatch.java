package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;

/**
 * Whether the wall clock has gone on as fast as time has, since this was created. What servers,
 * load and lab record of a block is put together by that clock, and cannot be after it has jumped.
 *
 * <p>The two clocks cannot be read at the same moment, and the thread may lose its CPU in between.
 * So their difference is known between two bounds, and only a change beyond both counts. Not
 * thread-safe.
 */
final class ClockWatch {
  /** What synchronisation corrects without a jump is much less, even in hours. */
  private static final double MOST_SECONDS = 0.5;

  private final Time time;
  private final String where;
  private final long beganNs;
  private final Difference began;

  /** By how much the wall clock is ahead of the time since the watch began. */
  private record Difference(double leastSeconds, double mostSeconds) {}

  /**
   * Begins to watch.
   *
   * @param where what the error is about
   */
  ClockWatch(Time time, String where) {
    this.time = time;
    this.where = where;
    this.beganNs = time.nanoTime();
    this.began = difference();
  }

  private Difference difference() {
    long beforeNs = time.nanoTime();
    double at = time.epochSeconds();
    long afterNs = time.nanoTime();
    return new Difference(at - (afterNs - beganNs) / 1e9, at - (beforeNs - beganNs) / 1e9);
  }

  /**
   * Compares the clocks.
   *
   * @throws LabException if the wall clock was set back or forward
   */
  void require() {
    Difference now = difference();
    double backSeconds = began.leastSeconds - now.mostSeconds;
    double forwardSeconds = now.leastSeconds - began.mostSeconds;
    if (backSeconds > MOST_SECONDS) {
      throw changed("back", backSeconds);
    }
    if (forwardSeconds > MOST_SECONDS) {
      throw changed("forward", forwardSeconds);
    }
  }

  private LabException changed(String way, double seconds) {
    return LabException.failed(
        where,
        "the machine's clock was set %s by %s during a block, so the times of what was recorded no"
                .formatted(way, Units.seconds(seconds))
            + " longer fit together",
        "Wait until nothing sets the clock any more (timedatectl shows whether it is synchronised),"
            + " and do not let the machine sleep. Then continue the run: the block is measured"
            + " again.");
  }
}
