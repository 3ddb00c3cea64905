package dev.jitterlab.battle.protocol;

/**
 * Which packets of one sender were accepted: the latest, and the 32 before it. Sequence numbers
 * wrap around at 2³² and are compared by difference. Not thread-safe.
 */
public final class AckWindow {
  /** How a packet relates to those accepted before. */
  public enum Arrival {
    /** Later than all of them. */
    NEW,
    /** Accepted before. */
    DUPLICATE,
    /** Overtaken by a later one. */
    STALE
  }

  private int latest;
  private int earlier;

  /** Starts with the sender's first packet, as accepted. */
  public AckWindow(int first) {
    this.latest = first;
  }

  /** Says what the packet of that number is; changes nothing. */
  public Arrival arrivalOf(int sequence) {
    int behind = latest - sequence;
    if (behind < 0) {
      return Arrival.NEW;
    }
    boolean accepted =
        behind == 0 || (behind <= ServerPacket.ACK_BITS && (earlier >>> (behind - 1) & 1) != 0);
    return accepted ? Arrival.DUPLICATE : Arrival.STALE;
  }

  /** Accepts a packet that is {@link Arrival#NEW}. */
  public void accept(int sequence) {
    int ahead = sequence - latest;
    // A shift by 32 or more would be one by its lowest five bits.
    earlier = ahead < Integer.SIZE ? earlier << ahead : 0;
    if (ahead <= Integer.SIZE) {
      earlier |= 1 << (ahead - 1);
    }
    latest = sequence;
  }

  /** Returns the latest packet accepted. */
  public int ack() {
    return latest;
  }

  /** Returns which of the 32 before were accepted, the latest of them in bit 0. */
  public int ackBits() {
    return earlier;
  }
}
