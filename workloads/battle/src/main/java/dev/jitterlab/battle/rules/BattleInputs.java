package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * What every player wants in one tick. Filled by the owner of the battle before each {@link
 * Battle#step}; not thread-safe.
 *
 * <p>Inputs that arrive in the same tick are merged, and no press of a trigger is lost. A player
 * without an input keeps moving and aiming, and does not shoot. Of several presses of one trigger
 * in a tick the earliest counts; the shot goes where that input aimed.
 *
 * <p><b>Inside the tick</b> (the sub-tick system of the thesis, section 3.2.4): an input given with
 * how much of the tick was left when it happened, in 1/65,536, moves the fighter from then on only.
 * The tick moves by the mean of what was wanted in it, and the next one by what was wanted last.
 */
public final class BattleInputs {
  /** The greatest magnitude of a movement component. */
  public static final int MAX_MOVE = 127;

  /** The bits that an input's buttons may have. */
  public static final int BUTTONS = (1 << Weapon.values().length) - 1;

  /** What the whole of a tick is in the fractions that inputs are placed by. */
  public static final int FRACTIONS = 1 << 16;

  private static final int WEAPONS = Weapon.values().length;

  /** What the tick moves by. */
  final int[] moveX = new int[BattleRules.MAX_PLAYERS];

  final int[] moveY = new int[BattleRules.MAX_PLAYERS];
  final int[] aim = new int[BattleRules.MAX_PLAYERS];
  final int[] buttons = new int[BattleRules.MAX_PLAYERS];

  /** Where the earliest press of each weapon's trigger aimed. */
  final int[][] pressAim = new int[WEAPONS][BattleRules.MAX_PLAYERS];

  /** How much of the tick was left when it was pressed. */
  final int[][] pressRemaining = new int[WEAPONS][BattleRules.MAX_PLAYERS];

  /** What is wanted from the last input on, and that over the tick times {@link #FRACTIONS}. */
  private final int[] heldX = new int[BattleRules.MAX_PLAYERS];

  private final int[] heldY = new int[BattleRules.MAX_PLAYERS];
  private final int[] sumX = new int[BattleRules.MAX_PLAYERS];
  private final int[] sumY = new int[BattleRules.MAX_PLAYERS];
  private final int[] lastRemaining = new int[BattleRules.MAX_PLAYERS];

  private final int[] order = new int[WEAPONS * BattleRules.MAX_PLAYERS];
  private int presses;

  /** Makes inputs of players who want nothing. */
  public BattleInputs() {
    nextTick();
  }

  /** Releases all triggers, as the next tick starts. */
  public void nextTick() {
    Arrays.fill(buttons, 0);
    Arrays.fill(lastRemaining, FRACTIONS);
    for (int i = 0; i < BattleRules.MAX_PLAYERS; i++) {
      move(i, heldX[i], heldY[i], FRACTIONS);
    }
  }

  /**
   * Adds an input that moves the fighter for the whole tick, whenever it came, and shoots at the
   * tick's end; values outside their range are an error of the caller.
   */
  public void add(int player, int moveX, int moveY, int aim, int buttons) {
    check(moveX, moveY, aim, buttons);
    move(player, moveX, moveY, FRACTIONS);
    this.aim[player] = aim;
    pressAll(player, buttons, aim, 0);
  }

  /**
   * Adds an input that happened inside the tick; one player's are added in the order in which they
   * happened.
   *
   * @param remaining how much of the tick was left, from 0 to below {@link #FRACTIONS}
   */
  public void add(int player, int moveX, int moveY, int aim, int buttons, int remaining) {
    check(moveX, moveY, aim, buttons);
    checkRemaining(remaining);
    int left = Math.min(remaining, lastRemaining[player]);
    lastRemaining[player] = left;
    move(player, moveX, moveY, left);
    this.aim[player] = aim;
    pressAll(player, buttons, aim, left);
  }

  /** Adds a press of one weapon's trigger alone, as recordings have it. */
  public void press(int player, Weapon weapon, int aim, int remaining) {
    check(0, 0, aim, 0);
    checkRemaining(remaining);
    press(player, weapon.code(), aim, remaining);
  }

  private static void check(int moveX, int moveY, int aim, int buttons) {
    if (Math.abs(moveX) > MAX_MOVE
        || Math.abs(moveY) > MAX_MOVE
        || aim < 0
        || aim >= Angles.TURN
        || (buttons & ~BUTTONS) != 0) {
      throw new IllegalArgumentException(
          "no input: move " + moveX + "," + moveY + " aim " + aim + " buttons " + buttons);
    }
  }

  private static void checkRemaining(int remaining) {
    if (remaining < 0 || remaining >= FRACTIONS) {
      throw new IllegalArgumentException(
          "of a tick 0 to 65535 fractions can be left, not " + remaining);
    }
  }

  private void move(int player, int x, int y, int remaining) {
    if (remaining == FRACTIONS) {
      sumX[player] = x * FRACTIONS;
      sumY[player] = y * FRACTIONS;
    } else {
      sumX[player] += (x - heldX[player]) * remaining;
      sumY[player] += (y - heldY[player]) * remaining;
    }
    heldX[player] = x;
    heldY[player] = y;
    moveX[player] = (sumX[player] + FRACTIONS / 2) >> 16;
    moveY[player] = (sumY[player] + FRACTIONS / 2) >> 16;
  }

  private void pressAll(int player, int pressed, int aim, int remaining) {
    for (int weapon = 0; weapon < WEAPONS; weapon++) {
      if ((pressed >> weapon & 1) != 0) {
        press(player, weapon, aim, remaining);
      }
    }
  }

  private void press(int player, int weapon, int aim, int remaining) {
    boolean first = (buttons[player] >> weapon & 1) == 0;
    if (first || remaining > pressRemaining[weapon][player]) {
      buttons[player] |= 1 << weapon;
      pressAim[weapon][player] = aim;
      pressRemaining[weapon][player] = remaining;
    }
  }

  /** Returns that part of a length: {@code fraction} in 1/65,536. */
  static int part(int length, int fraction) {
    return (int) (((long) length * fraction) >> 16);
  }

  /** Orders the presses by their time, those of the same time by player and weapon. */
  void orderPresses(int players) {
    presses = 0;
    for (int player = 0; player < players; player++) {
      for (int weapon = 0; weapon < WEAPONS; weapon++) {
        if ((buttons[player] >> weapon & 1) != 0) {
          insert(player * WEAPONS + weapon);
        }
      }
    }
  }

  private void insert(int press) {
    int at = presses++;
    while (at > 0 && remaining(press) > remaining(order[at - 1])) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = press;
  }

  private int remaining(int press) {
    return pressRemaining[press % WEAPONS][press / WEAPONS];
  }

  /** Returns how many triggers were pressed, once ordered. */
  int presses() {
    return presses;
  }

  /** Returns whose press that is. */
  int presser(int press) {
    return order[press] / WEAPONS;
  }

  /** Returns the code of the weapon that it is a press of. */
  int pressed(int press) {
    return order[press] % WEAPONS;
  }

  /** Returns the movement along x that a player wants, on the mean of the tick. */
  public int moveX(int player) {
    return moveX[player];
  }

  /** Returns the movement along y that a player wants, on the mean of the tick. */
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

  /** Returns where the press of that weapon's trigger aimed. */
  public int pressAim(int player, Weapon weapon) {
    return pressAim[weapon.code()][player];
  }

  /** Returns how much of the tick was left at the press of that weapon's trigger. */
  public int pressRemaining(int player, Weapon weapon) {
    return pressRemaining[weapon.code()][player];
  }
}
