package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Selection;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which late works a reader sees one by one: the latest ones, and those that get lanes. How late a
 * work is, is known before its lateness is divided. Not thread-safe while works are added.
 */
final class ShownWorks {
  private final int most;
  private final BitSet shown = new BitSet();
  private int[] places = new int[64];
  private long[] latenesses = new long[64];
  private long[] froms = new long[64];
  private long[] ends = new long[64];
  private int count;

  /**
   * For a server.
   *
   * @param most how many are listed
   */
  ShownWorks(int most) {
    this.most = most;
  }

  /** Adds a late work that counts. */
  void add(int place, long latenessNs, long fromNs, long endNs) {
    if (count == places.length) {
      int length = count + (count >> 1);
      places = Arrays.copyOf(places, length);
      latenesses = Arrays.copyOf(latenesses, length);
      froms = Arrays.copyOf(froms, length);
      ends = Arrays.copyOf(ends, length);
    }
    places[count] = place;
    latenesses[count] = latenessNs;
    froms[count] = fromNs;
    ends[count] = endNs;
    count++;
  }

  /** Finds them; none is added from then on. Of equally late ones it may find more. */
  void finish() {
    long[] all = Arrays.copyOf(latenesses, count);
    long least = count <= most ? Long.MIN_VALUE : Selection.nth(all.clone(), count, count - most);
    for (int i = 0; i < count; i++) {
      if (all[i] >= least) {
        shown.set(places[i]);
      }
    }
    if (count > most) {
      for (int i : LatestWorks.apart(all, froms, ends, LatestWorks.LANES_OF_A_SERVER)) {
        shown.set(places[i]);
      }
    }
    places = new int[0];
    latenesses = new long[0];
    froms = new long[0];
    ends = new long[0];
  }

  /** Whether a work is one of them. */
  boolean has(int place) {
    return shown.get(place);
  }
}
