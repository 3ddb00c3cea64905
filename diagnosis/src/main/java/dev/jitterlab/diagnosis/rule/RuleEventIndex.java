package dev.jitterlab.diagnosis.rule;

import dev.jitterlab.diagnosis.timeline.Bisection;
import java.util.ArrayList;
import java.util.List;

/**
 * Events in order of their start, to be found by a window. What a search costs follows what it
 * finds: a long event does not make it look at all that began since. Immutable.
 */
final class RuleEventIndex {
  private final List<RuleEvent> events;

  /** A binary tree in an array: the root is 1, and a place has the latest end of its two halves. */
  private final long[] latestEnds;

  /** For events in order of their start; not copied. */
  RuleEventIndex(List<RuleEvent> sorted) {
    events = sorted;
    int leaves = Math.max(1, Integer.highestOneBit(Math.max(1, 2 * sorted.size() - 1)));
    latestEnds = new long[2 * leaves];
    for (int place = latestEnds.length - 1; place > 0; place--) {
      int leaf = place - leaves;
      latestEnds[place] =
          leaf < 0
              ? Math.max(latestEnds[2 * place], latestEnds[2 * place + 1])
              : leaf < sorted.size() ? sorted.get(leaf).endNs() : Long.MIN_VALUE;
    }
  }

  /**
   * Those that share time with a window, in order of their start; one without a length belongs to
   * the moment it is at.
   */
  List<RuleEvent> overlapping(long fromNs, long toNs) {
    List<RuleEvent> found = new ArrayList<>();
    collect(1, 0, latestEnds.length / 2, firstFrom(toNs), fromNs, found);
    return found;
  }

  /** Looks at the events from {@code low} to before {@code high}, which are the place's. */
  private void collect(int place, int low, int high, int end, long fromNs, List<RuleEvent> found) {
    if (low >= end || latestEnds[place] < fromNs) {
      return;
    }
    if (high - low > 1) {
      int middle = (low + high) >>> 1;
      collect(2 * place, low, middle, end, fromNs, found);
      collect(2 * place + 1, middle, high, end, fromNs, found);
    } else if (latestEnds[place] > fromNs || events.get(low).startNs() >= fromNs) {
      found.add(events.get(low));
    }
  }

  /** Those that begin in a window, in order; a view. */
  List<RuleEvent> startingIn(long fromNs, long toNs) {
    return events.subList(firstFrom(fromNs), firstFrom(toNs));
  }

  private int firstFrom(long ns) {
    return Bisection.firstNot(0, events.size(), at -> events.get(at).startNs() < ns);
  }
}
