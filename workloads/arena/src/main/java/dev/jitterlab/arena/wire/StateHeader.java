package dev.jitterlab.arena.wire;

import java.nio.ByteBuffer;

/**
 * Reads what stands before the entries of a part of a state. One object is used again and again.
 */
public final class StateHeader {
  private int receiver;
  private int acknowledged;
  private int fighters;
  private int total;
  private boolean last;

  /** Reads it, behind the header of the packet; false if there is none. */
  public boolean read(ByteBuffer buffer) {
    if (buffer.remaining() < WireFormat.STATE_HEADER_BYTES - WireFormat.HEADER_BYTES) {
      return false;
    }
    receiver = buffer.getShort() & 0xFFFF;
    acknowledged = buffer.getInt();
    buffer.getInt(); // the number of the fighter's update
    total = buffer.getShort() & 0xFFFF;
    buffer.get(); // the number of the part
    last = buffer.get() != 0;
    fighters = buffer.getShort() & 0xFFFF;
    int bolts = buffer.getShort() & 0xFFFF;
    return buffer.remaining()
        == fighters * WireFormat.FIGHTER_BYTES + bolts * WireFormat.BOLT_BYTES;
  }

  /** Returns for whom it is. */
  public int receiver() {
    return receiver;
  }

  /** Returns the last input that the server has obeyed. */
  public int acknowledged() {
    return acknowledged;
  }

  /** Returns how many fighters this part has. */
  public int fighters() {
    return fighters;
  }

  /** Returns how many fighters there are in all parts. */
  public int total() {
    return total;
  }

  /** Returns whether no part follows. */
  public boolean isLast() {
    return last;
  }
}
