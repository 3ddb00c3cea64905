package dev.jitterlab.arena.trace;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers that fighters have in a trace. Who comes gets the smallest number that nobody has, so
 * a long record needs no more numbers than there were players at once. For one thread.
 */
final class RecordedPlayers {
  /** Instead of a number. */
  static final int NONE = -1;

  private final int most;
  private final BitSet taken = new BitSet();
  private final Map<Integer, Integer> numbers = new HashMap<>(); // by fighter

  /**
   * Creates it without players.
   *
   * @param most players at once
   */
  RecordedPlayers(int most) {
    this.most = most;
  }

  /** Returns the number of a fighter that comes; {@link #NONE} if all are taken. */
  int joins(int fighter) {
    int number = taken.nextClearBit(0);
    if (number >= most) {
      return NONE;
    }
    taken.set(number);
    numbers.put(fighter, number);
    return number;
  }

  /** Returns the number of a fighter; {@link #NONE} if it has none. */
  int of(int fighter) {
    return numbers.getOrDefault(fighter, NONE);
  }

  /** Returns the number that a fighter had, which is free now; {@link #NONE} if it had none. */
  int leaves(int fighter) {
    Integer number = numbers.remove(fighter);
    if (number == null) {
      return NONE;
    }
    taken.clear(number);
    return number;
  }
}
