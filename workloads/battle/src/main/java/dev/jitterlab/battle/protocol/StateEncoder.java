package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Battle;

/**
 * Makes the bodies of a battle's STATEs: for each player what he sees and nothing else, whole or as
 * the change since the tick that his client said to have ({@code docs/battle-protocol.md}). So a
 * lost packet needs no repetition: the next one is against what did arrive.
 *
 * <p>Per tick {@link #capture} once, then {@link #encode} for each player. Allocates nothing once
 * it has grown to the most projectiles in the air; belongs to the thread that steps the battle.
 */
public final class StateEncoder {
  /** How many ticks a baseline can be old, plus one. */
  public static final int HISTORY_TICKS = 32;

  /** The largest body: a datagram of 1,200 bytes less sealing and acknowledgement. */
  public static final int MAX_BYTES = ServerPacket.MAX_BYTES - ServerPacket.STATE_HEAD_BYTES;

  /** What always fits beside the projectiles; no budget is smaller. */
  static final int MIN_BUDGET_BYTES = 500;

  static final int PROJECTILE_GONE = 0b10;
  static final int PROJECTILE_BEFORE = 0b11;

  static final int BATTLE_LOW_BITS = 7;
  static final int TICK_LOW_BITS = 10;
  static final int AGE_BITS = 5;

  /** From this age of the baseline on, hybrid sends all again, whatever the evidence of loss. */
  static final int OLD_TICKS = HISTORY_TICKS * 3 / 4;

  /** The players of a battle rarely have more different baselines than that. */
  private static final int RECORD_SETS = 4;

  final StateHistory history;
  private final StateUpdates updates;
  private final int budgetBytes;
  private final BodyRecords whole = new BodyRecords();
  private final BodyRecords[] changes = new BodyRecords[RECORD_SETS];
  private final ProjectileBudget projectileBudget;
  private final BitWriter out = new BitWriter();

  /** What a player saw who has no baseline. */
  private final View nothing = new View();

  private final LossEvidence losses;
  private State now;
  private int baselineAge;

  /** Makes the encoder of a battle that keeps to the packet budget. */
  public StateEncoder(int battleId, Battle battle, StateUpdates updates, boolean fog) {
    this(battleId, battle, updates, fog, MAX_BYTES);
  }

  /** Makes the encoder of a battle that keeps to a smaller budget. */
  StateEncoder(int battleId, Battle battle, StateUpdates updates, boolean fog, int budgetBytes) {
    if (budgetBytes < MIN_BUDGET_BYTES || budgetBytes > MAX_BYTES) {
      throw new IllegalArgumentException("a state of " + budgetBytes + " bytes");
    }
    this.history = new StateHistory(battleId, battle, fog);
    this.updates = updates;
    this.losses = new LossEvidence(battle.fighters().count());
    this.budgetBytes = budgetBytes;
    this.projectileBudget = new ProjectileBudget(history);
    for (int i = 0; i < RECORD_SETS; i++) {
      changes[i] = new BodyRecords();
    }
  }

  /** Takes down the tick that was just played. */
  public void capture() {
    now = history.capture();
    whole.start(null, now);
    for (BodyRecords set : changes) {
      set.clear();
    }
  }

  /**
   * Encodes the tick for one player.
   *
   * @param seen the newest tick that the client said to have; any number is safe
   * @param into at least {@link #MAX_BYTES} long
   * @return the length of the body in bytes
   */
  public int encode(int player, int seen, byte[] into) {
    View view = history.view(now.tick, player);
    boolean isLosing = losses.isLosing(player, seen, now.tick);
    boolean isWhole = updates == StateUpdates.FULL || (updates == StateUpdates.HYBRID && isLosing);
    int age = isWhole ? 0 : ageOf(player, seen);
    int bytes;
    if (age == 0) {
      bytes = putWhole(player, view, into);
    } else {
      bytes = putChange(player, view, age, into);
      if (updates == StateUpdates.HYBRID && bytes > wholeBytes(view)) {
        age = 0;
        bytes = putWhole(player, view, into);
      }
    }
    view.isTold = true;
    baselineAge = age;
    return bytes;
  }

  /** Returns how many ticks old the baseline of the last body is; 0 for a full one. */
  public int baselineAge() {
    return baselineAge;
  }

  /** Returns the age of a baseline that is known and fresh enough, else 0. */
  private int ageOf(int player, int seen) {
    int age = now.tick - seen;
    int oldest = updates == StateUpdates.HYBRID ? OLD_TICKS - 1 : HISTORY_TICKS - 1;
    boolean known =
        age > 0 && age <= oldest && history.has(seen) && history.view(seen, player).isTold;
    return known ? age : 0;
  }

  private int putWhole(int player, View view, byte[] into) {
    out.start(into);
    out.putBit(false);
    out.put(now.battle, Integer.SIZE);
    out.put(now.tick, 31);
    out.put(now.ticksLeft, 31);
    out.put(now.ticksPerSecond, 10);
    out.put(now.arena, 8);
    out.put(now.mode, 3);
    out.put(now.players, 4);
    out.put(player, 4);
    out.put(now.npcs.count(), 3);
    out.put(now.props.count(), 4);
    out.put(now.gone, now.players);
    out.put(view.packs, Arena.PACKS);
    now.objective.put(out);
    out.put(view.fighters, now.players);
    out.put(view.npcs, now.npcs.count());
    out.put(view.props, now.props.count());
    putBodies(view, nothing, whole);
    projectileBudget.choose(now, player, whole, null, leftBits());
    for (int i = view.nextTold(0); i < now.projectiles.count(); i = view.nextTold(i + 1)) {
      out.putBit(true);
      now.projectiles.put(out, i);
    }
    out.putBit(false);
    return out.finish();
  }

  /** Returns how long {@link #putWhole} would be without a budget. */
  private int wholeBytes(View view) {
    int bits = 1 + Integer.SIZE + 31 + 31 + 10 + 8 + 3 + 4 + 4 + 3 + 4 + Arena.PACKS + 1;
    bits += StateObjective.BITS + 2 * now.players + now.npcs.count() + now.props.count();
    bits += Integer.bitCount(view.fighters) * StateFighters.BITS;
    bits += Integer.bitCount(view.npcs) * StateNpcs.BITS;
    for (int left = view.props; left != 0; left &= left - 1) {
      bits += now.props.bits(Integer.numberOfTrailingZeros(left));
    }
    bits += view.countInSight() * (1 + StateProjectiles.BITS);
    return (bits + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Writes each body in sight: as a change if it was before, else whole. */
  private void putBodies(View view, View before, BodyRecords changed) {
    for (int left = view.fighters; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      ((before.fighters >> i & 1) != 0 ? changed : whole).copyFighter(out, i);
    }
    for (int left = view.npcs; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      ((before.npcs >> i & 1) != 0 ? changed : whole).copyNpc(out, i);
    }
    for (int left = view.props; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      ((before.props >> i & 1) != 0 ? changed : whole).copyProp(out, i);
    }
  }

  private int putChange(int player, View view, int age, byte[] into) {
    State base = history.world(now.tick - age);
    View before = history.view(base.tick, player);
    BodyRecords records = recordsAgainst(base);
    out.start(into);
    out.putBit(true);
    out.put(now.battle, BATTLE_LOW_BITS);
    out.put(now.tick, TICK_LOW_BITS);
    out.put(age, AGE_BITS);
    putPublicChange(base, view, before);
    putSightChange(view, before);
    putBodies(view, before, records);
    projectileBudget.choose(now, player, records, before, leftBits());
    putProjectileChanges(view, before, base.projectiles, records);
    return out.finish();
  }

  private void putPublicChange(State base, View view, View before) {
    int radiusChange = now.radiusChangeSince(base);
    boolean objective = !now.objective.isAsPredicted(base.objective, radiusChange);
    boolean gone = now.gone != base.gone;
    boolean packs = view.packs != before.packs;
    out.putBit(objective || gone || packs);
    if (objective || gone || packs) {
      out.putBit(objective);
      if (objective) {
        now.objective.putChange(out, base.objective, radiusChange);
      }
      out.putBit(gone);
      if (gone) {
        out.put(now.gone, now.players);
      }
      out.putBit(packs);
      if (packs) {
        out.put(view.packs, Arena.PACKS);
      }
    }
  }

  /** Writes who has come into sight or left it. */
  private void putSightChange(View view, View before) {
    int fighters = view.fighters ^ before.fighters;
    int npcs = view.npcs ^ before.npcs;
    int props = view.props ^ before.props;
    out.putBit((fighters | npcs | props) != 0);
    if ((fighters | npcs | props) != 0) {
      out.put(fighters, now.players);
      out.put(npcs, now.npcs.count());
      out.put(props, now.props.count());
    }
  }

  /** Goes through the baseline's projectiles and the present ones, both in the order of launch. */
  private void putProjectileChanges(
      View view, View before, StateProjectiles base, BodyRecords records) {
    int old = before.nextTold(0);
    for (int i = view.nextTold(0); i < now.projectiles.count(); i = view.nextTold(i + 1)) {
      int launch = now.projectiles.launch(i);
      while (old < base.count() && base.launch(old) - launch < 0) {
        out.put(PROJECTILE_GONE, 2);
        old = before.nextTold(old + 1);
      }
      if (old < base.count() && records.origin(i) == old) {
        out.putBit(false);
        old = before.nextTold(old + 1);
      } else {
        out.put(PROJECTILE_BEFORE, old < base.count() ? 2 : 1);
        now.projectiles.putNew(out, i, now, view);
      }
    }
    for (; old < base.count(); old = before.nextTold(old + 1)) {
      out.put(PROJECTILE_GONE, 2);
    }
    out.putBit(false);
  }

  private BodyRecords recordsAgainst(State base) {
    BodyRecords set = changes[base.tick % RECORD_SETS];
    if (!set.isAgainst(base.tick)) {
      set.start(base, now);
    }
    return set;
  }

  private int leftBits() {
    return budgetBytes * Byte.SIZE - out.position();
  }
}
