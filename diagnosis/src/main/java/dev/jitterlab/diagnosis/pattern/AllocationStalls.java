package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import java.util.List;

/** Threads wait until the collector has freed memory: it is slower than the program allocates. */
final class AllocationStalls implements Pattern {
  @Override
  public String name() {
    return "allocation_stalls";
  }

  @Override
  public Cause cause() {
    return Cause.GC_STALL;
  }

  @Override
  public boolean isRecorded(Case server) {
    return server.sees(Cause.GC_STALL);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<BudgetPart> parts = WaitPattern.parts(server, Cause.GC_STALL);
    List<Sighting> longest = WaitPattern.longest(parts);
    if (longest.isEmpty() || longest.getFirst().durationNs() < 0) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            "In %s the thread waited for free memory, for up to %.1f ms (%s)."
                .formatted(
                    WaitPattern.counted(parts),
                    longest.getFirst().durationNs() / 1e6,
                    longest.getFirst().what()),
            "Give the heap more room (-Xmx), or the collector more threads (-XX:ConcGCThreads).",
            WaitPattern.lateNs(parts),
            longest));
  }
}
