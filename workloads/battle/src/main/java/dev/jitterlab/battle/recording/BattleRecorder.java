package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Weapon;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes a battle down as it is played: per tick only the inputs that changed. Not thread-safe; the
 * stream belongs to the caller.
 */
public final class BattleRecorder {
  static final int MAGIC = 0x4A424232; // "JBB2"
  static final int END = 0xFFFF;
  static final int PRESENCE = 0x8000;

  /** The most that a tick takes, by docs/battle-rules.md. */
  static final int MAX_TICK_BYTES =
      2 * Short.BYTES + BattleRules.MAX_PLAYERS * (5 + Weapon.values().length * 2 * Short.BYTES);

  /** What the end takes. */
  static final int END_BYTES = Short.BYTES + Long.BYTES;

  private static final Weapon[] WEAPONS = Weapon.values();

  private final DataOutput out;
  private final Battle battle;
  private final int players;
  private final int[] moveX = new int[BattleRules.MAX_PLAYERS];
  private final int[] moveY = new int[BattleRules.MAX_PLAYERS];
  private final int[] aim = new int[BattleRules.MAX_PLAYERS];
  private int present;

  /**
   * Writes the head of a recording.
   *
   * @param battle before its first step
   * @param seed what it was made with
   */
  public BattleRecorder(DataOutput out, Battle battle, long seed) throws IOException {
    BattleRules rules = battle.rules();
    this.out = out;
    this.battle = battle;
    this.players = battle.fighters().count();
    this.present = (1 << players) - 1;
    out.writeInt(MAGIC);
    out.writeByte(battle.mode().code());
    out.writeByte(players);
    out.writeShort(rules.ticksPerSecond());
    out.writeInt(rules.timeLimitTicks());
    out.writeInt(rules.scoreLimit());
    out.writeByte(rules.physicsEvery());
    out.writeLong(seed);
  }

  /** Writes what the next step is given; to be called right before it. */
  public void beforeStep(BattleInputs inputs) throws IOException {
    int nowPresent = 0;
    int changed = 0;
    for (int i = 0; i < players; i++) {
      nowPresent |= battle.fighters().isPresent(i) ? 1 << i : 0;
      changed |= isChanged(inputs, i) ? 1 << i : 0;
    }
    out.writeShort(changed | (nowPresent == present ? 0 : PRESENCE));
    if (nowPresent != present) {
      present = nowPresent;
      out.writeShort(present);
    }
    for (int i = 0; i < players; i++) {
      if ((changed >> i & 1) != 0) {
        write(inputs, i);
      }
    }
  }

  private boolean isChanged(BattleInputs inputs, int i) {
    return inputs.buttons(i) != 0
        || inputs.moveX(i) != moveX[i]
        || inputs.moveY(i) != moveY[i]
        || inputs.aim(i) != aim[i];
  }

  private void write(BattleInputs inputs, int i) throws IOException {
    moveX[i] = inputs.moveX(i);
    moveY[i] = inputs.moveY(i);
    aim[i] = inputs.aim(i);
    out.writeByte(moveX[i]);
    out.writeByte(moveY[i]);
    out.writeShort(aim[i]);
    out.writeByte(inputs.buttons(i));
    for (Weapon weapon : WEAPONS) {
      if ((inputs.buttons(i) & weapon.button()) != 0) {
        out.writeShort(inputs.pressAim(i, weapon));
        out.writeShort(inputs.pressRemaining(i, weapon));
      }
    }
  }

  /** Ends the recording with the state that was reached. */
  public void end() throws IOException {
    out.writeShort(END);
    out.writeLong(battle.stateHash());
  }
}
