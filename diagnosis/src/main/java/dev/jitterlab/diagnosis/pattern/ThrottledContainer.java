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
    List<ThrottledTime> readings =
        server.timeline().throttled().stream().filter(one -> server.holds(one.atNs())).toList();
    List<BudgetPart> parts = server.parts(Cause.THROTTLING);
    if (readings.isEmpty() || parts.isEmpty()) {
      return List.of();
    }
    long throttledNs = readings.getLast().totalNs() - readings.getFirst().totalNs();
    return List.of(
        new PatternMatch(
            "The control group was throttled for %d ms.".formatted(throttledNs / 1_000_000),
            "Raise the group's CPU limit, or remove it.",
            server.lateNs(Cause.THROTTLING),
            LongWait.longest(parts)));
  }
}
