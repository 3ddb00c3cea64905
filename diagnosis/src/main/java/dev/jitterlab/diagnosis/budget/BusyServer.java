package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;

/**
 * How long a request without a thread waited while the server computed for others. Nobody's thread
 * tells: the request lies in a socket or in a pool's queue. So it is said only of times in which
 * the process used all CPU time that it could get, up to its limit or up to the machine's CPUs.
 * Whatever waits then, waits for a CPU. Stateless.
 */
final class BusyServer {
  /** A process that computes on this part of all CPUs leaves none free for a request. */
  private static final double ALL_CPUS = 0.9;

  private final JvmTimeline timeline;

  BusyServer(JvmTimeline timeline) {
    this.timeline = timeline;
  }

  /**
   * Gives the cause its part; returns it.
   *
   * @param toNs when the work got a thread; its end, if that is not known
   * @param roomNs how much of the free time nobody has yet
   */
  long divide(long fromNs, long toNs, long roomNs, Shares shares) {
    long left = Math.max(0, roomNs);
    for (ProcessReading one : timeline.readings(fromNs, toNs)) {
      long computedNs = computedNs(one);
      if (left > 0 && computedNs > 0) {
        long waited = Math.min(left, (long) (Math.max(0, one.partIn(fromNs, toNs)) * computedNs));
        shares.take(Cause.BUSY_SERVER, waited, 0, waited);
        shares.saw(Cause.BUSY_SERVER, Sighting.of(one, words(one)));
        left -= waited;
      }
    }
    return Math.max(0, roomNs) - left;
  }

  /**
   * How much of a reading's time passed while the process computed all that it could; 0 if it could
   * have computed more. With a limit its threads may have run one after the other or side by side:
   * no longer than its CPU time, and not while it was held back.
   */
  private static long computedNs(ProcessReading one) {
    if (!one.hasCpuTimes() || one.durationNs() <= 0) {
      return 0;
    }
    if (one.throttledNs() > 0) {
      long heldBack = one.throttledNs() / one.cpus();
      return Math.min(one.cpuNs(), Math.max(0, one.durationNs() - heldBack));
    }
    long aCpus = Math.min(one.durationNs(), one.cpuNs() / one.cpus());
    return aCpus >= ALL_CPUS * one.durationNs() ? aCpus : 0;
  }

  private static String words(ProcessReading one) {
    long cpuMs = one.cpuNs() / 1_000_000;
    long ms = one.durationNs() / 1_000_000;
    return one.throttledNs() > 0
        ? "the server used %d ms of CPU time in %d ms, all that its CPU limit allowed"
            .formatted(cpuMs, ms)
        : "the server used %d ms of CPU time in %d ms, nearly all of the machine's %d CPUs"
            .formatted(cpuMs, ms, one.cpus());
  }
}
