package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BattleTest {
  private static final BattleRules RULES = new BattleRules(20, 2_000, 1_000);

  /** Players who hold every trigger and run and aim at random: the wildest inputs there are. */
  private static void rage(DeterministicRandom random, BattleInputs inputs, int players) {
    inputs.nextTick();
    for (int i = 0; i < players; i++) {
      inputs.add(
          i,
          random.between(-127, 127),
          random.between(-127, 127),
          random.nextInt(Angles.TURN),
          random.nextInt(4));
    }
  }

  @Property(tries = 150)
  void keepsEveryoneOnTheMapAndOutOfObstacles(
      @ForAll GameMode mode,
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 10) int players,
      @ForAll @IntRange(min = 1, max = 200) int ticksPerSecond) {
    BattleRules rules = new BattleRules(ticksPerSecond, 300, 1_000);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, players, seed);
    BattleInputs inputs = new BattleInputs();
    DeterministicRandom random = new DeterministicRandom(seed);
    while (battle.ending() == null) {
      rage(random, inputs, players);
      battle.step(inputs);
      Fighters fighters = battle.fighters();
      for (int i = 0; i < players; i++) {
        assertTrue(fighters.health(i) >= 0 && fighters.health(i) <= BattleRules.MAX_HEALTH);
        assertTrue(fighters.x[i] >= BattleRules.RADIUS, "left wall");
        assertTrue(fighters.y[i] >= BattleRules.RADIUS, "lower wall");
        assertTrue(fighters.x(i) <= Arena.SIZE - BattleRules.FIGHTER_RADIUS, "right wall");
        assertTrue(fighters.y(i) <= Arena.SIZE - BattleRules.FIGHTER_RADIUS, "upper wall");
        assertFalse(battle.arena().blocks(fighters.x[i], fighters.y[i]), "inside an obstacle");
        assertTrue(fighters.projectiles[i] <= BattleRules.MAX_PROJECTILES_EACH);
      }
      assertTrue(battle.projectiles().count() <= Projectiles.CAPACITY);
      for (int i = 0; i < battle.projectiles().count(); i++) {
        assertTrue(battle.projectiles().x(i) >= 0 && battle.projectiles().x(i) <= Arena.SIZE);
        assertTrue(battle.projectiles().y(i) >= 0 && battle.projectiles().y(i) <= Arena.SIZE);
      }
      for (int i = 0; i < battle.npcs().count(); i++) {
        assertIsOnTheMap(battle, battle.npcs(), i);
      }
      for (int i = 0; i < battle.props().count(); i++) {
        assertIsOnTheMap(battle, battle.props(), i);
      }
    }
    assertTrue(battle.tick() == 300 || mode != GameMode.DEATHMATCH);
  }

  private static void assertIsOnTheMap(Battle battle, Bodies bodies, int body) {
    assertFalse(battle.arena().blocks(bodies.x[body], bodies.y[body]), "outside or inside");
  }

  @Property(tries = 20)
  void playsTheSameBattleFromTheSameSeedAndInputs(@ForAll long seed) {
    Battle one = new Battle(RULES, 10, seed);
    Battle other = new Battle(RULES, 10, seed);
    DeterministicRandom first = new DeterministicRandom(seed);
    DeterministicRandom second = new DeterministicRandom(seed);
    BattleInputs inputs = new BattleInputs();
    BattleInputs others = new BattleInputs();
    for (int i = 0; i < 300; i++) {
      rage(first, inputs, 10);
      one.step(inputs);
      rage(second, others, 10);
      other.step(others);
      assertEquals(one.stateHash(), other.stateHash());
    }
  }

  /** The expected value holds on every JDK and processor; it changes only with the rules. */
  @Test
  void reachesTheKnownStateOfAKnownBattle() {
    Battle battle = new Battle(RULES, 10, 42);
    play(battle, 1_000);
    assertEquals(KNOWN_HASH, battle.stateHash());
  }

  private static final long KNOWN_HASH = 4512173318274353183L;

  @Test
  void oneDifferentInputGivesAnotherState() {
    Battle one = new Battle(RULES, 2, 7);
    Battle other = new Battle(RULES, 2, 7);
    BattleInputs inputs = new BattleInputs();
    one.step(inputs);
    inputs.add(0, 0, 0, 1, 0);
    other.step(inputs);
    assertNotEquals(one.stateHash(), other.stateHash());
  }

  @Test
  void shootsHurtsKillsAndRespawns() {
    Battle battle = new Battle(RULES, 2, 3);
    duel(battle);
    Fighters fighters = battle.fighters();
    assertTrue(fighters.kills(0) > 0, "the shooter has killed");
    assertEquals(fighters.kills(0), fighters.deaths(1));
    assertFalse(fighters.isAlive(1));
    BattleInputs nothing = new BattleInputs();
    for (int i = 0; i < RULES.respawnTicks(); i++) {
      battle.step(nothing);
    }
    assertTrue(fighters.isAlive(1));
    assertTrue(fighters.isShielded(1, battle.tick()));
  }

  /** Puts the second fighter in front of the first, who shoots until the second is dead. */
  private static void duel(Battle battle) {
    BattleInputs inputs = new BattleInputs();
    Fighters fighters = battle.fighters();
    battle.step(inputs);
    for (int i = 0; i < 200 && fighters.deaths(1) == 0; i++) {
      fighters.x[0] = Fixed.ofUnits(9_000);
      fighters.x[1] = Fixed.ofUnits(11_000);
      fighters.y[0] = Fixed.ofUnits(10_000);
      fighters.y[1] = Fixed.ofUnits(10_000);
      inputs.nextTick();
      inputs.add(0, 0, 0, 0, Weapon.RIFLE.button());
      battle.step(inputs);
    }
  }

  @Test
  void endsWhenTheScoreIsReached() {
    Battle battle = new Battle(new BattleRules(20, 2_000, 1), 2, 3);
    duel(battle);
    assertEquals(BattleEnding.SCORE, battle.ending());
    assertEquals(0, battle.winner(BattleEnding.SCORE));
    int tick = battle.tick();
    battle.step(new BattleInputs());
    assertEquals(tick, battle.tick(), "a battle that is over does not go on");
  }

  @Test
  void endsWhenTooFewAreLeft() {
    Battle battle = new Battle(RULES, 3, 3);
    battle.step(new BattleInputs());
    battle.leave(0);
    battle.step(new BattleInputs());
    assertNull(battle.ending());
    battle.leave(2);
    battle.step(new BattleInputs());
    assertEquals(BattleEnding.DESERTED, battle.ending());
  }

  @Test
  void healsWithPacks() {
    Battle battle = new Battle(RULES, 2, 5);
    BattleInputs inputs = new BattleInputs();
    battle.step(inputs);
    Fighters fighters = battle.fighters();
    fighters.health[0] = 10;
    fighters.x[0] = Fixed.ofUnits(battle.arena().packX(2));
    fighters.y[0] = Fixed.ofUnits(battle.arena().packY(2));
    assertTrue(battle.isPackThere(2));
    battle.step(inputs);
    assertEquals(50, fighters.health(0));
    assertFalse(battle.isPackThere(2));
  }

  /** In battles that are over a step does nothing, so they are played one after another. */
  @ParameterizedTest
  @EnumSource(Logic.class)
  void allocatesNothingPerStep(Logic logic) {
    for (GameMode mode : GameMode.values()) {
      allocatedBytes(mode, logic, 3);
      assertEquals(0, allocatedBytes(mode, logic, 5) / 1_000, mode + " by " + logic);
    }
  }

  /** Returns the bytes that the steps of so many battles allocate, without their set-up. */
  private static long allocatedBytes(GameMode mode, Logic logic, int battles) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    BattleInputs inputs = new BattleInputs();
    DeterministicRandom random = new DeterministicRandom(9);
    long allocated = 0;
    int steps = 0;
    for (int seed = 0; seed < battles; seed++) {
      Battle battle = new Battle(mode, logic, new BattleRules(20, 1_000, 100_000), 10, seed);
      long before = threads.getThreadAllocatedBytes(self);
      while (battle.ending() == null) {
        rage(random, inputs, 10);
        battle.step(inputs);
        steps++;
      }
      allocated += threads.getThreadAllocatedBytes(self) - before;
    }
    assertTrue(steps > 1_000, "battles are played, not set up only");
    return allocated;
  }

  @Test
  void refusesInputsOutOfRange() {
    BattleInputs inputs = new BattleInputs();
    assertThrows(IllegalArgumentException.class, () -> inputs.add(0, 128, 0, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> inputs.add(0, 0, 0, Angles.TURN, 0));
    assertThrows(IllegalArgumentException.class, () -> inputs.add(0, 0, 0, 0, 4));
  }

  private static void play(Battle battle, int steps) {
    BattleInputs inputs = new BattleInputs();
    DeterministicRandom random = new DeterministicRandom(1);
    for (int i = 0; i < steps; i++) {
      rage(random, inputs, battle.fighters().count());
      battle.step(inputs);
    }
  }
}
