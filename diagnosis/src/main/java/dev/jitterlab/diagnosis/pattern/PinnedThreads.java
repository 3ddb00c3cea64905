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
            remedy(longest.getFirst().what()),
            WaitPattern.lateNs(parts),
            longest));
  }

  /** Since JDK 24 only native code and the JVM's own calls pin; older JDKs do not say why. */
  private static String remedy(String why) {
    return why.contains("ative") || why.startsWith("VM call")
        ? "Do not block below a native method or in a class initialiser: block before it, or run it"
            + " on a platform thread."
        : "Replace synchronized around blocking calls by a ReentrantLock, or use JDK 24 or later.";
  }
}
