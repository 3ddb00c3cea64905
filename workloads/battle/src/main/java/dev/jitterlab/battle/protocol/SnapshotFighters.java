package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Fighters;

/** The players' fighters, from one STATE. Reused from packet to packet; not thread-safe. */
final class SnapshotFighters extends SnapshotBodies {
  /** The step that aims are rounded down to: 1/1,024 of a turn. */
  static final int AIM_STEP = 64;

  static final int BITS = 2 * PLACE_BITS + 2 * VELOCITY_BITS + 10 + 7 + 1 + 16;

  private static final int AIM_BITS = 10;
  private static final int HEALTH_BITS = 7;
  private static final int KILLS_BITS = 16;
  private static final int AIMS = Angles.TURN / AIM_STEP;
  private static final int AIM_ORDER = 3;

  private final short[] aim = new short[BattleRules.MAX_PLAYERS];
  private final byte[] health = new byte[BattleRules.MAX_PLAYERS];
  private final short[] kills = new short[BattleRules.MAX_PLAYERS];
  private int shielded;

  SnapshotFighters() {
    super(BattleRules.MAX_PLAYERS);
  }

  void capture(Fighters from, int tick) {
    shielded = 0;
    for (int i = 0; i < from.count(); i++) {
      captureMotion(from, i);
      aim[i] = (short) (from.aim(i) / AIM_STEP);
      health[i] = (byte) from.health(i);
      kills[i] = (short) from.kills(i);
      shielded |= from.isShielded(i, tick) ? 1 << i : 0;
    }
  }

  void put(BitWriter out, int i) {
    putMotion(out, i);
    out.put(aim[i], AIM_BITS);
    putCondition(out, i);
  }

  void get(BitReader in, int i) {
    getMotion(in, i);
    aim[i] = (short) in.getInt(AIM_BITS);
    getCondition(in, i);
  }

  private void putCondition(BitWriter out, int i) {
    out.put(health[i], HEALTH_BITS);
    out.putBit(isShielded(i));
    out.put(kills[i], KILLS_BITS);
  }

  private void getCondition(BitReader in, int i) {
    health[i] = (byte) in.getAtMost(HEALTH_BITS, BattleRules.MAX_HEALTH);
    setShielded(i, in.getBit());
    kills[i] = (short) in.getInt(KILLS_BITS);
  }

  boolean isAsPredicted(SnapshotFighters base, int i, Passage since) {
    return movesAsPredicted(base, i, since) && aim[i] == base.aim[i] && isConditionOf(base, i);
  }

  private boolean isConditionOf(SnapshotFighters base, int i) {
    return health[i] == base.health[i]
        && isShielded(i) == base.isShielded(i)
        && kills[i] == base.kills[i];
  }

  void putChange(BitWriter out, SnapshotFighters base, int i, Passage since) {
    boolean moves = movesAsPredicted(base, i, since);
    boolean aims = aim[i] == base.aim[i];
    boolean condition = isConditionOf(base, i);
    out.putBit(!moves);
    out.putBit(!aims);
    out.putBit(!condition);
    if (!moves) {
      putMotionChange(out, base, i, since);
    }
    if (!aims) {
      int turned = (aim[i] - base.aim[i] + AIMS + AIMS / 2) % AIMS - AIMS / 2;
      out.putSigned(turned, AIM_ORDER);
    }
    if (!condition) {
      putCondition(out, i);
    }
  }

  void getChange(BitReader in, SnapshotFighters base, int i, Passage since) {
    boolean moves = !in.getBit();
    boolean aims = !in.getBit();
    boolean condition = !in.getBit();
    predict(base, i, since);
    if (!moves) {
      getMotionChange(in, base, i, since);
    }
    if (!aims) {
      aim[i] = (short) ((base.aim[i] + in.getSigned(AIM_ORDER)) & (AIMS - 1));
    }
    if (!condition) {
      getCondition(in, i);
    }
  }

  void predict(SnapshotFighters base, int i, Passage since) {
    predictMotion(base, i, since);
    aim[i] = base.aim[i];
    health[i] = base.health[i];
    setShielded(i, base.isShielded(i));
    kills[i] = base.kills[i];
  }

  private void setShielded(int i, boolean value) {
    shielded = value ? shielded | 1 << i : shielded & ~(1 << i);
  }

  int aim(int i) {
    return aim[i] * AIM_STEP;
  }

  int health(int i) {
    return health[i];
  }

  boolean isShielded(int i) {
    return (shielded >> i & 1) != 0;
  }

  int kills(int i) {
    return kills[i] & 0xFFFF;
  }
}
