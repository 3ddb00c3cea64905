package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import java.util.List;

/** The control group's CPU limit stops the server. */
final class ThrottledContainer extends Pattern {
  ThrottledContainer() {
    super("throttled_container", Cause.THROTTLING);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<ThrottledTime> readings = server.timeline().throttled();
    List<BudgetPart> parts = server.parts(Cause.THROTTLING);
    if (readings.stream().noneMatch(one -> server.holds(one.atNs())) || parts.isEmpty()) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            "The control group was throttled for %s."
                .formatted(PatternWords.time(throttledNs(server, readings))),
            "Raise the group's CPU limit, or remove it.",
            server.lateNs(Cause.THROTTLING),
            LongWait.longest(parts)));
  }

  /**
   * What was read in the time that counts. The first reading there also shows what happened since
   * the one before it, as far as that was near.
   */
  private static long throttledNs(Case server, List<ThrottledTime> readings) {
    long ns = 0;
    for (int i = 1; i < readings.size(); i++) {
      ThrottledTime earlier = readings.get(i - 1);
      ThrottledTime later = readings.get(i);
      if (server.holds(later.atNs())
          && (server.holds(earlier.atNs()) || later.isSoonAfter(earlier))) {
        ns += later.totalNs() - earlier.totalNs();
      }
    }
    return ns;
  }
}
