package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.BattleInputs;

/**
 * One input of a player as the seven bytes that it has on the wire, in the low bits of a long: so
 * it travels from the decoder to the tick without an object.
 */
public final class PackedInput {
  static final int BYTES = 7;

  private PackedInput() {}

  /**
   * Packs an input; the first four have the ranges of {@link BattleInputs#add}.
   *
   * @param at when, in 1/65,536 of a tick after the tick that the player had seen, 0 to 65,535
   */
  public static long of(int moveX, int moveY, int aim, int buttons, int at) {
    return (moveX & 0xFFL) << 48
        | (moveY & 0xFFL) << 40
        | (aim & 0xFFFFL) << 24
        | (buttons & 0xFFL) << 16
        | (at & 0xFFFFL);
  }

  /** Returns the same input, done at another time, 0 to 65,535 as in {@link #of}. */
  public static long withAt(long input, int at) {
    return (input & ~0xFFFFL) | (at & 0xFFFFL);
  }

  /** Returns whether every field is in its range. */
  static boolean isValid(long input) {
    return moveX(input) >= -BattleInputs.MAX_MOVE
        && moveY(input) >= -BattleInputs.MAX_MOVE
        && (buttons(input) & ~BattleInputs.BUTTONS) == 0;
  }

  /** Returns the movement along x that is asked for, −127 to 127. */
  public static int moveX(long input) {
    return (byte) (input >> 48);
  }

  /** Returns the movement along y that is asked for, −127 to 127. */
  public static int moveY(long input) {
    return (byte) (input >> 40);
  }

  /** Returns the aim as an angle, 0 to 65,535. */
  public static int aim(long input) {
    return (int) (input >> 24) & 0xFFFF;
  }

  /** Returns the triggers that are pressed, by {@code Weapon.button()}. */
  public static int buttons(long input) {
    return (int) (input >> 16) & 0xFF;
  }

  /** Returns when the player claims to have done it, in 1/65,536 of a tick after the tick seen. */
  public static int at(long input) {
    return (int) input & 0xFFFF;
  }
}
