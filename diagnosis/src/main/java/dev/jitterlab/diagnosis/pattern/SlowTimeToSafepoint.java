package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/** One thread keeps all the others waiting before a stop, as a long counted loop does. */
final class SlowTimeToSafepoint implements Pattern {
  @Override
  public String name() {
    return "slow_time_to_safepoint";
  }

  @Override
  public Cause cause() {
    return Cause.TIME_TO_SAFEPOINT;
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.TIME_TO_SAFEPOINT);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<BudgetPart> parts = WaitPattern.parts(server, Cause.TIME_TO_SAFEPOINT);
    List<Sighting> longest = WaitPattern.longest(parts);
    if (longest.isEmpty() || longest.getFirst().durationNs() < 5_000_000) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            "In %s all threads waited for the last one to stop, for up to %.1f ms (%s)."
                .formatted(
                    WaitPattern.counted(parts),
                    longest.getFirst().durationNs() / 1e6,
                    longest.getFirst().what()),
            "Look for a long loop without safepoint polls or a slow system call in the thread that"
                + " stops last; -XX:+SafepointTimeout -XX:SafepointTimeoutDelay=10 names it.",
            WaitPattern.lateNs(parts),
            longest));
  }
}
