package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;

/**
 * When no thread of the process could run. A wait that lasts through such a time would perhaps have
 * ended in it, so the time counts before waits. Stateless.
 */
final class Frozen {
  /** So much before the end of such a time, others may have been awake already. */
  private static final long EDGE_NS = 5_000_000;

  private Frozen() {}

  /**
   * Such times in the window of a work, without those in which its thread did run: the watch may
   * have been alone with a slow CPU.
   *
   * @param waits of the work's thread
   */
  static List<Stretch> of(TimedWork work, List<Stretch> waits, JvmTimeline timeline) {
    List<Stretch> all = timeline.frozen(work.fromNs(), work.endNs());
    return all.isEmpty() ? all : all.stream().filter(one -> !ran(work, waits, one)).toList();
  }

  /** Whether the work's thread did something in such a time, so that it cannot have stood still. */
  static boolean ran(TimedWork work, List<Stretch> waits, Stretch frozen) {
    return isWithin(work.startNs(), frozen)
        || isWithin(work.endNs(), frozen)
        || waits.stream()
            .anyMatch(one -> isWithin(one.startNs(), frozen) || isWithin(one.endNs(), frozen));
  }

  private static boolean isWithin(long ns, Stretch frozen) {
    return ns > frozen.startNs() && ns < frozen.endNs() - EDGE_NS;
  }

  /** What a thread waited for a CPU without the time in which no thread of the process had one. */
  static long without(long readNs, List<Stretch> frozen, long fromNs, long toNs) {
    if (readNs < 0 || frozen.isEmpty()) {
      return readNs; // which may stand for "not read"
    }
    long counted = 0;
    for (Stretch one : frozen) {
      if (one.cause() == Cause.RUN_QUEUE) {
        counted += Math.max(0, Math.min(toNs, one.endNs()) - Math.max(fromNs, one.startNs()));
      }
    }
    return Math.max(0, readNs - counted);
  }
}
