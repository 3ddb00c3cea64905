package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.PerThread;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;

/**
 * The works before one: what they took of the time before its start, with the causes that made them
 * late themselves. These are the works of the same thread. A task runs one tick at a time, so a
 * tick also waits for the one before it if another thread does that one. Requests of one target run
 * side by side, so none waits for another one on another thread. Works are asked about and added in
 * order of their start. Not thread-safe.
 */
final class Predecessors {
  private static final Cause[] CAUSES = Cause.values();

  private final JvmTimeline timeline;
  private final TimedWorks works;
  private final PerThread<WorkLane> lanes;

  /** By the number of a task: the place behind that of its last work; 0 if it had none. */
  private final int[] lastOfTask;

  /** Why that was late; null if it was on time. */
  private final Budget[] lastBudgets;

  Predecessors(JvmTimeline timeline) {
    this.timeline = timeline;
    works = timeline.works();
    lanes = new PerThread<>(works, _ -> new WorkLane(works));
    lastOfTask = new int[works.tasks().size()];
    lastBudgets = new Budget[lastOfTask.length];
  }

  /**
   * Adds a work that was looked at.
   *
   * @param at its place
   * @param budget why it was late; null if it was on time
   */
  void add(int at, Budget budget) {
    lane(at).add(at, budget);
    int task = works.task(at);
    lastOfTask[task] = at + 1;
    lastBudgets[task] = budget;
  }

  /** The works of the same thread. */
  WorkLane lane(int at) {
    return lanes.of(at);
  }

  /** Gives the causes their part of the time before the start; returns all of it. */
  long divide(int at, FreeTime free, Shares shares) {
    if (free.isEmpty()) {
      return 0;
    }
    CarriedOver carried = carried(at, free);
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

  /**
   * What works before it took of the free time. While another thread does the tick before it of the
   * same task, that is what the tick waits for, whatever its own thread does meanwhile.
   */
  private CarriedOver carried(int at, FreeTime free) {
    int task = works.task(at);
    int last = works.kind(at) == TimedWork.Kind.TICK ? lastOfTask[task] - 1 : -1;
    long shared =
        last >= 0 && works.thread(last) != works.thread(at)
            ? free.sharedNs(works.startNs(last), works.endNs(last))
            : 0;
    if (shared == 0) {
      return lane(at).carried(free);
    }
    FreeTime rest = free.without(works.startNs(last), works.endNs(last));
    CarriedOver carried = rest.isEmpty() ? new CarriedOver() : lane(at).carried(rest);
    carried.add(new PastWork(works, last, lastBudgets[task]), shared);
    return carried;
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
