package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * What every player wants in one tick. Filled by the owner of the battle before each {@link
 * Battle#step}; not thread-safe.
 *
 * <p>Inputs that arrive in the same tick are merged: the last movement and aim count, and no press
 * of a trigger is lost. A player without an input keeps moving and aiming, and does not shoot.
 */
public final class BattleInputs {
  /** The greatest magnitude of a movement component. */
  public static final int MAX_MOVE = 127;

  /** The bits that an input's buttons may have. */
  public static final int BUTTONS = (1 << Weapon.values().length) - 1;

  final int[] moveX = new int[BattleRules.MAX_PLAYERS];
  final int[] moveY = new int[BattleRules.MAX_PLAYERS];
  final int[] aim = new int[BattleRules.MAX_PLAYERS];
  final int[] buttons = new int[BattleRules.MAX_PLAYERS];

  /** Releases all triggers, as the next tick starts. */
  public void nextTick() {
    Arrays.fill(buttons, 0);
  }

  /** Adds an input; values outside their range are an error of the caller. */
  public void add(int player, int moveX, int moveY, int aim, int buttons) {
    if (Math.abs(moveX) > MAX_MOVE
        || Math.abs(moveY) > MAX_MOVE
        || aim < 0
        || aim >= Angles.TURN
        || (buttons & ~BUTTONS) != 0) {
      throw new IllegalArgumentException(
          "no input: move " + moveX + "," + moveY + " aim " + aim + " buttons " + buttons);
    }
    this.moveX[player] = moveX;
    this.moveY[player] = moveY;
    this.aim[player] = aim;
    this.buttons[player] |= buttons;
  }

  /** Returns the movement along x that a player wants. */
  public int moveX(int player) {
    return moveX[player];
  }

  /** Returns the movement along y that a player wants. */
  public int moveY(int player) {
    return moveY[player];
  }

  /** Returns where a player aims. */
  public int aim(int player) {
    return aim[player];
  }

  /** Returns the triggers that a player pressed for this tick. */
  public int buttons(int player) {
    return buttons[player];
  }
}
