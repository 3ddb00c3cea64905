package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Props;
import java.nio.ByteBuffer;

/**
 * The client's side of {@link StateEncoder}: keeps the states that it received, as baselines of
 * those to come. Packets may be lost, come twice or in another order. Never throws. Not
 * thread-safe.
 */
public final class StateDecoder {
  /** States by tick, each in the place of the one 32 ticks before. */
  private final State[] received = new State[StateEncoder.HISTORY_TICKS];

  private final BitReader in = new BitReader();
  private final Passage passage = new Passage();
  private State spare = new State();
  private State decoded;
  private State latest;
  private int battleBefore;

  /**
   * Reads the body of a STATE from the buffer's position to its limit.
   *
   * @return OK also for one that is older than others; {@link Decoding#UNKNOWN_BASELINE} for one
   *     that is a change since a state which was never received
   */
  Decoding decode(ByteBuffer body) {
    if (!body.hasRemaining()) {
      return Decoding.BAD_LENGTH;
    }
    in.start(body);
    if (!in.getBit()) {
      getWhole();
    } else {
      State base = getBaseline();
      if (base == null) {
        return in.isRefused() ? Decoding.BAD_LENGTH : Decoding.UNKNOWN_BASELINE;
      }
      getChange(base);
    }
    if (!in.isAtEnd()) {
      return in.isRefused() ? Decoding.BAD_FIELD : Decoding.BAD_LENGTH;
    }
    keep();
    return Decoding.OK;
  }

  private void getWhole() {
    State now = spare;
    now.battle = (int) in.get(Integer.SIZE);
    now.tick = in.getInt(31);
    now.ticksLeft = in.getInt(31);
    now.ticksPerSecond = in.inRange(in.getInt(10), 1, BattleRules.MAX_TICKS_PER_SECOND);
    now.arena = in.getInt(8);
    now.mode = in.getAtMost(3, State.MODES.length - 1);
    now.players = in.inRange(in.getInt(4), BattleRules.MIN_PLAYERS, BattleRules.MAX_PLAYERS);
    now.you = in.getAtMost(4, now.players - 1);
    now.npcs.count = in.getAtMost(3, Npcs.CAPACITY);
    now.props.count = in.getAtMost(4, Props.CAPACITY);
    now.gone = in.getInt(now.players);
    now.packs = in.getInt(Arena.PACKS);
    now.objective.get(in);
    now.fighters.sight = in.getInt(now.players);
    now.npcs.sight = in.getInt(now.npcs.count());
    now.props.sight = in.getInt(now.props.count());
    for (int left = now.fighters.sight; left != 0; left &= left - 1) {
      now.fighters.get(in, Integer.numberOfTrailingZeros(left));
    }
    for (int left = now.npcs.sight; left != 0; left &= left - 1) {
      now.npcs.get(in, Integer.numberOfTrailingZeros(left));
    }
    for (int left = now.props.sight; left != 0; left &= left - 1) {
      now.props.get(in, now.fighters, Integer.numberOfTrailingZeros(left));
    }
    now.projectiles.clear();
    while (in.getBit()) {
      now.projectiles.get(in, now.players, now.npcs.count());
    }
    requireOwnFighter(now);
  }

  private void requireOwnFighter(State now) {
    if (!now.fighters().isInSight(now.you)) {
      in.refuse();
    }
  }

  /** Reads the head of a change. Returns null when its baseline is not there. */
  private State getBaseline() {
    int battle = in.getInt(StateEncoder.BATTLE_LOW_BITS);
    int tick = in.getInt(StateEncoder.TICK_LOW_BITS);
    int age = in.getInt(StateEncoder.AGE_BITS);
    if (latest == null || (latest.battle & (1 << StateEncoder.BATTLE_LOW_BITS) - 1) != battle) {
      return null;
    }
    int unused = Integer.SIZE - StateEncoder.TICK_LOW_BITS;
    spare.tick = latest.tick + ((tick - latest.tick) << unused >> unused);
    int baseTick = spare.tick - age;
    return age > 0 && isReceived(baseTick) ? received[slot(baseTick)] : null;
  }

  private void getChange(State base) {
    State now = spare;
    int ticks = now.tick - base.tick;
    passage.set(ticks, base.ticksPerSecond);
    now.battle = base.battle;
    now.ticksLeft = in.inRange(base.ticksLeft - ticks, 0, Integer.MAX_VALUE);
    now.ticksPerSecond = base.ticksPerSecond;
    now.arena = base.arena;
    now.mode = base.mode;
    now.players = base.players;
    now.you = base.you;
    now.npcs.count = base.npcs.count;
    now.props.count = base.props.count;
    getPublicChange(base, now);
    getSightChange(base, now);
    getFighterChanges(base, now);
    getNpcChanges(base, now);
    getPropChanges(base, now);
    getProjectileChanges(base, now);
    requireOwnFighter(now);
  }

  private void getPublicChange(State base, State now) {
    boolean any = in.getBit();
    int radiusChange = now.radiusChangeSince(base);
    if (any && in.getBit()) {
      now.objective.getChange(in, base.objective, radiusChange);
    } else {
      now.objective.predict(in, base.objective, radiusChange);
    }
    now.gone = any && in.getBit() ? in.getInt(base.players) : base.gone;
    now.packs = any && in.getBit() ? in.getInt(Arena.PACKS) : base.packs;
  }

  private void getSightChange(State base, State now) {
    boolean any = in.getBit();
    now.fighters.sight = base.fighters.sight ^ (any ? in.getInt(now.players) : 0);
    now.npcs.sight = base.npcs.sight ^ (any ? in.getInt(now.npcs.count()) : 0);
    now.props.sight = base.props.sight ^ (any ? in.getInt(now.props.count()) : 0);
  }

  private void getFighterChanges(State base, State now) {
    for (int left = now.fighters.sight; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      if (!base.fighters.isInSight(i)) {
        now.fighters.get(in, i);
      } else if (in.getBit()) {
        now.fighters.getChange(in, base.fighters, i, passage);
      } else {
        now.fighters.predict(base.fighters, i, passage);
      }
    }
  }

  private void getNpcChanges(State base, State now) {
    for (int left = now.npcs.sight; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      if (!base.npcs.isInSight(i)) {
        now.npcs.get(in, i);
      } else if (in.getBit()) {
        now.npcs.getChange(in, base.npcs, i, passage);
      } else {
        now.npcs.predict(base.npcs, i, passage);
      }
    }
  }

  private void getPropChanges(State base, State now) {
    for (int left = now.props.sight; left != 0; left &= left - 1) {
      int i = Integer.numberOfTrailingZeros(left);
      if (!base.props.isInSight(i)) {
        now.props.get(in, now.fighters, i);
      } else if (in.getBit()) {
        now.props.getChange(in, base.props, now.fighters, i);
      } else {
        now.props.predict(in, base.props, now.fighters, i);
      }
    }
  }

  private void getProjectileChanges(State base, State now) {
    now.projectiles.clear();
    int old = 0;
    while (old < base.projectiles.count()) {
      if (!in.getBit()) {
        now.projectiles.addPredicted(in, base.projectiles, old++, passage);
      } else if (!in.getBit()) {
        old++;
      } else {
        now.projectiles.getNew(in, now);
      }
      if (in.isRefused()) {
        return;
      }
    }
    while (in.getBit()) {
      now.projectiles.getNew(in, now);
    }
  }

  /** Keeps a state as a baseline, unless a later one has its place or its battle was left. */
  private void keep() {
    decoded = spare;
    if (latest != null && decoded.battle != latest.battle) {
      if (decoded.battle == battleBefore) {
        return;
      }
      battleBefore = latest.battle;
      latest = null;
      for (State old : received) {
        if (old != null) {
          old.tick = -1;
        }
      }
    }
    int slot = slot(decoded.tick);
    State old = received[slot];
    if (old != null && old.tick >= decoded.tick) {
      return;
    }
    received[slot] = decoded;
    spare = old == null ? new State() : old;
    if (latest == null || decoded.tick > latest.tick) {
      latest = decoded;
    }
  }

  private static int slot(int tick) {
    return Math.floorMod(tick, StateEncoder.HISTORY_TICKS);
  }

  /** Returns the newest state of the newest battle; null before the first. */
  public State latest() {
    return latest;
  }

  /**
   * Returns the state of the newest battle that was current so many ticks before the latest, null
   * before the first. What was not received is replaced by what was before it, or else came next.
   */
  public State before(int ticks) {
    State found = latest;
    for (int age = 1; latest != null && age < received.length; age++) {
      boolean isOldEnough = latest.tick - found.tick >= ticks;
      if (!isOldEnough && isReceived(latest.tick - age)) {
        found = received[slot(latest.tick - age)];
      }
    }
    return found;
  }

  private boolean isReceived(int tick) {
    State there = received[slot(tick)];
    return tick > 0 && there != null && there.tick == tick;
  }

  /** Returns the state that was decoded last, which may be an old one; until the next decoding. */
  public State decoded() {
    return decoded;
  }
}
