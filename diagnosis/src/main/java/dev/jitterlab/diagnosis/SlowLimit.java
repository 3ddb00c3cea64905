package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which requests of a recording are slow where no generator says so: those that took ten
 * milliseconds and five times as long as the median, or longer than the caller's own limit.
 */
final class SlowLimit {
  private static final long LEAST_NS = 10_000_000;
  private static final int MEDIANS = 5;

  private SlowLimit() {}

  static void mark(TimelineBuilder timeline, OptionalLong limitNs) {
    List<TimedWork> requests = timeline.requests();
    if (requests.isEmpty()) {
      return;
    }
    long[] times = requests.stream().mapToLong(TimedWork::executionNs).sorted().toArray();
    long limit = limitNs.orElse(Math.max(LEAST_NS, MEDIANS * times[times.length / 2]));
    for (TimedWork request : requests) {
      if (request.executionNs() > limit) {
        timeline.remove(request);
        timeline.add(request.late(true));
      }
    }
  }
}
