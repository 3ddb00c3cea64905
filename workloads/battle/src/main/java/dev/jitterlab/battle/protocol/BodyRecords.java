package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.Props;

/**
 * What one tick says of each body against one baseline, encoded when the first player needs it and
 * copied for all others who have the same baseline.
 */
final class BodyRecords {
  private static final int FIRST_NPC = BattleRules.MAX_PLAYERS;
  private static final int FIRST_PROP = FIRST_NPC + Npcs.CAPACITY;
  private static final int RECORD_BYTES = 32;

  private final byte[] bytes = new byte[(FIRST_PROP + Props.CAPACITY) * RECORD_BYTES];
  private final int[] widths = new int[FIRST_PROP + Props.CAPACITY];
  private final BitWriter writer = new BitWriter();
  private final Passage passage = new Passage();
  private final int[] origins = new int[Projectiles.CAPACITY];
  private State base;
  private State now;
  private int baseTick;
  private int known;

  /**
   * Starts a new set.
   *
   * @param newBase null for records without a baseline
   */
  void start(State newBase, State newNow) {
    base = newBase;
    now = newNow;
    known = 0;
    if (base != null) {
      baseTick = base.tick;
      passage.set(now.tick - base.tick, now.ticksPerSecond);
      findOrigins();
    }
  }

  /** Forgets all, as the next tick starts. */
  void clear() {
    base = null;
  }

  boolean isAgainst(int tick) {
    return base != null && baseTick == tick;
  }

  /** Finds for each projectile the one of the baseline that it is, and as predicted. */
  private void findOrigins() {
    StateProjectiles before = base.projectiles;
    StateProjectiles after = now.projectiles;
    int origin = 0;
    for (int i = 0; i < after.count(); i++) {
      while (origin < before.count() && before.launch(origin) - after.launch(i) < 0) {
        origin++;
      }
      boolean same =
          origin < before.count()
              && before.launch(origin) == after.launch(i)
              && after.isAsPredicted(i, before, origin, passage);
      origins[i] = same ? origin : -1;
    }
  }

  /** Returns which projectile of the baseline one is, when it is where it must be; else −1. */
  int origin(int projectile) {
    return base == null ? -1 : origins[projectile];
  }

  void copyFighter(BitWriter out, int i) {
    if (isUnknown(i)) {
      if (base == null) {
        now.fighters.put(writer, i);
      } else if (now.fighters.isAsPredicted(base.fighters, i, passage)) {
        writer.putBit(false);
      } else {
        writer.putBit(true);
        now.fighters.putChange(writer, base.fighters, i, passage);
      }
    }
    copy(out, i);
  }

  void copyNpc(BitWriter out, int i) {
    if (isUnknown(FIRST_NPC + i)) {
      if (base == null) {
        now.npcs.put(writer, i);
      } else if (now.npcs.isAsPredicted(base.npcs, i, passage)) {
        writer.putBit(false);
      } else {
        writer.putBit(true);
        now.npcs.putChange(writer, base.npcs, i, passage);
      }
    }
    copy(out, FIRST_NPC + i);
  }

  void copyProp(BitWriter out, int i) {
    if (isUnknown(FIRST_PROP + i)) {
      if (base == null) {
        now.props.put(writer, i);
      } else if (now.props.isAsPredicted(base.props, i)) {
        writer.putBit(false);
      } else {
        writer.putBit(true);
        now.props.putChange(writer, base.props, i);
      }
    }
    copy(out, FIRST_PROP + i);
  }

  /** Makes the writer ready for a record that nobody has needed yet. */
  private boolean isUnknown(int record) {
    if ((known >> record & 1) != 0) {
      return false;
    }
    known |= 1 << record;
    widths[record] = -1;
    writer.startAt(bytes, record * RECORD_BYTES);
    return true;
  }

  private void copy(BitWriter out, int record) {
    int offset = record * RECORD_BYTES;
    if (widths[record] < 0) {
      widths[record] = writer.position() - offset * Byte.SIZE;
      writer.finish();
    }
    out.putCopy(bytes, offset, widths[record]);
  }
}
