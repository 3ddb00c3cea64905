package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.HashMap;
import java.util.Map;

/**
 * The works before one: what they took of the time before its start, with the causes that made them
 * late themselves. Works are asked about and added in order of their start. Not thread-safe.
 */
final class Predecessors {
  private static final Cause[] CAUSES = Cause.values();

  private final JvmTimeline timeline;
  private final Map<Long, WorkLane> lanes = new HashMap<>();
  private final Map<String, PastWork> lastOfTask = new HashMap<>();

  Predecessors(JvmTimeline timeline) {
    this.timeline = timeline;
  }

  /**
   * Adds a work that was looked at.
   *
   * @param budget why it was late; null if it was on time
   */
  void add(TimedWork work, Budget budget) {
    lastOfTask.put(work.task(), lane(work).add(work, budget));
  }

  /** The works of the same thread. */
  WorkLane lane(TimedWork work) {
    return lanes.computeIfAbsent(work.thread(), _ -> new WorkLane());
  }

  /** Gives the causes their part of the time before the start; returns all of it. */
  long divide(TimedWork work, FreeTime free, Shares shares) {
    if (free.isEmpty()) {
      return 0;
    }
    CarriedOver carried = lane(work).carried(free);
    PastWork last = carried.lookedNs() == 0 ? lastOfTask.get(work.task()) : null;
    if (last != null) { // it ran on another thread
      carried.add(last, free.sharedNs(last.work().startNs(), last.work().endNs()));
    }
    carried.bound(free.lengthNs() - carried.totalNs());
    for (Cause cause : CAUSES) {
      long ns = carried.ns(cause);
      if (ns > 0 && cause != Cause.UNEXPLAINED) {
        shares.take(cause, ns, 0, ns);
        shares.saw(cause, carriedBy(carried.by(cause), cause));
      }
    }
    long total = carried.totalNs();
    shares.take(Cause.PREDECESSOR, 0, 0, total - carried.ns(Cause.PREDECESSOR));
    return total;
  }

  /** What shows the cause of the work before; else that work. */
  private Sighting carriedBy(PastWork done, Cause cause) {
    if (done.budget() != null) {
      for (BudgetPart part : done.budget().parts()) {
        if (part.cause() == cause && !part.evidence().isEmpty()) {
          return part.evidence().getFirst();
        }
      }
    }
    TimedWork by = done.work();
    TimedWork.Kind kind = by.kind();
    long index = by.index();
    String task = by.task();
    return new Sighting(
        by.startNs(),
        by.executionNs(),
        timeline.thread(by.thread()),
        kind.event(),
        () ->
            "%s %d of %s was still running"
                .formatted(kind == TimedWork.Kind.TICK ? "tick" : "request", index, task));
  }
}
