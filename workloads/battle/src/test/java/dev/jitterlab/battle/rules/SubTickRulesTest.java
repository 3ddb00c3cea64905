package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the rules make of inputs that have a place inside the tick. */
class SubTickRulesTest {
  private static final int WHOLE = BattleInputs.FRACTIONS;
  private static final int HALF = WHOLE / 2;

  private final BattleInputs inputs = new BattleInputs();

  /** Two who have appeared and can be hurt, put side by side in the middle, one hit from death. */
  private static BattleState duel(int ticksPerSecond, int apart) {
    BattleState state =
        new BattleState(GameMode.DEATHMATCH, new BattleRules(ticksPerSecond, 10_000, 1_000), 2, 4);
    Logic.SPLIT.step(state, new BattleInputs());
    int middle = Fixed.ofUnits(Arena.SIZE / 2);
    for (int i = 0; i < 2; i++) {
      state.fighters.place(i, middle + i * Fixed.ofUnits(apart), middle);
      state.fighters.health[i] = 1;
      state.fighters.shieldUntilTick[i] = 0;
    }
    state.tick++;
    return state;
  }

  private void shoot(int player, int remaining) {
    int aim = player == 0 ? 0 : Angles.TURN / 2;
    inputs.add(player, 0, 0, aim, Weapon.RIFLE.button(), remaining);
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void whoShootsFirstWinsWhoseverPacketCameFirst(Logic logic) {
    for (int first = 0; first < 2; first++) {
      for (int earlier = 0; earlier < 2; earlier++) {
        BattleState state = duel(20, 1_100);
        int later = 1 - earlier;
        inputs.nextTick();
        shoot(first, first == earlier ? WHOLE * 7 / 10 : WHOLE * 3 / 10);
        shoot(1 - first, first == earlier ? WHOLE * 3 / 10 : WHOLE * 7 / 10);
        logic.step(state, inputs);
        assertTrue(state.fighters.isAlive(earlier), logic + " " + first + " " + earlier);
        assertFalse(state.fighters.isAlive(later), logic + " " + first + " " + earlier);
        assertEquals(0, state.projectiles.count(), "the dead do not shoot");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void whoShootAtTheSameTimeHitEachOther(Logic logic) {
    BattleState state = duel(20, 1_100);
    inputs.nextTick();
    shoot(1, HALF);
    shoot(0, HALF);
    logic.step(state, inputs);
    assertFalse(state.fighters.isAlive(0) || state.fighters.isAlive(1));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void aShotFliesWhatWasLeftOfTheTickAndAsFarInAll(Logic logic) {
    int perTick = new BattleRules(20, 1, 1).perTick(Weapon.ROCKET.speed());
    for (int remaining : new int[] {0, WHOLE * 7 / 10}) {
      BattleState state = duel(20, 1_100);
      state.fighters.respawnAtTick[1] = Fighters.NEVER;
      state.fighters.health[1] = 0;
      inputs.nextTick();
      inputs.add(0, 0, 0, Angles.TURN / 4, Weapon.ROCKET.button(), remaining);
      int muzzle = state.fighters.y[0] + BattleRules.RADIUS;
      logic.step(state, inputs);
      int flown = BattleInputs.part(perTick, remaining);
      assertEquals(muzzle + flown, state.projectiles.y[0], 16, "the first tick");
      inputs.nextTick();
      state.tick++;
      logic.step(state, inputs);
      assertEquals(muzzle + flown + perTick, state.projectiles.y[0], 32, "the next one");
      state.tick = state.projectiles.endsAtTick[0];
      assertEquals(WHOLE - remaining, state.projectiles.flies(0, state.tick), "the last one");
    }
  }

  @Test
  void movesByTheMeanOfTheTickAndThenByWhatWasWantedLast() {
    inputs.add(0, 100, 0, 7, 0);
    inputs.nextTick();
    assertEquals(100, inputs.moveX(0));
    inputs.add(0, -100, 40, 9, 0, WHOLE / 4);
    assertEquals(50, inputs.moveX(0));
    assertEquals(10, inputs.moveY(0));
    assertEquals(9, inputs.aim(0));
    inputs.nextTick();
    assertEquals(-100, inputs.moveX(0));
    assertEquals(40, inputs.moveY(0));
  }

  @Test
  void noOrderOfInputsMovesFasterThanAFighterRuns() {
    DeterministicRandom random = new DeterministicRandom(3);
    for (int i = 0; i < 10_000; i++) {
      inputs.nextTick();
      for (int j = random.nextInt(6); j > 0; j--) {
        int move = random.nextInt(2) * 254 - 127;
        inputs.add(3, move, -move, 0, 0, random.nextInt(WHOLE));
        assertTrue(Math.abs(inputs.moveX(3)) <= 127 && Math.abs(inputs.moveY(3)) <= 127);
      }
    }
  }

  @Test
  void theEarliestPressCountsWithItsAim() {
    inputs.add(0, 0, 0, 5, Weapon.RIFLE.button(), HALF);
    inputs.add(0, 0, 0, 6, Weapon.RIFLE.button() | Weapon.ROCKET.button(), 10);
    assertEquals(5, inputs.pressAim(0, Weapon.RIFLE));
    assertEquals(HALF, inputs.pressRemaining(0, Weapon.RIFLE));
    assertEquals(6, inputs.pressAim(0, Weapon.ROCKET));
    assertEquals(10, inputs.pressRemaining(0, Weapon.ROCKET));
    assertThrows(IllegalArgumentException.class, () -> inputs.add(0, 0, 0, 0, 0, WHOLE));
    assertThrows(IllegalArgumentException.class, () -> inputs.add(0, 0, 0, 0, 0, -1));
  }

  /** The same presses at 60 a second, played at 60 Hz and at 5 Hz with and without their times. */
  @Test
  void fiveHertzWithSubTicksIsNearerToSixtyThanWithout() {
    long with = 0;
    long without = 0;
    for (int seed = 0; seed < 40; seed++) {
      int[] reference = runner(seed, 60, true);
      with += distance(reference, runner(seed, 5, true));
      without += distance(reference, runner(seed, 5, false));
    }
    assertTrue(
        3 * with < 2 * without, with + " units away with sub-ticks, " + without + " without");
  }

  private static long distance(int[] one, int[] other) {
    long sum = 0;
    for (int i = 0; i < one.length; i += 2) {
      sum += (long) Math.hypot(one[i] - other[i], one[i + 1] - other[i + 1]);
    }
    return sum;
  }

  /** Returns where the muzzle was at each shot of four seconds of a player who runs and shoots. */
  private static int[] runner(int seed, int hz, boolean subTick) {
    BattleState state = duel(hz, 2_000);
    state.fighters.respawnAtTick[1] = Fighters.NEVER;
    state.fighters.health[1] = 0;
    DeterministicRandom random = new DeterministicRandom(seed);
    BattleInputs inputs = new BattleInputs();
    int frames = 60 / hz;
    int[] places = new int[2 * 5];
    int moveX = 0;
    int moveY = 0;
    for (int shots = 0, frame = 0; shots < 5; ) {
      inputs.nextTick();
      boolean shot = false;
      for (int i = 0; i < frames; i++, frame++) {
        boolean turns = frame % 19 == 0;
        boolean shoots = frame % 48 == 47;
        if (turns || shoots) {
          moveX = turns ? random.between(-127, 127) : moveX;
          moveY = turns ? random.between(-127, 127) : moveY;
          add(inputs, shoots, moveX, moveY, subTick ? WHOLE - 1 - WHOLE * i / frames : -1);
          shot |= shoots;
        }
      }
      state.tick++;
      BattleEnding none = Logic.SPLIT.step(state, inputs);
      assertEquals(null, none);
      if (shot) {
        int remaining = inputs.pressRemaining(0, Weapon.RIFLE);
        places[2 * shots] = Fixed.toUnits(state.fighters.xWhen(0, remaining));
        places[2 * shots + 1] = Fixed.toUnits(state.fighters.yWhen(0, remaining));
        shots++;
      }
    }
    return places;
  }

  private static void add(BattleInputs inputs, boolean shoots, int x, int y, int remaining) {
    int buttons = shoots ? Weapon.RIFLE.button() : 0;
    if (remaining < 0) {
      inputs.add(0, x, y, 0, buttons);
    } else {
      inputs.add(0, x, y, 0, buttons, remaining);
    }
  }
}
