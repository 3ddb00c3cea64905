package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/** Virtual threads block without leaving their carriers, which then are missing to others. */
final class PinnedThreads implements Pattern {
  @Override
  public String name() {
    return "pinned_virtual_threads";
  }

  @Override
  public Cause cause() {
    return Cause.PINNED;
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.PINNED);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<BudgetPart> parts = WaitPattern.parts(server, Cause.PINNED);
    List<Sighting> longest = WaitPattern.longest(parts);
    if (longest.isEmpty() || longest.getFirst().durationNs() < 0) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            "In %s a virtual thread was pinned to its carrier, for up to %.1f ms (%s)."
                .formatted(
                    WaitPattern.counted(parts),
                    longest.getFirst().durationNs() / 1e6,
                    longest.getFirst().what()),
            "Replace synchronized around blocking calls by a ReentrantLock, or use JDK 24 or"
                + " later.",
            WaitPattern.lateNs(parts),
            longest));
  }
}
