package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.budget.TypicalTimes.Times;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.StretchIndex;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Divides the lateness of all late ticks and requests of a timeline.
 *
 * <p>The window of an event goes from when it was due to its end. First, stretches that events
 * bound (pauses, waits) are laid over the window; of those that overlap, the first in {@link
 * Cause}'s order gets the time. What they leave before the start is divided among the work that the
 * thread did before, which passes on its own causes, and the run queue. What they leave after the
 * start is divided among the run queue, slow code, and code that computes longer than usual. The
 * rest is unexplained.
 *
 * <p>Not thread-safe.
 */
public final class Budgets {
  /** Work that ends this much later than it typically would passes its causes on. */
  private static final long DISPLACED_NS = 100_000;

  /** How many works of a thread are looked back upon; those before have the same mix of causes. */
  private static final int FURTHEST_BACK = 200;

  /** Fewer samples than fit in this many periods say nothing about one window. */
  private static final int LEAST_PERIODS = 3;

  /** What a page from a slow disk takes. */
  private static final long LONGEST_FAULT_NS = 10_000_000;

  /** What a share of all CPUs is counted in. */
  private static final long SHARE = 1_000_000;

  private static final Cause[] CAUSES = Cause.values();
  private static final List<Cause> SLOW = List.of(Cause.DEOPTIMISED_CODE, Cause.FIRST_COMPILATION);

  private final JvmTimeline timeline;
  private final TypicalTimes typical;
  private final OwnCode ownCode;
  private final SlowCode slowCode;
  private final StretchIndex compilers;

  /** The works of each thread in order, with what they pass on to those behind them. */
  private final Map<Long, Lane> lanes = new HashMap<>();

  private final Map<String, Done> lastOfTask = new HashMap<>();

  /**
   * Work that was looked at.
   *
   * @param before how long the thread's works before it took
   * @param budget why it was late; null if it was on time
   */
  private record Done(TimedWork work, long before, Budget budget) {
    long latenessNs() {
      return budget == null ? 0 : budget.latenessNs();
    }

    long ns(Cause cause) {
      return budget == null ? 0 : budget.ns(cause);
    }
  }

  /** The works of a thread, in order of their start. */
  private static final class Lane {
    private final List<Done> works = new ArrayList<>();
    private long tookNs;

    Done add(TimedWork work, Budget budget) {
      Done done = new Done(work, tookNs, budget);
      works.add(done);
      tookNs += work.executionNs();
      return done;
    }
  }

  private Budgets(JvmTimeline timeline, OptionalLong tickLogNs, Predicate<String> isOfTicks) {
    this.timeline = timeline;
    WorkTypes types = new WorkTypes();
    typical = new TypicalTimes(timeline, tickLogNs, types);
    ownCode = new OwnCode(timeline, types);
    slowCode = new SlowCode(timeline, isOfTicks);
    compilers =
        new StretchIndex(
            timeline.compilations().stream()
                .filter(one -> one.endNs() > one.startNs())
                .map(Budgets::stretch)
                .toList());
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

  private static Stretch stretch(MethodCompilation one) {
    return new Stretch(
        Cause.COMPILER_THREADS,
        one.startNs(),
        one.endNs(),
        JvmTimeline.ALL_THREADS,
        one.event(),
        one.method().replace("::", ".") + ", level " + one.level());
  }

  private Optional<Budget> next(TimedWork work) {
    Times times = typical.of(work);
    long lateness = work.endNs() - work.fromNs() - times.executionNs();
    boolean known = work.thread() != JvmTimeline.ALL_THREADS;
    if (lateness <= 0 || (!work.late() && lateness < DISPLACED_NS)) {
      if (known) {
        remember(work, null);
      }
      return Optional.empty();
    }
    Shares shares = new Shares();
    divide(work, times, shares);
    fromOutside(work, lateness, shares);
    Budget budget = shares.budget(work, times.executionNs(), lateness);
    if (known) {
      remember(work, budget);
    }
    return work.late() ? Optional.of(budget) : Optional.empty();
  }

  private void remember(TimedWork work, Budget budget) {
    Done done = lane(work).add(work, budget);
    lastOfTask.put(work.task(), done);
  }

  private Lane lane(TimedWork work) {
    return lanes.computeIfAbsent(work.thread(), _ -> new Lane());
  }

  private void divide(TimedWork work, Times times, Shares shares) {
    List<Stretch> stretches = stretches(work);
    stretches.forEach(one -> shares.saw(one.cause(), sighting(one)));
    List<Stretch> uncovered = new ArrayList<>();
    Sweep.over(work.fromNs(), work.endNs(), work.startNs(), stretches, shares, uncovered);
    List<Stretch> before = new ArrayList<>();
    List<Stretch> after = new ArrayList<>();
    for (Stretch free : uncovered) {
      if (free.endNs() <= work.startNs()) {
        before.add(free);
      }
      if (free.startNs() >= work.startNs()) {
        after.add(free);
      }
    }
    long waited = length(before) - carriedOver(work, before, shares);
    waited -= noCpu(work, work.runQueueNs(), waited, before, "before the start", shares);
    waited -= stoodStill(waited, before, shares);
    ran(work, waited, before, shares);
    long ran = length(after);
    ran -= noCpu(work, work.executionRunQueueNs(), ran, after, "during the execution", shares);
    ran -= stoodStill(ran, after, shares);
    computed(work, times, ran, shares);
  }

  /** When the process as a whole stood still, and nothing else explains it. */
  private long stoodStill(long room, List<Stretch> free, Shares shares) {
    long left = Math.max(0, room);
    for (Stretch one : free) {
      for (Stretch still : timeline.standstills(one.startNs(), one.endNs())) {
        long shared =
            Math.min(one.endNs(), still.endNs()) - Math.max(one.startNs(), still.startNs());
        long taken = Math.min(left, shared);
        shares.take(still.cause(), taken, 0, shared);
        shares.saw(still.cause(), sighting(still));
        left -= taken;
      }
    }
    return Math.max(0, room) - left;
  }

  /**
   * What is unexplained so far, as far as the hypervisor took CPU time or pages came from the disk
   * meanwhile. Both are known of the machine or the process, not of the thread: a CPU's share of
   * the steal counts, and a fault takes a few milliseconds at most.
   */
  private void fromOutside(TimedWork work, long latenessNs, Shares shares) {
    long rest = latenessNs - shares.total();
    for (ProcessReading one : timeline.readings(work.fromNs(), work.endNs())) {
      double part =
          (Math.min(work.endNs(), one.toNs()) - Math.max(work.fromNs(), one.fromNs()))
              / (double) Math.max(1, one.durationNs());
      if (rest > 0 && one.stealNs() > 0) {
        long most = (long) (part * one.stealNs());
        long stolen = Math.min(rest, most / Math.max(1, one.cpus()));
        shares.take(Cause.STEAL, stolen, 0, most);
        shares.saw(
            Cause.STEAL, sighting(one, "%d ms of all CPUs".formatted(one.stealNs() / 1_000_000)));
        rest -= stolen;
      }
      if (rest > 0 && one.majorFaults() > 0) {
        long fetched = Math.min(rest, (long) (part * one.majorFaults() * LONGEST_FAULT_NS));
        shares.take(Cause.PAGE_FAULT, fetched, 0, Math.max(fetched, rest));
        shares.saw(Cause.PAGE_FAULT, sighting(one, one.majorFaults() + " major page faults"));
        rest -= fetched;
      }
    }
  }

  private static Sighting sighting(ProcessReading one, String what) {
    return new Sighting(one.fromNs(), one.durationNs(), "all threads", "jitterlab.Process", what);
  }

  /** What this process and others used of the CPUs around a window. */
  private record CpuUse(long own, long all, long whole) {
    /** Its part of what was used; all of it, if that is not known. */
    double ownShare() {
      return all <= 0 ? 1 : Math.min(1, own / (double) all);
    }

    String words() {
      return whole == 0
          ? ""
          : String.format(
              Locale.ROOT,
              "; other processes used %.0f %% of the CPUs, this one %.0f %%",
              100.0 * Math.max(0, all - own) / whole,
              100.0 * own / whole);
    }
  }

  private CpuUse cpuUse(long fromNs, long toNs) {
    long own = 0;
    long all = 0;
    long whole = 0;
    for (ProcessReading one : timeline.readings(fromNs, toNs)) {
      if (one.hasCpuTimes()) {
        own += one.cpuNs();
        all += one.busyNs();
        whole += one.durationNs() * one.cpus();
      }
    }
    return whole > 0 ? new CpuUse(own, all, whole) : cpuLoad(fromNs, toNs);
  }

  /** The same of a recording without {@code jitterlab.Process}: by the JVM's own readings. */
  private CpuUse cpuLoad(long fromNs, long toNs) {
    long own = 0;
    long all = 0;
    long whole = 0;
    for (CpuReading one : timeline.cpus(fromNs, toNs)) {
      own += Math.round(one.process() * SHARE);
      all += Math.round(one.machine() * SHARE);
      whole += SHARE;
    }
    return new CpuUse(own, all, whole);
  }

  /**
   * Work before it that was too short to be recorded: samples show that the thread ran something
   * while this work waited.
   */
  private void ran(TimedWork work, long room, List<Stretch> free, Shares shares) {
    long periodNs = ownCode.periodNs();
    if (room < LEAST_PERIODS * periodNs) {
      return;
    }
    List<StackSample> seen =
        ownCode.between(work.thread(), free.getFirst().startNs(), work.startNs());
    long ran = Math.min(room, seen.size() * periodNs);
    if (ran > 0) {
      shares.take(Cause.PREDECESSOR, ran, 0, ran);
      StackSample last = seen.getLast();
      shares.saw(
          Cause.PREDECESSOR,
          new Sighting(
              last.atNs(),
              0,
              timeline.thread(work.thread()),
              ownCode.event(),
              "in %d samples the thread ran other code, last %s"
                  .formatted(seen.size(), last.frames().getFirst().replace("::", "."))));
    }
  }

  private static long length(List<Stretch> all) {
    long length = 0;
    for (Stretch one : all) {
      length += one.durationNs();
    }
    return length;
  }

  /** What events bound, without the waits in which the thread had nothing to do yet. */
  private List<Stretch> stretches(TimedWork work) {
    List<Stretch> found = new ArrayList<>(timeline.stops(work.fromNs(), work.endNs()));
    for (Stretch wait : timeline.waits(work.thread(), work.fromNs(), work.endNs())) {
      if (wait.startNs() >= work.startNs() || isInWork(work, wait)) {
        found.add(wait);
      }
    }
    return found;
  }

  /** Whether the thread was at work when it began to wait; else it waited for its schedule. */
  private boolean isInWork(TimedWork work, Stretch wait) {
    List<Done> before = lane(work).works;
    for (int i = before.size() - 1; i >= 0; i--) {
      TimedWork earlier = before.get(i).work();
      if (earlier.startNs() <= wait.startNs()) {
        return wait.startNs() < earlier.endNs();
      }
    }
    return false;
  }

  /** What work before it took of the free time, by what made that work late. */
  private long carriedOver(TimedWork work, List<Stretch> free, Shares shares) {
    if (free.isEmpty()) {
      return 0;
    }
    long[] carried = new long[CAUSES.length];
    Done[] by = new Done[CAUSES.length];
    List<Done> before = lane(work).works;
    long from = free.getFirst().startNs();
    int furthest = Math.max(0, before.size() - FURTHEST_BACK);
    int i = before.size() - 1;
    long looked = 0;
    for (; i >= furthest && before.get(i).work().endNs() > from; i--) {
      looked += carry(before.get(i), overlap(before.get(i).work(), free), carried, by);
    }
    if (i >= 0 && i < furthest && looked > 0 && before.get(i).work().endNs() > from) {
      more(before, i, from, free, looked, carried);
    }
    Done last = lastOfTask.get(work.task());
    if (looked == 0 && last != null) { // it ran on another thread
      looked = carry(last, overlap(last.work(), free), carried, by);
    }
    long ran = 0;
    for (long one : carried) {
      ran += one;
    }
    bound(carried, by, length(free) - ran);
    long total = 0;
    for (Cause cause : CAUSES) {
      long ns = carried[cause.rank()];
      if (ns > 0 && cause != Cause.UNEXPLAINED) {
        shares.take(cause, ns, 0, ns);
        shares.saw(cause, carriedBy(by[cause.rank()], cause));
      }
      total += ns;
    }
    shares.take(Cause.PREDECESSOR, 0, 0, total - carried[Cause.PREDECESSOR.rank()]);
    return total;
  }

  /**
   * A cause cannot have displaced this work by more than it has displaced any work before it. Where
   * a thread has more to do than time, the drift grows although no cause does: the growth is the
   * other works' own.
   *
   * @param idleNs when none of them ran, and nobody knows why: it is unexplained already
   */
  private static void bound(long[] carried, Done[] by, long idleNs) {
    int behind = Cause.PREDECESSOR.rank();
    for (Cause cause : CAUSES) {
      int i = cause.rank();
      if (i != behind && by[i] != null) {
        long known = cause == Cause.UNEXPLAINED ? idleNs : 0;
        long most = Math.max(0, by[i].ns(cause) - known);
        if (carried[i] > most) {
          carried[behind] += carried[i] - most;
          carried[i] = most;
          by[behind] = by[behind] == null ? by[i] : by[behind];
        }
      }
    }
  }

  /** Adds those further back, with the mix of causes of those that were looked at. */
  private static void more(
      List<Done> before, int last, long from, List<Stretch> free, long looked, long[] carried) {
    int low = 0;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (before.get(middle).work().endNs() <= from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    Done end = before.get(last);
    long took = end.before() + end.work().executionNs() - before.get(low).before();
    long room = 0;
    for (Stretch one : free) {
      room += Math.max(0, Math.min(one.endNs(), end.work().endNs()) - one.startNs());
    }
    double factor = 1 + Math.min(took, room) / (double) looked;
    for (int cause = 0; cause < CAUSES.length; cause++) {
      carried[cause] = (long) (carried[cause] * factor);
    }
  }

  private static long overlap(TimedWork earlier, List<Stretch> free) {
    long overlap = 0;
    for (Stretch one : free) {
      long shared =
          Math.min(one.endNs(), earlier.endNs()) - Math.max(one.startNs(), earlier.startNs());
      overlap += Math.max(0, shared);
    }
    return overlap;
  }

  /**
   * Had it been on time, it would have been done earlier by its lateness: that much is passed on.
   *
   * @param by gets, for each cause, the work that carried most of it
   */
  private static long carry(Done done, long overlap, long[] carried, Done[] by) {
    long displaced = Math.min(overlap, done.latenessNs());
    long passedOn = 0;
    if (displaced > 0) {
      for (BudgetPart part : done.budget().parts()) {
        long ns = (long) (displaced * (part.ns() / (double) done.latenessNs()));
        int cause = part.cause().rank();
        carried[cause] += ns;
        passedOn += ns;
        if (by[cause] == null || by[cause].ns(part.cause()) < part.ns()) {
          by[cause] = done;
        }
      }
    }
    int behind = Cause.PREDECESSOR.rank();
    carried[behind] += overlap - passedOn;
    if (by[behind] == null && overlap > 0) {
      by[behind] = done;
    }
    return overlap;
  }

  /** What shows the cause of the work before; else that work. */
  private Sighting carriedBy(Done done, Cause cause) {
    TimedWork by = done.work();
    return Optional.ofNullable(done.budget()).stream()
        .flatMap(budget -> budget.parts().stream())
        .filter(part -> part.cause() == cause)
        .flatMap(part -> part.evidence().stream())
        .findFirst()
        .orElseGet(
            () ->
                new Sighting(
                    by.startNs(),
                    by.executionNs(),
                    timeline.thread(by.thread()),
                    by.kind().event(),
                    by.task() + " " + by.index() + " was still running"));
  }

  /** Divides the time in which the thread could run and had no CPU; returns it. */
  private long noCpu(
      TimedWork work, long readNs, long room, List<Stretch> free, String when, Shares shares) {
    if (readNs < 0) {
      if (work.kind() == TimedWork.Kind.TICK || work.executionRunQueueNs() < 0) {
        shares.notRead(Cause.RUN_QUEUE);
      }
      return 0;
    }
    long waited = Math.min(readNs, Math.max(0, room));
    if (waited == 0) {
      return 0;
    }
    long rest = waited;
    long throttled = Math.min(rest, throttled(work, shares));
    shares.take(Cause.THROTTLING, throttled, 0, throttled);
    rest -= throttled;
    CpuUse use = cpuUse(work.fromNs(), work.endNs());
    long beside = Math.min(rest, compiling(free, shares));
    long compiling = (long) (beside * use.ownShare()); // others competed for the CPUs, too
    shares.take(Cause.COMPILER_THREADS, compiling, 0, beside);
    rest -= compiling;
    shares.take(Cause.RUN_QUEUE, rest, rest, readNs);
    if (rest > 0) {
      shares.saw(
          Cause.RUN_QUEUE,
          new Sighting(
              work.startNs(),
              readNs,
              timeline.thread(work.thread()),
              work.kind().event(),
              "run-queue delay " + when + use.words()));
    }
    return waited;
  }

  private long throttled(TimedWork work, Shares shares) {
    List<ThrottledTime> readings = timeline.throttled();
    long throttled = 0;
    for (int i = 1; i < readings.size(); i++) {
      ThrottledTime earlier = readings.get(i - 1);
      ThrottledTime later = readings.get(i);
      long more = later.totalNs() - earlier.totalNs();
      if (more > 0 && earlier.atNs() < work.endNs() && later.atNs() > work.fromNs()) {
        throttled += more;
        shares.saw(
            Cause.THROTTLING,
            new Sighting(
                earlier.atNs(),
                later.atNs() - earlier.atNs(),
                "all threads",
                later.event(),
                "throttled for " + more / 1_000_000 + " ms in this time"));
      }
    }
    return throttled;
  }

  private long compiling(List<Stretch> free, Shares shares) {
    long compiling = 0;
    for (Stretch one : free) {
      long until = one.startNs();
      for (Stretch compilation : compilers.overlapping(one.startNs(), one.endNs())) {
        long end = Math.min(one.endNs(), compilation.endNs());
        compiling += Math.max(0, end - Math.max(until, compilation.startNs()));
        until = Math.max(until, end);
        shares.saw(Cause.COMPILER_THREADS, sighting(compilation));
      }
    }
    return compiling;
  }

  private Sighting sighting(Stretch one) {
    return new Sighting(
        one.startNs(), one.durationNs(), timeline.thread(one.thread()), one.event(), one.what());
  }

  /** Divides what the thread computed longer than it typically does. */
  private void computed(TimedWork work, Times times, long ran, Shares shares) {
    List<Stretch> slow = slowCode.of(work.thread(), work.startNs(), work.endNs());
    Optional<Long> computed = computed(work, ran, !slow.isEmpty());
    if (computed.isEmpty()) {
      shares.notRead(Cause.OWN_CODE);
      return;
    }
    long surplus = computed.get() - Math.min(times.cpuNs(), computed.get());
    for (Cause cause : slow.isEmpty() ? List.<Cause>of() : SLOW) {
      List<Stretch> those = slow.stream().filter(one -> one.cause() == cause).toList();
      long overlap = union(those, work.startNs(), work.endNs());
      long taken = Math.min(surplus, overlap);
      if (taken > 0) {
        shares.take(cause, taken, 0, taken);
        those.forEach(one -> shares.saw(cause, sighting(one)));
        surplus -= taken;
      }
    }
    if (surplus > 0) {
      shares.take(Cause.OWN_CODE, surplus, 0, surplus + shares.ns(Cause.DEOPTIMISED_CODE));
      shares.saw(Cause.OWN_CODE, ownCode(work));
    }
  }

  private Optional<Long> computed(TimedWork work, long ran, boolean slowCode) {
    if (work.cpuNs() >= 0) {
      return Optional.of(Math.min(ran, work.cpuNs()));
    }
    Optional<Double> share = ownCode.computing(work);
    if (share.isPresent()) {
      return Optional.of((long) (ran * share.get()));
    }
    return slowCode ? Optional.of(ran) : Optional.empty();
  }

  private Sighting ownCode(TimedWork work) {
    String pooled = ownCode.excess(work).map(OwnCode.Excess::words).orElse("");
    boolean read = work.cpuNs() >= 0;
    String what =
        read
            ? "%.1f ms of CPU time%s"
                .formatted(work.cpuNs() / 1e6, pooled.isEmpty() ? "" : "; " + pooled)
            : pooled;
    return new Sighting(
        work.startNs(),
        work.executionNs(),
        timeline.thread(work.thread()),
        read ? work.kind().event() : ownCode.event(),
        what);
  }

  private static long union(List<Stretch> all, long from, long to) {
    long union = 0;
    long until = from;
    for (Stretch one : all) {
      long end = Math.min(to, one.endNs());
      union += Math.max(0, end - Math.max(until, one.startNs()));
      until = Math.max(until, end);
    }
    return union;
  }
}
