package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.rules.Weapon;
import java.io.DataInput;
import java.io.IOException;
import java.util.function.Consumer;

/** A recorded battle, played again. Not thread-safe. */
public final class BattleReplay {
  private static final GameMode[] MODES = GameMode.values();
  private static final Weapon[] WEAPONS = Weapon.values();
  private static final int VERSION_SHIFT = Byte.SIZE;

  private final BattleInputs inputs = new BattleInputs();
  private final Battle battle;
  private final int players;
  private final long recordedHash;

  /**
   * Plays the recording to its end.
   *
   * @param afterTick receives the battle after every tick
   * @throws IOException if it cannot be read, is cut off or is no recording of this version
   */
  public BattleReplay(DataInput in, Logic logic, Consumer<Battle> afterTick) throws IOException {
    checkVersion(in.readInt());
    try {
      int mode = in.readUnsignedByte();
      players = in.readUnsignedByte();
      BattleRules rules =
          new BattleRules(in.readUnsignedShort(), in.readInt(), in.readInt())
              .physicsEvery(in.readUnsignedByte());
      battle = new Battle(modeOf(mode), logic, rules, players, in.readLong());
      recordedHash = playAll(in, afterTick);
    } catch (IllegalArgumentException e) {
      throw new IOException("a damaged recording: " + e.getMessage(), e);
    }
  }

  private static void checkVersion(int magic) throws IOException {
    if (magic == BattleRecorder.MAGIC) {
      return;
    }
    if (magic >> VERSION_SHIFT == BattleRecorder.MAGIC >> VERSION_SHIFT) {
      throw new IOException(
          "a recording of version "
              + (char) (magic & 0xFF)
              + ", and this is the replay of version "
              + (char) (BattleRecorder.MAGIC & 0xFF)
              + "; replay it with the jar that wrote it");
    }
    throw new IOException("not a recording of a battle: it begins with another word than JBB");
  }

  private static GameMode modeOf(int code) {
    if (code >= MODES.length) {
      throw new IllegalArgumentException("no game mode " + code);
    }
    return MODES[code];
  }

  private long playAll(DataInput in, Consumer<Battle> afterTick) throws IOException {
    for (int mask = in.readUnsignedShort();
        mask != BattleRecorder.END;
        mask = in.readUnsignedShort()) {
      if ((mask & ~BattleRecorder.PRESENCE) >> players != 0) {
        throw new IllegalArgumentException("inputs of more than " + players + " players");
      }
      if ((mask & BattleRecorder.PRESENCE) != 0) {
        comeAndGo(in.readUnsignedShort());
      }
      inputs.nextTick();
      for (int i = 0; i < players; i++) {
        if ((mask >> i & 1) != 0) {
          readInput(in, i);
        }
      }
      battle.step(inputs);
      afterTick.accept(battle);
    }
    return in.readLong();
  }

  private void readInput(DataInput in, int player) throws IOException {
    inputs.add(player, in.readByte(), in.readByte(), in.readUnsignedShort(), 0);
    int buttons = in.readUnsignedByte();
    for (Weapon weapon : WEAPONS) {
      if ((buttons & weapon.button()) != 0) {
        inputs.press(player, weapon, in.readUnsignedShort(), in.readUnsignedShort());
      }
    }
  }

  private void comeAndGo(int present) {
    for (int i = 0; i < players; i++) {
      if ((present >> i & 1) == 0) {
        battle.leave(i);
      } else {
        battle.rejoin(i);
      }
    }
  }

  /** Returns the battle in the state that the replay reached. */
  public Battle battle() {
    return battle;
  }

  /** Returns whether the replay reached the state that was recorded. */
  public boolean isFaithful() {
    return battle.stateHash() == recordedHash;
  }
}
