package dev.jitterlab.battle.protocol;

/**
 * Which messages of one player were accepted: the latest, and those of the 32 before it. Their
 * numbers wrap around at 2³² and are compared by difference. Not thread-safe.
 */
public final class AckWindow {
  /** How a message relates to those accepted before. */
  public enum Arrival {
    /** Later than all of them. */
    NEW,
    /** Overtaken by a later one, but not by more than 32; may still be accepted. */
    LATE,
    /** Accepted before. */
    DUPLICATE,
    /** Overtaken by so many that nobody knows whether it was accepted. */
    STALE
  }

  private int latest;
  private int earlier;

  /** Starts with the player's first message, as accepted. */
  public AckWindow(int first) {
    this.latest = first;
  }

  /** Says what the message of that number is; changes nothing. */
  public Arrival arrivalOf(int number) {
    int behind = latest - number;
    if (behind < 0) {
      return Arrival.NEW;
    }
    if (behind > ServerPacket.ACK_BITS) {
      return Arrival.STALE;
    }
    boolean accepted = behind == 0 || (earlier >>> (behind - 1) & 1) != 0;
    return accepted ? Arrival.DUPLICATE : Arrival.LATE;
  }

  /** Accepts a message that is {@link Arrival#NEW} or {@link Arrival#LATE}. */
  public void accept(int number) {
    int ahead = number - latest;
    if (ahead < 0) {
      earlier |= 1 << (-ahead - 1);
      return;
    }
    // A shift by 32 or more would be one by its lowest five bits.
    earlier = ahead < Integer.SIZE ? earlier << ahead : 0;
    if (ahead <= Integer.SIZE) {
      earlier |= 1 << (ahead - 1);
    }
    latest = number;
  }

  /** Accepts a message unless it was accepted before or is too old; returns whether it did. */
  public boolean acceptIfNew(int number) {
    switch (arrivalOf(number)) {
      case DUPLICATE:
      case STALE:
        return false;
      case NEW:
      case LATE:
        break;
    }
    accept(number);
    return true;
  }

  /** Returns the latest message accepted. */
  public int ack() {
    return latest;
  }

  /** Returns which of the 32 before were accepted, the latest of them in bit 0. */
  public int ackBits() {
    return earlier;
  }
}
