package dev.jitterlab.arena.wire;

import java.nio.ByteBuffer;

/**
 * One picture of the world for one client, in parts that are a datagram each. The fighter's update
 * fills it and gives it away; whoever sends it gives it back with {@link #free}.
 */
public final class StateFrame {
  private final int partBytes;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private int[] ends = new int[1];
  private int parts;
  private int partStart;
  private int fighters;
  private int bolts;
  private volatile boolean inFlight;

  // What every part repeats.
  private int id;
  private int acknowledged;
  private int update;
  private int total;

  /** Creates an empty one whose parts have at most so many bytes. */
  public StateFrame(int partBytes) {
    this.partBytes = partBytes;
  }

  /** Returns whether it may be filled. */
  public boolean isFree() {
    return !inFlight;
  }

  /** Says that it was sent, or will not be. */
  public void free() {
    inFlight = false;
  }

  /** Says that it is given to somebody who sends it. Before that. */
  public void take() {
    inFlight = true;
  }

  /** Begins a picture. */
  public void begin(
      int receiver, int lastInput, long updateNumber, int fighterCount, int mostBolts) {
    long bytes =
        (long) fighterCount * WireFormat.FIGHTER_BYTES + (long) mostBolts * WireFormat.BOLT_BYTES;
    long mostParts =
        bytes / (partBytes - WireFormat.STATE_HEADER_BYTES - WireFormat.FIGHTER_BYTES) + 2;
    int needed = Math.toIntExact(bytes + mostParts * WireFormat.STATE_HEADER_BYTES);
    if (buffer.capacity() < needed) {
      buffer =
          ByteBuffer.allocate(needed + needed / 4); // a bit more, so that few joins make it grow
    }
    if (ends.length < mostParts) {
      ends = new int[(int) mostParts + 2];
    }
    buffer.clear();
    parts = 0;
    id = receiver;
    acknowledged = lastInput;
    update = (int) updateNumber;
    total = fighterCount;
    beginPart();
  }

  private void beginPart() {
    partStart = buffer.position();
    buffer.position(partStart + WireFormat.STATE_HEADER_BYTES);
    fighters = 0;
    bolts = 0;
  }

  private void endPart(boolean isLast) {
    int end = buffer.position();
    buffer.position(partStart);
    Headers.write(buffer, WireFormat.STATE);
    buffer
        .putShort((short) id)
        .putInt(acknowledged)
        .putInt(update)
        .putShort((short) total)
        .put((byte) parts)
        .put((byte) (isLast ? 1 : 0))
        .putShort((short) fighters)
        .putShort((short) bolts);
    buffer.position(end);
    ends[parts++] = end;
  }

  /** Adds a fighter; all fighters come before the first bolt. Coordinates in map units. */
  public void fighter(int fighterId, float x, float y, int heading, int flags) {
    room(WireFormat.FIGHTER_BYTES);
    buffer
        .putShort((short) fighterId)
        .putShort((short) (x * WireFormat.STEPS_PER_UNIT))
        .putShort((short) (y * WireFormat.STEPS_PER_UNIT))
        .put((byte) (heading >>> 8))
        .put((byte) flags);
    fighters++;
  }

  /** Adds a bolt, unless there are more of them than were said. */
  public void bolt(float x, float y, int heading) {
    if (buffer.remaining() < WireFormat.BOLT_BYTES + WireFormat.STATE_HEADER_BYTES
        || ends.length - parts < 2) {
      return;
    }
    room(WireFormat.BOLT_BYTES);
    buffer
        .putShort((short) (x * WireFormat.STEPS_PER_UNIT))
        .putShort((short) (y * WireFormat.STEPS_PER_UNIT))
        .putShort((short) heading);
    bolts++;
  }

  private void room(int bytes) {
    if (buffer.position() - partStart + bytes > partBytes) {
      endPart(false);
      beginPart();
    }
  }

  /** Ends the picture. */
  public void end() {
    endPart(true);
  }

  /** Returns how many bytes all parts have together. After {@link #end}. */
  public int bytes() {
    return ends[parts - 1];
  }

  /** Returns how many fighters it is about. */
  public int told() {
    return total;
  }

  /** Returns how many parts it has. */
  public int parts() {
    return parts;
  }

  /** Returns a part, from position to limit; the next call changes it. For who sends it. */
  public ByteBuffer part(int index) {
    buffer.limit(ends[index]);
    buffer.position(index == 0 ? 0 : ends[index - 1]);
    return buffer;
  }
}
