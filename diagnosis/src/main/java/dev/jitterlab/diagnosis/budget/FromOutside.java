package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;

/**
 * What came from outside of the process: it was stopped, or the machine took its time. Stateless.
 */
final class FromOutside {
  private final JvmTimeline timeline;

  FromOutside(JvmTimeline timeline) {
    this.timeline = timeline;
  }

  /**
   * When the process as a whole stood still, and nothing else explains it; returns how long. A stop
   * in which the work's own thread did something was none: only the watch was late. A thread that
   * waits for a page uses no CPU, so that takes no more than what the thread did not compute.
   *
   * @param waits of the work's thread
   * @param roomNs how much of the free time nobody has yet
   * @param idleNs for how much of it the thread did not compute, as far as that is known
   */
  long stoodStill(
      TimedWork work, List<Stretch> waits, long roomNs, long idleNs, FreeTime free, Shares shares) {
    long left = Math.max(0, roomNs);
    long idle = Math.max(0, idleNs);
    for (int i = 0; i < free.pieces(); i++) {
      for (Stretch still : timeline.standstills(free.startNs(i), free.endNs(i))) {
        boolean isStop = still.cause() == Cause.PROCESS_STOPPED;
        if (isStop && Frozen.ran(work, waits, still)) {
          continue;
        }
        long shared =
            Math.min(free.endNs(i), still.endNs()) - Math.max(free.startNs(i), still.startNs());
        boolean isFault = still.cause() == Cause.PAGE_FAULT;
        long taken = Math.min(isFault ? Math.min(left, idle) : left, shared);
        if (taken > 0) {
          shares.take(still.cause(), taken, 0, shared);
          shares.saw(still, timeline);
          left -= taken;
          idle -= taken;
        }
      }
    }
    return Math.max(0, roomNs) - left;
  }

  /**
   * How long a CPU limit held the process back before a request had a thread, which nobody's run
   * queue tells; returns it. The limit stops all CPUs at about the same time, so a CPU's share of
   * the throttled time counts.
   *
   * @param toNs when the work got a thread; its end, if that is not known
   * @param roomNs how much of the free time nobody has yet
   */
  long heldBack(long fromNs, long toNs, long roomNs, Shares shares) {
    long left = Math.max(0, roomNs);
    for (ProcessReading one : timeline.readings(fromNs, toNs)) {
      if (one.throttledNs() > 0) {
        long most = (long) (Math.max(0, one.partIn(fromNs, toNs)) * one.throttledNs());
        long held = Math.min(left, most / Math.max(1, one.cpus()));
        shares.take(Cause.THROTTLING, held, 0, most);
        shares.saw(
            Cause.THROTTLING,
            Sighting.of(one, "throttled for " + one.throttledNs() / 1_000_000 + " ms on all CPUs"));
        left -= held;
      }
    }
    return Math.max(0, roomNs) - left;
  }

  /**
   * What is unexplained so far, as far as the hypervisor took CPU time or pages came from the disk
   * meanwhile. Both are known of the machine or the process, not of the thread: a CPU's share of
   * the steal counts, and a fault takes a few milliseconds at most. What a standstill has of a
   * reading counts once.
   *
   * @param work as the server could see it
   * @param latenessNs the whole lateness, with the part of the load generator
   */
  void divide(TimedWork work, long latenessNs, Shares shares) {
    long rest = latenessNs - shares.total();
    for (ProcessReading one : timeline.readings(work.fromNs(), work.endNs())) {
      double part = one.partIn(work.fromNs(), work.endNs());
      if (rest > 0 && one.stealNs() > 0) {
        long most = (long) (part * one.stealNs());
        long stood = stoodNs(Cause.STEAL, one, work);
        long stolen = Math.min(rest, Math.max(0, most / Math.max(1, one.cpus()) - stood));
        shares.take(Cause.STEAL, stolen, 0, Math.max(0, most - stood));
        shares.saw(Cause.STEAL, Sighting.of(one, one.stealNs() / 1_000_000 + " ms of all CPUs"));
        rest -= stolen;
      }
      if (rest > 0 && one.majorFaults() > 0) {
        long most = (long) (part * one.majorFaults() * ProcessReading.LONGEST_FAULT_NS);
        long stood = stoodNs(Cause.PAGE_FAULT, one, work);
        long fetched = Math.min(rest, Math.max(0, most - stood));
        shares.take(Cause.PAGE_FAULT, fetched, 0, Math.max(fetched, rest));
        shares.saw(Cause.PAGE_FAULT, Sighting.of(one, one.majorFaults() + " major page faults"));
        rest -= fetched;
      }
    }
  }

  /** For how long of a reading's time in a work's window the process stood still for a cause. */
  private long stoodNs(Cause cause, ProcessReading one, TimedWork work) {
    long fromNs = Math.max(one.fromNs(), work.fromNs());
    long toNs = Math.min(one.toNs(), work.endNs());
    List<Stretch> still =
        timeline.standstills(fromNs, toNs).stream()
            .filter(stretch -> stretch.cause() == cause)
            .toList();
    return Stretch.coveredNs(still, fromNs, toNs);
  }
}
