package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.NpcKind;
import dev.jitterlab.battle.rules.Npcs;

/** The server's own fighters, from one STATE. Reused from packet to packet; not thread-safe. */
public final class StateNpcs extends StateMotions {
  static final int BITS = 2 * PLACE_BITS + 2 * VELOCITY_BITS + 2 + 15;

  private static final int KIND_BITS = 2;
  private static final int HEALTH_BITS = 15;
  private static final NpcKind[] KINDS = NpcKind.values();

  int count;
  private final byte[] kind = new byte[Npcs.CAPACITY];
  private final short[] health = new short[Npcs.CAPACITY];

  StateNpcs() {
    super(Npcs.CAPACITY);
  }

  void capture(Npcs from) {
    count = from.count();
    for (int i = 0; i < count; i++) {
      captureMotion(from, i);
      kind[i] = (byte) from.kind(i).code();
      health[i] = (short) from.health(i);
    }
  }

  void put(BitWriter out, int i) {
    putMotion(out, i);
    out.put(kind[i], KIND_BITS);
    out.put(health[i], HEALTH_BITS);
  }

  void get(BitReader in, int i) {
    getMotion(in, i);
    kind[i] = (byte) in.getAtMost(KIND_BITS, KINDS.length - 1);
    health[i] = (short) in.getInt(HEALTH_BITS);
  }

  boolean isAsPredicted(StateNpcs base, int i, Passage since) {
    return movesAsPredicted(base, i, since) && health[i] == base.health[i];
  }

  void putChange(BitWriter out, StateNpcs base, int i, Passage since) {
    boolean moves = movesAsPredicted(base, i, since);
    boolean healthy = health[i] == base.health[i];
    out.putBit(!moves);
    out.putBit(!healthy);
    if (!moves) {
      putMotionChange(out, base, i, since);
    }
    if (!healthy) {
      out.put(health[i], HEALTH_BITS);
    }
  }

  void getChange(BitReader in, StateNpcs base, int i, Passage since) {
    boolean moves = !in.getBit();
    boolean healthy = !in.getBit();
    predict(base, i, since);
    if (!moves) {
      getMotionChange(in, base, i, since);
    }
    if (!healthy) {
      health[i] = (short) in.getInt(HEALTH_BITS);
    }
  }

  void predict(StateNpcs base, int i, Passage since) {
    predictMotion(base, i, since);
    kind[i] = base.kind[i];
    health[i] = base.health[i];
  }

  /** Returns how many the battle has, the dead and the unseen too. */
  public int count() {
    return count;
  }

  /** Returns what one in sight is. */
  public NpcKind kind(int npc) {
    return KINDS[kind[npc]];
  }

  /** Returns the health of one in sight, 0 for a dead one. */
  public int health(int npc) {
    return health[npc];
  }
}
