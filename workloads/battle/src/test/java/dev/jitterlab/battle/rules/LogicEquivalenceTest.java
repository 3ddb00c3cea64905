package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Both forms of the logic play the same battle: the same state after every tick of random battles
 * of all modes, with players who rage, leave and come back. {@code ./jitterlab check --long} plays
 * three times as many, and {@code -Dbattles=…} any number.
 */
class LogicEquivalenceTest {
  private static final int BATTLES =
      Integer.getInteger("battles", Boolean.getBoolean("jitterlab.long") ? 2_000 : 600);
  private static final GameMode[] MODES = GameMode.values();

  private int rifleHits;
  private final Map<GameMode, Set<BattleEnding>> endings = new EnumMap<>(GameMode.class);

  @Test
  void monolithAndSplitGiveTheSameStateAfterEveryTick() {
    for (int seed = 0; seed < BATTLES; seed++) {
      compare(seed);
    }
    assertTrue(rifleHits > BATTLES, rifleHits + " hits");
    for (GameMode mode : MODES) {
      Set<BattleEnding> seen = endings.get(mode);
      assertTrue(
          seen.contains(BattleEnding.TIME) || mode == GameMode.LAST_STANDING, mode + " " + seen);
      assertTrue(
          seen.contains(mode == GameMode.DEATHMATCH ? BattleEnding.SCORE : BattleEnding.OBJECTIVE),
          mode + " " + seen);
    }
    assertTrue(endings.get(GameMode.BOSS).contains(BattleEnding.DEFEAT), "nobody lost to the boss");
  }

  private void compare(int seed) {
    DeterministicRandom random = new DeterministicRandom(seed);
    GameMode mode = MODES[seed % MODES.length];
    int players = random.between(2, 10);
    BattleRules rules =
        new BattleRules(random.between(5, 60), random.between(20, 800), random.between(1, 10))
            .physicsEvery(Math.max(1, random.between(-3, 5)));
    Battle monolith = new Battle(mode, Logic.MONOLITH, rules, players, seed);
    Battle split = new Battle(mode, Logic.SPLIT, rules, players, seed);
    RandomPlayers people = new RandomPlayers(random.nextLong(), players);
    while (split.ending() == null) {
      people.act(split);
      people.repeat(monolith);
      monolith.step(people.inputs());
      split.step(people.inputs());
      assertEquals(split.stateHash(), monolith.stateHash(), mode + ", battle " + seed);
      assertEquals(split.ending(), monolith.ending(), mode + ", battle " + seed);
      assertEquals(split.projectiles().rifleShots(), monolith.projectiles().rifleShots());
      assertEquals(split.projectiles().rifleHits(), monolith.projectiles().rifleHits());
    }
    rifleHits += split.projectiles().rifleHits();
    assertEquals(split.winner(split.ending()), monolith.winner(monolith.ending()));
    endings.computeIfAbsent(mode, any -> EnumSet.noneOf(BattleEnding.class)).add(split.ending());
  }
}
