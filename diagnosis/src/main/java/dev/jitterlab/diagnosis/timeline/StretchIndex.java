package dev.jitterlab.diagnosis.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stretches that can be asked for by time. Immutable. */
public final class StretchIndex {
  private static final StretchIndex NONE = new StretchIndex(List.of());

  private final List<Stretch> byStart;

  /** The latest end of a stretch and of all before it. */
  private final long[] latestEnd;

  /** Sorts them. */
  public StretchIndex(List<Stretch> stretches) {
    byStart = stretches.stream().sorted(Comparator.comparingLong(Stretch::startNs)).toList();
    latestEnd = new long[byStart.size()];
    long latest = Long.MIN_VALUE;
    for (int i = 0; i < latestEnd.length; i++) {
      latest = Math.max(latest, byStart.get(i).endNs());
      latestEnd[i] = latest;
    }
  }

  /** Without any. */
  public static StretchIndex none() {
    return NONE;
  }

  /** Those that share time with the window, in order of their start. */
  public List<Stretch> overlapping(long fromNs, long toNs) {
    if (byStart.isEmpty()) {
      return byStart;
    }
    List<Stretch> found = new ArrayList<>();
    for (int i = firstStartAtOrAfter(toNs) - 1; i >= 0 && latestEnd[i] > fromNs; i--) {
      if (byStart.get(i).endNs() > fromNs) {
        found.add(byStart.get(i));
      }
    }
    return found.isEmpty() ? List.of() : found.reversed();
  }

  private int firstStartAtOrAfter(long ns) {
    return Bisection.firstNot(0, byStart.size(), at -> byStart.get(at).startNs() < ns);
  }
}
