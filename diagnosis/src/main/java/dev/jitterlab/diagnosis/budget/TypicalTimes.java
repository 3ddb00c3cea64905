package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How long work of each type takes when it is not late: the median of what the recording has of it.
 * If the recording has only the longer ticks, the tick log's median counts. If it has only the
 * longer requests, nobody knows what is typical: their median would grow with the server's own
 * slowness, and excuse it. All time above the shortest that can be recorded so is late then.
 * Immutable.
 */
final class TypicalTimes {
  private static final int LEAST = 3;

  /** So many works of a type say what it typically waits for. */
  private static final int MOST_LOOKED_AT = 256;

  private static final String TICK = "jitterlab.Tick";

  /**
   * The times of one type.
   *
   * @param executionNs from start to end
   * @param cpuNs CPU time
   * @param waits within the execution; no longer together than the rest of it
   */
  record Times(long executionNs, long cpuNs, TypicalWaits waits) {
    /** The same, as another source has the median execution. */
    Times atMost(long ns) {
      long execution = Math.min(executionNs, ns);
      long cpu = Math.min(cpuNs, ns);
      return new Times(execution, cpu, waits.within(execution - cpu));
    }
  }

  /** The times of the works of one type that were not late. */
  private static final class Seen {
    private final KeptTimes executions = new KeptTimes();
    private final KeptTimes cpus = new KeptTimes();

    /** Some of them, spread over the recording. */
    private final List<TimedWork> some = new ArrayList<>();

    private int each = 1;
    private boolean ticks;

    void add(TimedWorks works, int at) {
      if (!works.isLate(at)) {
        long executionNs = works.executionNs(at);
        if (executionNs >= 0) {
          if (executions.count() % each == 0) {
            keep(works.get(at));
          }
          executions.add(executionNs);
        }
        long cpuNs = works.cpuNs(at);
        if (cpuNs >= 0) {
          cpus.add(cpuNs);
        }
      }
    }

    /** If there are too many, every second one goes, and of those to come. */
    private void keep(TimedWork work) {
      if (some.size() == MOST_LOOKED_AT) {
        for (int i = 0; i < MOST_LOOKED_AT / 2; i++) {
          some.set(i, some.get(2 * i));
        }
        some.subList(MOST_LOOKED_AT / 2, MOST_LOOKED_AT).clear();
        each *= 2;
      }
      some.add(work);
    }

    void addAll(Seen other) {
      executions.addAll(other.executions);
      cpus.addAll(other.cpus);
      some.addAll(other.some);
    }

    boolean isEnough() {
      return executions.count() >= LEAST;
    }

    /** What it waits is no CPU time, also where none was read. */
    Times times(JvmTimeline timeline) {
      long execution = executions.median();
      TypicalWaits waits = TypicalWaits.of(some, timeline).within(execution);
      long cpu =
          cpus.count() < LEAST ? execution - waits.totalNs() : Math.min(execution, cpus.median());
      return new Times(execution, cpu, waits.within(execution - cpu));
    }
  }

  private final Times[] byType;

  /**
   * Finds them.
   *
   * @param tickLogNs the median execution that the tick log has; empty without one
   */
  TypicalTimes(JvmTimeline timeline, OptionalLong tickLogNs, WorkTypes types) {
    TimedWorks works = timeline.works();
    boolean slowRequestsOnly = hasSlowRequestsOnly(works);
    Seen[] seen = new Seen[types.count()];
    for (int at = 0; at < works.size(); at++) {
      int type = types.of(works.task(at));
      if (seen[type] == null) {
        seen[type] = new Seen();
        seen[type].ticks = works.kind(at) == TimedWork.Kind.TICK;
      }
      seen[type].add(works, at);
    }
    List<Seen> all =
        Stream.of(seen)
            .filter(Objects::nonNull)
            .filter(of -> of.ticks || !slowRequestsOnly)
            .toList();
    Times ofAll = all.stream().allMatch(Seen::isEnough) ? null : ofAll(timeline, all);
    boolean longOnesOnly = timeline.setting(TICK).thresholdNs() > 0;
    byType = new Times[seen.length];
    for (int type = 0; type < seen.length; type++) {
      Seen of = seen[type];
      if (of != null && !of.ticks && slowRequestsOnly) {
        byType[type] =
            new Times(TimedWork.SLOW_REQUEST_NS, TimedWork.SLOW_REQUEST_NS, TypicalWaits.NONE);
      } else if (of != null) {
        Times found = of.isEnough() ? of.times(timeline) : ofAll;
        byType[type] =
            of.ticks && longOnesOnly && tickLogNs.isPresent()
                ? found.atMost(tickLogNs.getAsLong())
                : found;
      }
    }
  }

  /** Whether there are requests that are not late, and none of them is short. */
  private static boolean hasSlowRequestsOnly(TimedWorks works) {
    boolean any = false;
    for (int at = 0; at < works.size(); at++) {
      if (works.kind(at) == TimedWork.Kind.REQUEST && !works.isLate(at)) {
        any = true;
        if (works.executionNs(at) < TimedWork.SLOW_REQUEST_NS) {
          return false;
        }
      }
    }
    return any;
  }

  /** Of a type that has works. */
  Times of(int type) {
    return byType[type];
  }

  /** For types of which too little was on time: the median of all, or the shortest work. */
  private static Times ofAll(JvmTimeline timeline, List<Seen> seen) {
    Seen all = new Seen();
    seen.forEach(all::addAll);
    if (all.isEnough()) {
      return all.times(timeline);
    }
    TimedWorks works = timeline.works();
    long shortest = works.isEmpty() ? 0 : Long.MAX_VALUE;
    for (int at = 0; at < works.size(); at++) {
      shortest = Math.min(shortest, works.executionNs(at));
    }
    return new Times(shortest, shortest, TypicalWaits.NONE);
  }
}
