package dev.jitterlab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * In which order a bench measures within a round: drawn anew for each, so that nobody is always the
 * first or the last, or follows the same other. Stateless.
 *
 * <p>{@link SplittableRandom}, because {@link java.util.Random} gives nearly the same first draws
 * for neighbouring seeds: two items had the same order in every round, and of four or eight the
 * same one came last.
 */
public final class RoundOrder {
  private RoundOrder() {}

  /**
   * All items in the order of that round; the same for the same arguments.
   *
   * @param seed the bench's
   * @param place the round, and within it what else has an order of its own
   */
  public static <T> List<T> of(List<T> items, long seed, int... place) {
    long mixed = seed;
    for (int part : place) {
      mixed = 31 * mixed + part;
    }
    List<T> shuffled = new ArrayList<>(items);
    Collections.shuffle(shuffled, new SplittableRandom(mixed));
    return shuffled;
  }
}
