package dev.jitterlab.bench;

import dev.jitterlab.bench.TickTraceFiles.Span;
import dev.jitterlab.bench.TickTraceFiles.Tick;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Why ticks of one server were late: every late one has one cause, so the shares add up. Immutable.
 *
 * <p>How it works: a tick that was due while its thread was busy belongs to the same <i>queue</i>
 * as the tick that ran then. The time from when the first tick of the queue was due to the start of
 * the late one is divided: into pauses of the JVM, into waiting for a core (the kernel's account of
 * the thread), into the ticks that ran meanwhile, at what such ticks usually take, and into the
 * rest. If the first, the second and the last of these together are less than a fifth, the tick is
 * late by the ticks before it; else by the largest of the three. Where tasks are owned by threads,
 * a late tick that another thread ran than the one that usually runs its task has the cause of what
 * the usual one did then.
 *
 * <p>Limits: the rest is whatever nobody accounts for, such as a timer that came late, a core that
 * the host took away, and a lock. Waiting for a core "while" something else happened is
 * coincidence: what happens in a tenth of the time has a tenth of the late ticks even if it has
 * nothing to do with them. So each of these stands beside the part of the time that it took.
 *
 * @param scenario its name
 * @param contender with its way of waiting and its policy
 * @param ticks how many there were
 * @param late how many of them started late: by more than 0.1 ms and 1 % of their period
 * @param takenOver how many of the late ones another thread ran than usual; 0 where no thread owns
 *     the task
 * @param compilations how many methods the optimising compiler began meanwhile
 * @param notKept how many ticks there was no room for
 * @param shares by cause, those that occurred, the most frequent first
 */
public record TickCauses(
    String scenario,
    String contender,
    long ticks,
    long late,
    long takenOver,
    long compilations,
    long notKept,
    List<Share> shares) {
  /** Why a tick was late. */
  public enum Cause {
    /** The thread waited for a core, and the optimising compiler had begun a method. */
    CORE_COMPILER("no core: C2 was at work"),
    /** The thread waited for a core at any other time. */
    CORE("no core, otherwise"),
    /** No Java code ran. */
    PAUSE("the JVM paused"),
    /**
     * Another worker ran it, as it does with what is overdue, and its own worker has left no trace
     * of what kept it: since its late ticks were taken over, it has none.
     */
    AWAY("its worker was away: taken over"),
    /** Nothing that was recorded explains it. */
    UNKNOWN("not explained"),
    /** There was too much to do. */
    QUEUE("behind other ticks of usual length");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    /** How it is shown. */
    String text() {
      return text;
    }
  }

  /**
   * How much of it had one cause.
   *
   * @param late how many late ticks
   * @param highestDriftSeconds of them
   * @param timeRatio the part of the measured time in which it could have been the cause by
   *     coincidence; null where the cause was measured
   * @param rhythms whether the cause came again and again after some time; empty if it came too
   *     seldom
   */
  public record Share(
      Cause cause,
      long late,
      double highestDriftSeconds,
      Double timeRatio,
      List<LateRhythm> rhythms) {
    /**
     * The rhythm that is the strongest, if chance does not explain it: the longest of those that
     * are about as strong, since a rhythm shows in its fractions, too.
     */
    Optional<LateRhythm> rhythm() {
      List<LateRhythm> significant = rhythms.stream().filter(LateRhythm::isSignificant).toList();
      double most = significant.stream().mapToDouble(LateRhythm::power).max().orElse(0);
      return significant.stream()
          .filter(one -> one.power() >= AS_STRONG * most)
          .max(Comparator.comparingDouble(LateRhythm::seconds));
    }
  }

  /** The scheduler whose workers own their tasks, and take over what is overdue elsewhere. */
  static final String OWNING = "partitioned";

  private static final double NS_PER_SECOND = 1e9;
  private static final double AS_STRONG = 0.9;
  private static final long LATE_NS = 100_000;
  private static final double LATE_PERIODS = 0.01;

  /** A thread that begins a tick so soon after the last one went straight on. */
  private static final long STRAIGHT_NS = 20_000;

  /** Below this part of the time a stall is none. */
  private static final double STALLED = 0.2;

  /** Most methods are compiled in less. */
  private static final long COMPILATION_NS = 20_000_000;

  /**
   * What one thread did before one of its ticks started.
   *
   * @param fromNs since when the tick, or the first of those that it stood behind, was due
   */
  private record Before(Tick tick, Cause cause, long fromNs) {}

  /**
   * Finds the causes in what servers left, of the same contender in the same scenario.
   *
   * @param isOwned whether each task has a thread that usually runs it; else any thread runs any
   *     tick, and none is taken over
   */
  static TickCauses of(
      String scenario, String contender, boolean isOwned, List<TickTraceFiles> traces) {
    Map<Cause, List<Tick>> lateBy = new EnumMap<>(Cause.class);
    Map<Cause, List<List<Long>>> moments = new EnumMap<>(Cause.class);
    long ticks = 0;
    long takenOver = 0;
    long compilations = 0;
    long notKept = 0;
    double compilerTime = 0;
    double time = 0;
    for (TickTraceFiles trace : traces) {
      Found found = new Found(trace, isOwned);
      found.find(lateBy, moments);
      ticks += trace.ticks().size();
      takenOver += found.takenOver;
      notKept += trace.notKept();
      compilations += found.compilations();
      time += found.seconds();
      compilerTime += found.compilerSeconds();
    }
    List<Share> shares = new ArrayList<>();
    for (Map.Entry<Cause, List<Tick>> entry : lateBy.entrySet()) {
      Double ratio =
          switch (entry.getKey()) {
            case CORE_COMPILER -> compilerTime / time;
            case CORE, PAUSE, AWAY, UNKNOWN, QUEUE -> null;
          };
      shares.add(
          new Share(
              entry.getKey(),
              entry.getValue().size(),
              entry.getValue().stream().mapToLong(Tick::driftNs).max().orElseThrow()
                  / NS_PER_SECOND,
              ratio,
              LateRhythm.of(moments.get(entry.getKey()))));
    }
    shares.sort(Comparator.comparingLong(Share::late).reversed());
    return new TickCauses(
        scenario,
        contender,
        ticks,
        lateBy.values().stream().mapToLong(Collection::size).sum(),
        takenOver,
        compilations,
        notKept,
        shares);
  }

  /** The search in one trace. */
  private static final class Found {
    private final TickTraceFiles trace;
    private final boolean isOwned;
    private final Map<Long, List<Before>> byThread = new HashMap<>();
    private final Map<String, Long> homes = new HashMap<>();
    private final Map<String, Long> periodsNs = new HashMap<>();
    private final long usualNs;
    private long takenOver;

    Found(TickTraceFiles trace, boolean isOwned) {
      this.trace = trace;
      this.isOwned = isOwned;
      usualNs =
          median(trace.ticks().stream().map(one -> one.finishedNs() - one.startedNs()).toList());
      Map<String, List<Tick>> byTask = new HashMap<>();
      Map<Long, List<Tick>> threads = new HashMap<>();
      for (Tick tick : trace.ticks()) {
        byTask.computeIfAbsent(tick.task(), task -> new ArrayList<>()).add(tick);
        threads.computeIfAbsent(tick.thread(), thread -> new ArrayList<>()).add(tick);
      }
      byTask.forEach(
          (task, own) -> {
            homes.put(task, mostFrequentThread(own));
            periodsNs.put(task, periodNs(own));
          });
      threads.forEach((thread, own) -> byThread.put(thread, causes(own)));
    }

    double seconds() {
      return trace.ticks().isEmpty()
          ? 0
          : (trace.ticks().getLast().finishedNs() - trace.fromNs()) / NS_PER_SECOND;
    }

    long compilations() {
      return trace.compilations().stream().filter(ns -> ns >= trace.fromNs()).count();
    }

    double compilerSeconds() {
      long coveredNs = 0;
      long toNs = trace.fromNs();
      for (long ns : trace.compilations()) {
        coveredNs += Math.max(0, ns + COMPILATION_NS - Math.max(toNs, ns));
        toNs = Math.max(toNs, ns + COMPILATION_NS);
      }
      return Math.min(coveredNs / NS_PER_SECOND, seconds());
    }

    void find(Map<Cause, List<Tick>> lateBy, Map<Cause, List<List<Long>>> moments) {
      Map<Cause, SortedSet<Long>> own = new EnumMap<>(Cause.class);
      find(lateBy, (cause, ns) -> own.computeIfAbsent(cause, one -> new TreeSet<>()).add(ns));
      own.forEach(
          (cause, ns) ->
              moments.computeIfAbsent(cause, one -> new ArrayList<>()).add(List.copyOf(ns)));
    }

    private void find(Map<Cause, List<Tick>> lateBy, BiConsumer<Cause, Long> moments) {
      for (List<Before> own : byThread.values()) {
        for (Before before : own) {
          Tick tick = before.tick();
          if (!isLate(tick)) {
            continue;
          }
          Cause cause = before.cause();
          long home = homes.get(tick.task());
          if (isOwned && home != tick.thread()) {
            takenOver++;
            Cause otherwise = cause == Cause.UNKNOWN ? Cause.AWAY : cause;
            cause = atHome(byThread.getOrDefault(home, List.of()), tick, otherwise);
          }
          lateBy.computeIfAbsent(cause, one -> new ArrayList<>()).add(tick);
          moments.accept(cause, before.fromNs());
        }
      }
    }

    private boolean isLate(Tick tick) {
      return tick.driftNs() > LATE_NS && tick.driftNs() > LATE_PERIODS * periodsNs.get(tick.task());
    }

    /**
     * What kept the usual thread: the cause of its first tick that ended after this was due. By
     * binary search, since a thread runs its ticks one after the other.
     */
    private static Cause atHome(List<Before> home, Tick tick, Cause otherwise) {
      int from = 0;
      int to = home.size();
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (home.get(middle).tick().finishedNs() - tick.scheduledNs() > 0) {
          to = middle;
        } else {
          from = middle + 1;
        }
      }
      return from < home.size() && home.get(from).tick().scheduledNs() - tick.startedNs() < 0
          ? home.get(from).cause()
          : otherwise;
    }

    private List<Before> causes(List<Tick> ofThread) {
      List<Before> causes = new ArrayList<>();
      Tick before = null;
      long queueFromNs = 0;
      long waitedNs = 0;
      long ownNs = 0;
      for (Tick tick : ofThread) {
        boolean goesOn =
            before != null && tick.scheduledNs() - (before.finishedNs() + STRAIGHT_NS) < 0;
        if (goesOn) {
          long betweenNs = Math.max(0, tick.startedNs() - before.finishedNs());
          waitedNs += Math.max(0, before.executionRunQueueNs());
          waitedNs += Math.min(betweenNs, Math.max(0, tick.runQueueNs()));
          ownNs += Math.min(before.finishedNs() - before.startedNs(), 2 * usualNs);
        } else {
          queueFromNs = tick.scheduledNs();
          waitedNs = 0;
          ownNs = 0;
        }
        waitedNs = Math.max(waitedNs, tick.runQueueNs());
        causes.add(
            new Before(tick, cause(queueFromNs, tick.startedNs(), waitedNs, ownNs), queueFromNs));
        before = tick;
      }
      return causes;
    }

    private Cause cause(long fromNs, long toNs, long waitedNs, long ownNs) {
      long pausedNs = 0;
      for (Span pause : trace.pauses()) {
        pausedNs += pause.withinNs(fromNs, toNs);
      }
      long wholeNs = toNs - fromNs;
      long restNs = Math.max(0, wholeNs - pausedNs - waitedNs - ownNs);
      if (pausedNs + waitedNs + restNs < STALLED * wholeNs) {
        return Cause.QUEUE;
      }
      if (pausedNs >= waitedNs && pausedNs >= restNs) {
        return Cause.PAUSE;
      }
      if (restNs > waitedNs) {
        return Cause.UNKNOWN;
      }
      return trace.compilations().stream().anyMatch(ns -> ns < toNs && ns + COMPILATION_NS > fromNs)
          ? Cause.CORE_COMPILER
          : Cause.CORE;
    }

    private static long mostFrequentThread(List<Tick> ticks) {
      Map<Long, Integer> counts = new HashMap<>();
      ticks.forEach(tick -> counts.merge(tick.thread(), 1, Integer::sum));
      return counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    }

    /** The usual distance of two ticks' schedules; a late policy may leave some out. */
    private static long periodNs(List<Tick> ticks) {
      List<Long> distances = new ArrayList<>();
      List<Long> scheduled = ticks.stream().map(Tick::scheduledNs).sorted().toList();
      for (int i = 1; i < scheduled.size(); i++) {
        distances.add(scheduled.get(i) - scheduled.get(i - 1));
      }
      return median(distances);
    }

    private static long median(List<Long> values) {
      List<Long> sorted = values.stream().sorted().toList();
      return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }
  }
}
