package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.budget.TypicalTimes.Times;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Divides the lateness of all late ticks and requests of a timeline.
 *
 * <p>The window of an event goes from when it was due to its end. First, stretches that events
 * bound (pauses, waits) are laid over the window; of those that overlap, the first in {@link
 * dev.jitterlab.diagnosis.timeline.Cause}'s order gets the time ({@link Sweep}). What they leave
 * before the start is divided among the work that the thread did before, which passes on its own
 * causes ({@link Predecessors}), and the run queue ({@link CpuWait}). What they leave after the
 * start is divided among the run queue, slow code, and code that computes longer than usual ({@link
 * Computing}). The rest is unexplained.
 *
 * <p>Not thread-safe.
 */
public final class Budgets {
  /** Work that ends this much later than it typically would passes its causes on. */
  private static final long DISPLACED_NS = 100_000;

  private final JvmTimeline timeline;
  private final TypicalTimes typical;
  private final Predecessors predecessors;
  private final CpuWait cpuWait;
  private final FromOutside fromOutside;
  private final Computing computing;

  /** Used again for each work: there may be millions. */
  private final Shares shares = new Shares();

  private final FreeTime before = new FreeTime();
  private final FreeTime after = new FreeTime();

  private Budgets(JvmTimeline timeline, OptionalLong tickLogNs, Predicate<String> isOfTicks) {
    this.timeline = timeline;
    WorkTypes types = new WorkTypes();
    typical = new TypicalTimes(timeline, tickLogNs, types);
    predecessors = new Predecessors(timeline);
    cpuWait = new CpuWait(timeline);
    fromOutside = new FromOutside(timeline);
    computing = new Computing(timeline, types, isOfTicks);
  }

  /**
   * Divides them.
   *
   * @param tickLogNs the median execution that the tick log has; empty without one
   * @param isOfTicks whether a method, such as {@code game.rules.Battle::step}, is known to be part
   *     of ticks or requests
   * @return the budgets, in order of the start; those that were late and have lost no time are left
   *     out
   */
  public static List<Budget> of(
      JvmTimeline timeline, OptionalLong tickLogNs, Predicate<String> isOfTicks) {
    Budgets budgets = new Budgets(timeline, tickLogNs, isOfTicks);
    List<Budget> late = new ArrayList<>();
    for (TimedWork work : timeline.works()) {
      budgets.next(work).ifPresent(late::add);
    }
    return late;
  }

  private Optional<Budget> next(TimedWork work) {
    Times times = typical.of(work);
    long lateness = work.endNs() - work.fromNs() - times.executionNs();
    Budget budget = null;
    if (lateness > 0 && (work.late() || lateness >= DISPLACED_NS)) {
      shares.clear();
      divide(work, times);
      fromOutside.divide(work, lateness, shares);
      budget = shares.budget(work, times.executionNs(), lateness);
    }
    if (work.thread() != JvmTimeline.ALL_THREADS) {
      predecessors.add(work, budget);
    }
    return work.late() ? Optional.ofNullable(budget) : Optional.empty();
  }

  private void divide(TimedWork work, Times times) {
    before.clear();
    after.clear();
    List<Stretch> stretches = stretches(work);
    for (Stretch one : stretches) {
      shares.saw(one, timeline);
    }
    Sweep.over(work, stretches, shares, before, after);
    long waited = before.lengthNs() - predecessors.divide(work, before, shares);
    waited -= cpuWait.divide(work, work.runQueueNs(), waited, before, "before the start", shares);
    waited -= fromOutside.stoodStill(waited, before, shares);
    computing.before(work, waited, before, shares);
    long ran = after.lengthNs();
    ran -=
        cpuWait.divide(
            work, work.executionRunQueueNs(), ran, after, "during the execution", shares);
    ran -= fromOutside.stoodStill(ran, after, shares);
    computing.during(work, times, ran, shares);
  }

  /**
   * What events bound, without the waits in which the thread had nothing to do yet: it was not at
   * work when it began to wait.
   */
  private List<Stretch> stretches(TimedWork work) {
    List<Stretch> found = timeline.stops(work.fromNs(), work.endNs());
    List<Stretch> waits = timeline.waits(work.thread(), work.fromNs(), work.endNs());
    if (waits.isEmpty()) {
      return found;
    }
    WorkLane lane = predecessors.lane(work);
    List<Stretch> all = new ArrayList<>(found);
    for (Stretch wait : waits) {
      if (wait.startNs() >= work.startNs() || lane.isAtWork(wait.startNs())) {
        all.add(wait);
      }
    }
    return all;
  }
}
