package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which requests of a recording are slow where no generator says so: those that took ten
 * milliseconds and five times as long as the median, or longer than the caller's own limit. Where
 * none is shorter than that, the agent has recorded the slow ones alone: their median is not that
 * of all, and every one is slow.
 */
final class SlowLimit {
  private static final long LEAST_NS = TimedWork.SLOW_REQUEST_NS;
  private static final int MEDIANS = 5;

  private SlowLimit() {}

  static void mark(TimelineBuilder timeline, OptionalLong limitNs) {
    List<TimedWork> requests = timeline.requests();
    if (requests.isEmpty()) {
      return;
    }
    long[] times = requests.stream().mapToLong(TimedWork::executionNs).sorted().toArray();
    long usual = times[0] >= LEAST_NS ? 0 : MEDIANS * times[times.length / 2];
    long limit = limitNs.orElse(Math.max(LEAST_NS - 1, usual));
    for (TimedWork request : requests) {
      if (request.executionNs() > limit) {
        timeline.remove(request);
        timeline.add(request.late(true));
      }
    }
  }
}
