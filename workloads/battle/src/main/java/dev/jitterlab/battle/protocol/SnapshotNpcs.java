package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.NpcKind;
import dev.jitterlab.battle.rules.Npcs;
import java.nio.ByteBuffer;

/**
 * The server's own fighters, from one STATE. Lengths are map units, velocities units per second.
 * Reused from packet to packet; not thread-safe.
 */
public final class SnapshotNpcs {
  private static final NpcKind[] KINDS = NpcKind.values();

  private int count;
  private final byte[] kind = new byte[Npcs.CAPACITY];
  private final short[] x = new short[Npcs.CAPACITY];
  private final short[] y = new short[Npcs.CAPACITY];
  private final short[] velocityX = new short[Npcs.CAPACITY];
  private final short[] velocityY = new short[Npcs.CAPACITY];
  private final short[] health = new short[Npcs.CAPACITY];

  SnapshotNpcs() {}

  /** Returns false when a field is out of its range. */
  boolean decode(ByteBuffer in, int expected) {
    count = expected;
    for (int i = 0; i < count; i++) {
      kind[i] = in.get();
      x[i] = in.getShort();
      y[i] = in.getShort();
      velocityX[i] = in.getShort();
      velocityY[i] = in.getShort();
      health[i] = in.getShort();
      if (kind[i] < 0 || kind[i] >= KINDS.length || !Wire.isOnMap(x(i), y(i)) || health[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns how many the battle has, the dead ones too. */
  public int count() {
    return count;
  }

  /** Returns what one is. */
  public NpcKind kind(int npc) {
    return KINDS[kind[npc]];
  }

  /** Returns the x of one. */
  public int x(int npc) {
    return x[npc] & 0xFFFF;
  }

  /** Returns the y of one. */
  public int y(int npc) {
    return y[npc] & 0xFFFF;
  }

  /** Returns the velocity along x. */
  public int velocityX(int npc) {
    return velocityX[npc];
  }

  /** Returns the velocity along y. */
  public int velocityY(int npc) {
    return velocityY[npc];
  }

  /** Returns the health, 0 for a dead one. */
  public int health(int npc) {
    return health[npc];
  }
}
