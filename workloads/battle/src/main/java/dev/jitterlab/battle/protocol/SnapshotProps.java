package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.PropKind;
import dev.jitterlab.battle.rules.Props;
import java.nio.ByteBuffer;

/**
 * The things in the arena, from one STATE. Lengths are map units. Reused from packet to packet; not
 * thread-safe.
 */
public final class SnapshotProps {
  private static final PropKind[] KINDS = PropKind.values();

  private int count;
  private final byte[] kind = new byte[Props.CAPACITY];
  private final short[] x = new short[Props.CAPACITY];
  private final short[] y = new short[Props.CAPACITY];

  SnapshotProps() {}

  /** Returns false when a field is out of its range. */
  boolean decode(ByteBuffer in, int expected, int players) {
    count = expected;
    for (int i = 0; i < count; i++) {
      kind[i] = in.get();
      x[i] = in.getShort();
      y[i] = in.getShort();
      if ((kind[i] & StateBody.KIND_MASK) >= KINDS.length
          || (carrier(i) >= players && carrier(i) != Props.NOBODY)
          || !Wire.isOnMap(x(i), y(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many the battle has. */
  public int count() {
    return count;
  }

  /** Returns what one is. */
  public PropKind kind(int prop) {
    return KINDS[kind[prop] & StateBody.KIND_MASK];
  }

  /** Returns the x of one. */
  public int x(int prop) {
    return x[prop] & 0xFFFF;
  }

  /** Returns the y of one. */
  public int y(int prop) {
    return y[prop] & 0xFFFF;
  }

  /** Returns the player who carries it, or {@link Props#NOBODY}. */
  public int carrier(int prop) {
    return kind[prop] >> StateBody.CARRIER_SHIFT & StateBody.KIND_MASK;
  }
}
