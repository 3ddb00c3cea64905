package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parts of one lateness while they are found. Not thread-safe. */
final class Shares {
  private static final int MOST_SIGHTINGS = 3;
  private static final Cause[] CAUSES = Cause.values();

  private final long[] ns = new long[CAUSES.length];
  private final long[] least = new long[CAUSES.length];
  private final long[] most = new long[CAUSES.length];
  private final Map<Cause, List<Sighting>> sightings = new EnumMap<>(Cause.class);
  private final Set<Cause> notRead = EnumSet.noneOf(Cause.class);

  /** A cause takes time; {@code leastNs} and {@code mostNs} are what other orders would give it. */
  void take(Cause cause, long takenNs, long leastNs, long mostNs) {
    ns[cause.rank()] += takenNs;
    least[cause.rank()] += leastNs;
    most[cause.rank()] += mostNs;
  }

  void saw(Cause cause, Sighting sighting) {
    sightings.computeIfAbsent(cause, _ -> new ArrayList<>()).add(sighting);
  }

  void notRead(Cause cause) {
    notRead.add(cause);
  }

  long ns(Cause cause) {
    return ns[cause.rank()];
  }

  long total() {
    long total = 0;
    for (long one : ns) {
      total += one;
    }
    return total;
  }

  /**
   * Makes the parts add up to the lateness: the rest is unexplained, too much is cut at the end.
   */
  Budget budget(TimedWork work, long typicalNs, long latenessNs) {
    long rest = latenessNs - total();
    for (int i = CAUSES.length - 1; i >= 0 && rest < 0; i--) {
      long cut = Math.min(ns[i], -rest);
      ns[i] -= cut;
      rest += cut;
    }
    ns[Cause.UNEXPLAINED.rank()] += rest;
    List<BudgetPart> parts = new ArrayList<>();
    for (Cause cause : CAUSES) {
      int i = cause.rank();
      if (cause == Cause.UNEXPLAINED) {
        parts.add(new BudgetPart(cause, ns[i], 0, ns[i], List.of()));
      } else if (ns[i] > 0) {
        long highest = Math.max(ns[i], Math.min(most[i], latenessNs));
        parts.add(
            new BudgetPart(cause, ns[i], Math.min(least[i], ns[i]), highest, evidence(cause)));
      }
    }
    return new Budget(work, typicalNs, latenessNs, parts, notRead);
  }

  private List<Sighting> evidence(Cause cause) {
    List<Sighting> all = sightings.getOrDefault(cause, List.of());
    if (all.size() <= 1) {
      return all;
    }
    return all.stream()
        .sorted(Comparator.comparingLong(Sighting::durationNs).reversed())
        .limit(MOST_SIGHTINGS)
        .toList();
  }
}
