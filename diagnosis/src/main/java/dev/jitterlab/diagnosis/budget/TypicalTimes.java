package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

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

  private final Map<String, Times> byType = new HashMap<>();
  private final Times all;
  private final WorkTypes types;

  /**
   * Finds them.
   *
   * @param tickLogNs the median execution that the tick log has; empty without one
   */
  TypicalTimes(JvmTimeline timeline, OptionalLong tickLogNs, WorkTypes types) {
    this.types = types;
    List<TimedWork> works = timeline.works();
    all = times(works, new Times(shortest(works), shortest(works)));
    boolean longOnesOnly = timeline.setting(TICK).thresholdNs() > 0;
    Map<String, List<TimedWork>> worksByType =
        works.stream().collect(Collectors.groupingBy(types::of));
    worksByType.forEach(
        (type, those) -> {
          boolean ticks = those.getFirst().kind() == TimedWork.Kind.TICK;
          Times found = times(those, all);
          byType.put(
              type,
              ticks && longOnesOnly && tickLogNs.isPresent()
                  ? new Times(
                      Math.min(found.executionNs(), tickLogNs.getAsLong()),
                      Math.min(found.cpuNs(), tickLogNs.getAsLong()))
                  : found);
        });
  }

  Times of(TimedWork work) {
    return byType.getOrDefault(types.of(work), all);
  }

  private static Times times(List<TimedWork> works, Times otherwise) {
    long[] executions = sorted(works, TimedWork::executionNs);
    if (executions.length < LEAST) {
      return otherwise;
    }
    long execution = executions[executions.length / 2];
    long[] cpus = sorted(works, TimedWork::cpuNs);
    return new Times(
        execution, cpus.length < LEAST ? execution : Math.min(execution, cpus[cpus.length / 2]));
  }

  private static long[] sorted(List<TimedWork> works, ToLongFunction<TimedWork> time) {
    return works.stream()
        .filter(work -> !work.late())
        .mapToLong(time)
        .filter(ns -> ns >= 0)
        .sorted()
        .toArray();
  }

  private static long shortest(List<TimedWork> works) {
    return works.stream().mapToLong(TimedWork::executionNs).min().orElse(0);
  }
}
