package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The parts of one lateness while they are found; used again for the next. Not thread-safe. */
final class Shares {
  private static final int MOST_SIGHTINGS = 3;
  private static final Cause[] CAUSES = Cause.values();

  private final long[] ns = new long[CAUSES.length];
  private final long[] least = new long[CAUSES.length];
  private final long[] most = new long[CAUSES.length];

  /** What of it stretches have in which the work was executed. */
  private final long[] inExecution = new long[CAUSES.length];

  /** What each cause had before the work ran; below 0 for a cause that is not passed on so. */
  private final long[] beforeItRan = new long[CAUSES.length];

  private final List<List<Sighting>> sightings = new ArrayList<>();
  private final Set<Cause> notRead = EnumSet.noneOf(Cause.class);
  private Set<Cause> lastNotRead = Set.of();

  Shares() {
    for (Cause _ : CAUSES) {
      sightings.add(new ArrayList<>(MOST_SIGHTINGS + 1));
    }
  }

  /** Begins anew, for another lateness. */
  void clear() {
    Arrays.fill(ns, 0);
    Arrays.fill(least, 0);
    Arrays.fill(most, 0);
    Arrays.fill(inExecution, 0);
    Arrays.fill(beforeItRan, -1);
    for (int i = 0; i < CAUSES.length; i++) {
      List<Sighting> kept = sightings.get(i);
      if (!kept.isEmpty()) {
        kept.clear();
      }
    }
    notRead.clear();
  }

  /** A cause takes time; {@code leastNs} and {@code mostNs} are what other orders would give it. */
  void take(Cause cause, long takenNs, long leastNs, long mostNs) {
    ns[cause.rank()] += takenNs;
    least[cause.rank()] += leastNs;
    most[cause.rank()] += mostNs;
  }

  /** Of what a cause took, so much lies in the execution of the work. */
  void tookInExecution(Cause cause, long takenNs) {
    inExecution[cause.rank()] += takenNs;
  }

  /** Takes away what work of this type waits also when it is on time. */
  void leaveOut(TypicalWaits usual) {
    if (usual == TypicalWaits.NONE) {
      return;
    }
    for (Cause cause : CAUSES) {
      int i = cause.rank();
      long left = cause == Cause.RUN_QUEUE ? 0 : Math.min(usual.ns(cause), inExecution[i]);
      ns[i] -= left;
      least[i] = Math.max(0, least[i] - left);
      most[i] -= left;
    }
  }

  /**
   * From now on the time is divided in which the work itself ran. What makes it slow is passed on
   * as it is. That it had more to do, or that nobody knows, is not: works behind it wait for it.
   */
  void itRuns() {
    for (int i = 0; i < CAUSES.length; i++) {
      boolean isPassedOn = CAUSES[i] != Cause.OWN_CODE && CAUSES[i] != Cause.UNEXPLAINED;
      beforeItRan[i] = isPassedOn ? ns[i] : -1;
    }
  }

  /**
   * Keeps what shows a cause, once, if it is one of the longest; of equals, the first that was
   * seen. A collection's own event comes before the JVM's operation around it, which is longer.
   */
  void saw(Cause cause, Sighting sighting) {
    List<Sighting> kept = sightings.get(cause.rank());
    int at = place(cause, Stretch.isAround(cause, sighting.event()), sighting.durationNs());
    if (at < MOST_SIGHTINGS && !kept.contains(sighting)) {
      kept.add(at, sighting);
      if (kept.size() > MOST_SIGHTINGS) {
        kept.removeLast();
      }
    }
  }

  /** The same of a stretch: a window under overload has hundreds, and three are kept. */
  void saw(Stretch stretch, JvmTimeline timeline) {
    Cause cause = stretch.cause();
    boolean around = Stretch.isAround(cause, stretch.event());
    if (place(cause, around, stretch.durationNs()) < MOST_SIGHTINGS) {
      saw(cause, Sighting.of(stretch, timeline));
    }
  }

  private int place(Cause cause, boolean around, long durationNs) {
    List<Sighting> kept = sightings.get(cause.rank());
    int at = kept.size();
    while (at > 0 && comesBefore(cause, around, durationNs, kept.get(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean comesBefore(Cause cause, boolean around, long durationNs, Sighting other) {
    boolean otherIsAround = Stretch.isAround(cause, other.event());
    return around == otherIsAround ? durationNs > other.durationNs() : otherIsAround;
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
            new BudgetPart(
                cause, ns[i], Math.min(least[i], ns[i]), highest, own(i), evidence(cause)));
      }
    }
    if (!lastNotRead.equals(notRead)) {
      lastNotRead = Set.copyOf(notRead);
    }
    return new Budget(work, typicalNs, latenessNs, parts, lastNotRead);
  }

  private long own(int i) {
    return beforeItRan[i] < 0 ? 0 : Math.max(0, ns[i] - beforeItRan[i]);
  }

  private List<Sighting> evidence(Cause cause) {
    return List.copyOf(sightings.get(cause.rank()));
  }
}
