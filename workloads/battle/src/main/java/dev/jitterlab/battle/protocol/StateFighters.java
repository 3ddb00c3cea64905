package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Fighters;

/** The players' fighters, from one STATE. Reused from packet to packet; not thread-safe. */
public final class StateFighters extends StateMotions {
  /** The step that aims are rounded down to: 1/256 of a turn. */
  static final int AIM_STEP = 256;

  static final int BITS = 2 * PLACE_BITS + 2 * VELOCITY_BITS + 8 + 7 + 1 + 16;

  private static final int AIM_BITS = 8;
  private static final int HEALTH_BITS = 7;
  private static final int KILLS_BITS = 16;
  private static final int HEALTH_ORDER = 3;
  private static final int KILLS_ORDER = 0;
  private static final int AIMS = Angles.TURN / AIM_STEP;
  private static final int AIM_ORDER = 1;

  private final short[] aim = new short[BattleRules.MAX_PLAYERS];
  private final byte[] health = new byte[BattleRules.MAX_PLAYERS];
  private final short[] kills = new short[BattleRules.MAX_PLAYERS];
  private int shielded;

  StateFighters() {
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

  boolean isAsPredicted(StateFighters base, int i, Passage since) {
    return movesAsPredicted(base, i, since) && aim[i] == base.aim[i] && isConditionOf(base, i);
  }

  private boolean isConditionOf(StateFighters base, int i) {
    return health[i] == base.health[i]
        && isShielded(i) == base.isShielded(i)
        && kills[i] == base.kills[i];
  }

  void putChange(BitWriter out, StateFighters base, int i, Passage since) {
    putMotionChange(out, base, i, since);
    int turned = (aim[i] - base.aim[i] + AIMS + AIMS / 2) % AIMS - AIMS / 2;
    out.putSigned(turned, AIM_ORDER);
    boolean changed = !isConditionOf(base, i);
    out.putBit(changed);
    if (changed) {
      out.putSigned(health[i] - base.health[i], HEALTH_ORDER);
      out.putSigned(kills(i) - base.kills(i), KILLS_ORDER);
      out.putBit(isShielded(i));
    }
  }

  void getChange(BitReader in, StateFighters base, int i, Passage since) {
    predict(base, i, since);
    getMotionChange(in, base, i, since);
    aim[i] = (short) ((base.aim[i] + in.getSigned(AIM_ORDER)) & (AIMS - 1));
    if (in.getBit()) {
      int healed = in.getSigned(HEALTH_ORDER);
      health[i] = (byte) in.inRange(base.health[i] + healed, 0, BattleRules.MAX_HEALTH);
      kills[i] = (short) in.inRange(base.kills(i) + in.getSigned(KILLS_ORDER), 0, 65_535);
      setShielded(i, in.getBit());
    }
  }

  void predict(StateFighters base, int i, Passage since) {
    predictMotion(base, i, since);
    aim[i] = base.aim[i];
    health[i] = base.health[i];
    setShielded(i, base.isShielded(i));
    kills[i] = base.kills[i];
  }

  private void setShielded(int i, boolean value) {
    shielded = value ? shielded | 1 << i : shielded & ~(1 << i);
  }

  /** Returns where a fighter aims, as an angle, in 1/256 of a turn. */
  public int aim(int i) {
    return aim[i] * AIM_STEP;
  }

  /** Returns a fighter's health. */
  public int health(int i) {
    return health[i];
  }

  /** Returns whether a fighter cannot be hurt. */
  public boolean isShielded(int i) {
    return (shielded >> i & 1) != 0;
  }

  /** Returns a player's kills. */
  public int kills(int i) {
    return kills[i] & 0xFFFF;
  }
}
