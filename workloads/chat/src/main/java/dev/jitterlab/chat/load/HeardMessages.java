package dev.jitterlab.chat.load;

/**
 * What one user heard of another: the numbers must come without a gap and in order. A number that
 * is overtaken by {@link #WINDOW} others is lost; before that it is reordered if it comes. For one
 * thread.
 */
final class HeardMessages {
  /** So many later messages may come before one that is missing is lost. */
  static final int WINDOW = 16;

  private static final long OLDEST = 1L << (WINDOW - 1);

  private final ReaderFaults faults;
  private SentMessages speaker; // null for users of others
  private long highest;
  private long heard; // one bit for each of the last numbers, the highest first

  /**
   * Begins with a user whose first messages were said before.
   *
   * @param speaker null where it is none of this load
   * @param said the number of the last message that this listener is not to get
   */
  HeardMessages(ReaderFaults faults, SentMessages speaker, long said) {
    this.faults = faults;
    this.speaker = speaker;
    this.highest = said;
    this.heard = -1;
  }

  /** Returns who speaks; null where it is none of this load. */
  SentMessages speaker() {
    return speaker;
  }

  /** Takes a message in; returns whether it is the first with its number. */
  boolean take(long number) {
    if (number > highest) {
      advance(number);
      heard |= 1;
      return true;
    }
    long age = highest - number;
    long bit = 1L << Math.min(age, Long.SIZE - 1);
    if (age >= WINDOW || (heard & bit) != 0) {
      faults.doubled();
      return false;
    }
    heard |= bit;
    faults.reordered();
    return true;
  }

  private void advance(long number) {
    if (number - highest > Long.SIZE) {
      faults.lost(number - highest - Long.SIZE);
      highest = number - Long.SIZE;
    }
    while (highest < number) {
      if ((heard & OLDEST) == 0) {
        faults.lost(1);
      }
      heard <<= 1;
      highest++;
    }
  }

  /** The speaker has left, having said so many: what is missing will not come any more. */
  void end(long said) {
    if (said > highest) {
      faults.lost(said - highest);
    }
    end();
  }

  /** The listener has left: what others overtook is lost; what was under way is not. */
  void end() {
    faults.lost(WINDOW - Long.bitCount(heard & (2 * OLDEST - 1)));
  }
}
