package dev.jitterlab.battle.session;

/**
 * Which of the last 256 sequence numbers were accepted (as in netcode 1.02 and RFC 6479). Numbers
 * are unsigned, start at 1 and never wrap around: a sender ends its session before. Not
 * thread-safe.
 */
final class ReplayWindow {
  static final int SIZE = 256;

  /**
   * How far ahead of the latest an authentic number can be: a session ends after ten seconds of
   * silence, and nobody may send more than some thousand packets a second.
   */
  static final int MAX_AHEAD = 1 << 16;

  private static final int MASK = SIZE - 1;

  /**
   * One bit for each of the numbers from {@code latest - 255} to {@code latest}, by its residue.
   */
  private final long[] accepted = new long[SIZE / Long.SIZE];

  private long latest;

  /** Returns whether the number was not accepted before, as far as the window can tell. */
  boolean isNew(int sequence) {
    long number = Integer.toUnsignedLong(sequence);
    if (number > latest) {
      return true;
    }
    return number != 0 && latest - number < SIZE && (accepted[word(number)] & bit(number)) == 0;
  }

  /** Returns whether the number can be an authentic one; who guesses blindly rarely hits one. */
  boolean isPlausible(int sequence) {
    return Integer.toUnsignedLong(sequence) - latest <= MAX_AHEAD;
  }

  /** Accepts a number that is new and authentic. */
  void accept(int sequence) {
    long number = Integer.toUnsignedLong(sequence);
    if (number > latest) {
      long first = Math.max(latest + 1, number - MASK);
      for (long passed = first; passed < number; passed++) {
        accepted[word(passed)] &= ~bit(passed);
      }
      latest = number;
    }
    accepted[word(number)] |= bit(number);
  }

  private static int word(long number) {
    return (int) (number & MASK) / Long.SIZE;
  }

  private static long bit(long number) {
    return 1L << (number & (Long.SIZE - 1));
  }
}
