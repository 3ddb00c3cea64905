package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.io.DataInput;
import java.io.IOException;

/** A recorded battle, played again. Not thread-safe. */
public final class BattleReplay {
  private static final GameMode[] MODES = GameMode.values();

  private final BattleInputs inputs = new BattleInputs();
  private final Battle battle;
  private final int players;
  private final long recordedHash;

  /**
   * Plays the recording to its end.
   *
   * @throws IOException if it cannot be read, is cut off or is no recording
   */
  public BattleReplay(DataInput in, Logic logic) throws IOException {
    if (in.readInt() != BattleRecorder.MAGIC) {
      throw new IOException("not a recording of a battle, or of another version");
    }
    try {
      int mode = in.readUnsignedByte();
      players = in.readUnsignedByte();
      BattleRules rules = new BattleRules(in.readUnsignedShort(), in.readInt(), in.readInt());
      battle = new Battle(modeOf(mode), logic, rules, players, in.readLong());
      recordedHash = playAll(in);
    } catch (IllegalArgumentException e) {
      throw new IOException("a damaged recording: " + e.getMessage(), e);
    }
  }

  private static GameMode modeOf(int code) {
    if (code >= MODES.length) {
      throw new IllegalArgumentException("no game mode " + code);
    }
    return MODES[code];
  }

  private long playAll(DataInput in) throws IOException {
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
          inputs.add(
              i, in.readByte(), in.readByte(), in.readUnsignedShort(), in.readUnsignedByte());
        }
      }
      battle.step(inputs);
    }
    return in.readLong();
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
