package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How long work of each type takes when it is not late: the median of what the recording has of it.
 * If the recording has only the longer ones, the tick log's median counts. Immutable.
 */
final class TypicalTimes {
  private static final int LEAST = 3;
  private static final String TICK = "jitterlab.Tick";

  /**
   * The times of one type.
   *
   * @param executionNs from start to end
   * @param cpuNs CPU time
   */
  record Times(long executionNs, long cpuNs) {}

  /** The times of the works of one type that were not late. */
  private static final class Seen {
    private final KeptTimes executions = new KeptTimes();
    private final KeptTimes cpus = new KeptTimes();
    private boolean ticks;

    void add(TimedWork work) {
      if (!work.late()) {
        if (work.executionNs() >= 0) {
          executions.add(work.executionNs());
        }
        if (work.cpuNs() >= 0) {
          cpus.add(work.cpuNs());
        }
      }
    }

    void addAll(Seen other) {
      executions.addAll(other.executions);
      cpus.addAll(other.cpus);
    }

    boolean isEnough() {
      return executions.count() >= LEAST;
    }

    Times times() {
      long execution = executions.median();
      return new Times(
          execution, cpus.count() < LEAST ? execution : Math.min(execution, cpus.median()));
    }
  }

  private final Map<String, Times> byType = new HashMap<>();
  private final WorkTypes types;

  /**
   * Finds them.
   *
   * @param tickLogNs the median execution that the tick log has; empty without one
   */
  TypicalTimes(JvmTimeline timeline, OptionalLong tickLogNs, WorkTypes types) {
    this.types = types;
    Map<String, Seen> seen = new HashMap<>();
    for (TimedWork work : timeline.works()) {
      Seen of = seen.get(types.of(work));
      if (of == null) {
        of = new Seen();
        of.ticks = work.kind() == TimedWork.Kind.TICK;
        seen.put(types.of(work), of);
      }
      of.add(work);
    }
    boolean longOnesOnly = timeline.setting(TICK).thresholdNs() > 0;
    Times ofAll =
        seen.values().stream().allMatch(Seen::isEnough) ? null : ofAll(timeline.works(), seen);
    seen.forEach(
        (type, of) -> {
          Times found = of.isEnough() ? of.times() : ofAll;
          byType.put(
              type,
              of.ticks && longOnesOnly && tickLogNs.isPresent()
                  ? new Times(
                      Math.min(found.executionNs(), tickLogNs.getAsLong()),
                      Math.min(found.cpuNs(), tickLogNs.getAsLong()))
                  : found);
        });
  }

  Times of(TimedWork work) {
    return byType.get(types.of(work));
  }

  /** For types of which too little was on time: the median of all, or the shortest work. */
  private static Times ofAll(List<TimedWork> works, Map<String, Seen> seen) {
    Seen all = new Seen();
    seen.values().forEach(all::addAll);
    if (all.isEnough()) {
      return all.times();
    }
    long shortest = works.stream().mapToLong(TimedWork::executionNs).min().orElse(0);
    return new Times(shortest, shortest);
  }
}
