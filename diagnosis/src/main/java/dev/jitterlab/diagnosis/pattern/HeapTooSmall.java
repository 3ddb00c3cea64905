package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MeasuredSpan;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A collector that stops the program for more than 0.13 of the time in which it runs: IBM's limit,
 * above which a larger heap pays.
 */
final class HeapTooSmall extends Pattern {
  private static final double LIMIT = 0.13;

  HeapTooSmall() {
    super("heap_too_small", Cause.GC_PAUSE);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<Stretch> pauses = new ArrayList<>();
    long paused = 0;
    long length = 0;
    for (MeasuredSpan span : server.measured()) {
      List<Stretch> those = server.timeline().pauses(span.fromNs(), span.toNs());
      pauses.addAll(those);
      paused += Stretch.coveredNs(those, span.fromNs(), span.toNs());
      length += span.toNs() - span.fromNs();
    }
    double ratio = paused / (double) Math.max(1, length - paused);
    if (ratio <= LIMIT) {
      return List.of();
    }
    String text =
        String.format(
            Locale.ROOT,
            "The collector's pauses took %.3f of the program's own time (limit %.2f), in %s.",
            ratio,
            LIMIT,
            PatternWords.count(pauses.size(), "pause"));
    return List.of(
        new PatternMatch(
            text,
            "Give the heap more room (-Xmx), or allocate less.",
            server.lateNs(Cause.GC_PAUSE),
            longest(pauses, server.timeline())));
  }

  /** The three longest. */
  private static List<Sighting> longest(List<Stretch> all, JvmTimeline timeline) {
    return all.stream()
        .sorted(Comparator.comparingLong(Stretch::durationNs).reversed())
        .limit(3)
        .map(one -> Sighting.of(one, timeline))
        .toList();
  }
}
