package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.budget.TypicalTimes.Times;
import dev.jitterlab.diagnosis.timeline.Beside;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.StretchIndex;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Divides the lateness of all late ticks and requests of a timeline.
 *
 * <p>The window of an event goes from when it was due to its end; of a request, that part concerns
 * the load generator in which it had not begun it. First, stretches that events bound (pauses,
 * waits) are laid over the window; of those that overlap, the first in {@link
 * dev.jitterlab.diagnosis.timeline.Cause}'s order gets the time ({@link Sweep}). What they leave
 * before the start is divided among the work that the thread did before, which passes on its own
 * causes ({@link Predecessors}), and the run queue ({@link CpuWait}). What they leave after the
 * start is divided among the run queue, slow code, and code that computes longer than usual ({@link
 * Computing}). The rest is unexplained. Of a work whose thread is unknown, only what concerns all
 * threads is known; the other causes are not read.
 *
 * <p>Works of other threads and tasks have nothing to do with one another ({@link WorkGroups}), so
 * those of a large timeline are divided on several threads.
 *
 * <p>Not thread-safe.
 */
public final class Budgets {
  /** Work that ends this much later than it typically would passes its causes on. */
  private static final long DISPLACED_NS = 100_000;

  /** More threads than this would wait for memory. */
  private static final int MOST_THREADS = 4;

  private final JvmTimeline timeline;
  private final TimedWorks works;
  private final WorkTypes types;
  private final TypicalTimes typical;
  private final Computing computing;
  private final FromOutside fromOutside;
  private final BusyServer busyServer;
  private final StretchIndex compilations;
  private final ShownWorks shown;
  private final List<MeasuredSpan> measured;

  /** A request of the server that was slow itself would have its thread then. */
  private final boolean recordsRequests;

  /** The causes that nobody looks for where a work's thread is unknown. */
  private final Set<Cause> unseenWithoutThread;

  Budgets(
      JvmTimeline timeline,
      OptionalLong tickLogNs,
      Predicate<String> isOfTicks,
      List<MeasuredSpan> measured,
      int mostShown) {
    this.timeline = timeline;
    this.measured = measured;
    works = timeline.works();
    types = new WorkTypes(works);
    Beside<TypicalTimes> finding =
        Beside.start("typical-times", () -> new TypicalTimes(timeline, tickLogNs, types));
    try {
      computing = new Computing(timeline, types, isOfTicks);
    } finally {
      finding.await();
    }
    typical = finding.result();
    fromOutside = new FromOutside(timeline);
    busyServer = new BusyServer(timeline);
    compilations = CpuWait.compilations(timeline);
    shown = new ShownWorks(mostShown);
    recordsRequests = timeline.setting(TimedWork.Kind.REQUEST.event()).enabled();
    unseenWithoutThread = timeline.causesUnseenWithoutThread();
  }

  /**
   * Divides all of them that count, and keeps what shows the causes of each.
   *
   * @param tickLogNs the median execution that the tick log has; empty without one
   * @param isOfTicks whether a method, such as {@code game.rules.Battle::step}, is known to be part
   *     of ticks or requests
   * @param measured what is outside is left out; empty for all
   * @param mostShown how many a reader sees one by one, the latest ones. Only these and the ones
   *     with lanes ({@link LatestWorks}) keep {@linkplain BudgetPart#isOfTheWork what shows} the
   *     causes that are seen in the works themselves: there may be 100,000s
   * @return the budgets, in order of the start; those that were late and have lost no time are left
   *     out
   */
  public static List<Budget> of(
      JvmTimeline timeline,
      OptionalLong tickLogNs,
      Predicate<String> isOfTicks,
      List<MeasuredSpan> measured,
      int mostShown) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new Budgets(timeline, tickLogNs, isOfTicks, measured, mostShown)
        .all(Math.min(processors, MOST_THREADS));
  }

  /** The same on so many threads at most. */
  List<Budget> all(int mostThreads) {
    for (int at = 0; at < works.size(); at++) {
      if (works.isLate(at)) {
        long fromNs = works.fromNs(at);
        long endNs = works.endNs(at);
        long lateness = endNs - fromNs - times(at).executionNs();
        if (lateness > 0 && counts(fromNs, endNs)) {
          shown.add(at, lateness, fromNs, endNs);
        }
      }
    }
    shown.finish();
    WorkGroups groups = new WorkGroups(works, mostThreads);
    List<Beside<Group>> others = new ArrayList<>();
    for (int i = 1; i < groups.count(); i++) {
      int number = i;
      others.add(Beside.start("budgets-" + i, () -> new Group(groups, number).divided()));
    }
    List<Group> all = new ArrayList<>();
    try {
      all.add(new Group(groups, 0).divided());
    } finally {
      others.forEach(Beside::await);
    }
    others.forEach(other -> all.add(other.result()));
    return all.size() == 1 ? all.getFirst().late : merged(all);
  }

  private static List<Budget> merged(List<Group> groups) {
    List<Budget> merged = new ArrayList<>(groups.stream().mapToInt(one -> one.late.size()).sum());
    int[] next = new int[groups.size()];
    while (true) {
      int first = -1;
      int place = Integer.MAX_VALUE;
      for (int i = 0; i < next.length; i++) {
        Group one = groups.get(i);
        if (next[i] < one.late.size() && one.places[next[i]] < place) {
          first = i;
          place = one.places[next[i]];
        }
      }
      if (first < 0) {
        return merged;
      }
      merged.add(groups.get(first).late.get(next[first]++));
    }
  }

  private Times times(int at) {
    return typical.of(types.of(works.task(at)));
  }

  private boolean counts(long fromNs, long endNs) {
    if (measured.isEmpty()) {
      return true;
    }
    for (MeasuredSpan span : measured) {
      if (span.meets(fromNs, endNs)) {
        return true;
      }
    }
    return false;
  }

  /** The works of a group, one after the other; its objects are used again for each of them. */
  private final class Group {
    private final WorkGroups groups;
    private final int number;
    private final Predecessors predecessors = new Predecessors(timeline);
    private final CpuWait cpuWait = new CpuWait(timeline, compilations);
    private final Shares shares = new Shares();
    private final FreeTime before = new FreeTime();
    private final FreeTime after = new FreeTime();
    private final List<Budget> late = new ArrayList<>();

    /** The places of the late ones among all works. */
    private int[] places = new int[64];

    Group(WorkGroups groups, int number) {
      this.groups = groups;
      this.number = number;
    }

    Group divided() {
      for (int at = 0; at < works.size(); at++) {
        if (groups.of(works.task(at)) == number) {
          next(at);
        }
      }
      return this;
    }

    private void next(int at) {
      int type = types.of(works.task(at));
      Times times = typical.of(type);
      long fromNs = works.fromNs(at);
      long endNs = works.endNs(at);
      long lateness = endNs - fromNs - times.executionNs();
      boolean isLate = works.isLate(at);
      Budget budget = null;
      if (lateness > 0 && (isLate || lateness >= DISPLACED_NS)) {
        TimedWork work = works.get(at);
        shares.clear();
        loadLate(work, lateness);
        TimedWork sent = work.sentInTime();
        divide(at, sent, type, times);
        fromOutside.divide(sent, lateness, shares);
        budget = shares.budget(work, times.executionNs(), lateness);
      }
      if (works.thread(at) != JvmTimeline.ALL_THREADS) { // else nobody knows what is behind it
        predecessors.add(at, budget);
      }
      if (isLate && budget != null && counts(fromNs, endNs)) {
        if (late.size() == places.length) {
          places = Arrays.copyOf(places, places.length + (places.length >> 1));
        }
        places[late.size()] = at;
        late.add(shown.has(at) ? budget : budget.counted());
      }
    }

    /** Nothing in the server can be to blame for the time before the load came to the request. */
    private void loadLate(TimedWork work, long lateness) {
      long ns = Math.min(work.loadLateNs(), lateness);
      if (ns > 0) {
        shares.take(Cause.LOAD_LATE, ns, ns, ns);
        shares.saw(
            new Stretch(
                Cause.LOAD_LATE,
                work.dueNs(),
                work.dueNs() + work.loadLateNs(),
                JvmTimeline.ALL_THREADS,
                "slow-requests.csv",
                "the generator began the request so much later than it was due"),
            timeline);
      }
    }

    private void divide(int at, TimedWork work, int type, Times times) {
      before.clear();
      after.clear();
      List<Stretch> stretches = new ArrayList<>(timeline.stops(work.fromNs(), work.endNs()));
      List<Stretch> waits = waits(at, work);
      List<Stretch> frozen = Frozen.of(work, waits, timeline);
      stretches.addAll(frozen);
      stretches.addAll(waits);
      for (Stretch one : stretches) {
        shares.saw(one, timeline);
      }
      Sweep.over(work, stretches, shares, before, after);
      shares.leaveOut(times.waits());
      if (!work.hasThread()) {
        for (Cause cause : unseenWithoutThread) {
          if (shares.ns(cause) == 0) {
            shares.notRead(cause);
          }
        }
        long still = stoodStill(work, waits, before.lengthNs(), before.lengthNs(), before);
        still += stoodStill(work, waits, after.lengthNs(), after.lengthNs(), after);
        long room = before.lengthNs() + after.lengthNs() - still;
        room -= fromOutside.heldBack(work.fromNs(), work.endNs(), room, shares);
        if (recordsRequests) { // else the time may be its own: it may have computed for long
          var unused = busyServer.divide(work.fromNs(), work.endNs(), room, shares);
        }
        return;
      }
      for (Cause cause : timeline.unseenIn(work.thread())) {
        if (shares.ns(cause) == 0) {
          shares.notRead(cause);
        }
      }
      long waited = before.lengthNs() - predecessors.divide(at, before, shares);
      long queuedBefore = Frozen.without(work.runQueueNs(), frozen, work.fromNs(), work.startNs());
      waited -= cpuWait.divide(work, true, queuedBefore, waited, before, shares);
      waited -= stoodStill(work, waits, waited, waited, before);
      boolean isInNoThread = work.kind() == TimedWork.Kind.REQUEST && work.runQueueNs() < 0;
      if (isInNoThread) {
        waited -= fromOutside.heldBack(work.fromNs(), work.startNs(), waited, shares);
      }
      waited -= computing.before(work, waited, before, predecessors.lane(at), shares);
      if (isInNoThread) {
        var unused = busyServer.divide(work.fromNs(), work.startNs(), waited, shares);
      }
      shares.itRuns();
      long ran = after.lengthNs();
      long queuedAfter =
          longerThan(
              times.waits().ns(Cause.RUN_QUEUE),
              Frozen.without(work.executionRunQueueNs(), frozen, work.startNs(), work.endNs()));
      ran -= cpuWait.divide(work, false, queuedAfter, ran, after, shares);
      ran -= stoodStill(work, waits, ran, ran - Math.max(0, work.cpuNs()), after);
      computing.during(work, type, times, ran, shares);
    }

    private long stoodStill(
        TimedWork work, List<Stretch> waits, long roomNs, long idleNs, FreeTime free) {
      return fromOutside.stoodStill(work, waits, roomNs, idleNs, free, shares);
    }

    /** What a time that may not have been read has above what is usual. */
    private static long longerThan(long usualNs, long readNs) {
      return readNs < 0 ? readNs : Math.max(0, readNs - usualNs);
    }

    /**
     * Those that events bound, without the ones in which the thread had nothing to do: it was not
     * at work yet when it began to wait, or had answered already. A thread that has nothing to do
     * parks, sleeps or reads; it waits for no lock and no memory.
     */
    private List<Stretch> waits(int at, TimedWork work) {
      List<Stretch> waits = timeline.waits(work.thread(), work.fromNs(), work.endNs());
      if (waits.isEmpty()) {
        return waits;
      }
      WorkLane lane = predecessors.lane(at);
      return waits.stream()
          .filter(wait -> wait.startNs() < work.threadEndNs())
          .filter(
              wait ->
                  wait.startNs() >= work.startNs()
                      || (wait.startNs() >= work.dueNs() && isOfWork(wait.cause()))
                      || lane.isAtWork(wait.startNs()))
          .toList();
    }

    private static boolean isOfWork(Cause cause) {
      return cause == Cause.LOCK_WAIT || cause == Cause.GC_STALL;
    }
  }
}
