package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against what the server shows people, in random battles of each mode. */
class EyesTest {
  private static final int PLAYERS = 10;

  @ParameterizedTest
  @EnumSource(GameMode.class)
  void seeNoMoreThanAPersonAndAllThatIsInTheOpen(GameMode mode) {
    Battle battle = new Battle(mode, Logic.SPLIT, new BattleRules(20, 600, 1_000), PLAYERS, 3);
    RandomPlayers players = new RandomPlayers(3, PLAYERS);
    Eyes eyes = new Eyes(battle);
    Sight sight = new Sight(battle, true);
    int enemiesSeen = 0;
    int enemiesHidden = 0;
    while (battle.ending() == null) {
      players.act(battle);
      battle.step(players.inputs());
      sight.look();
      for (int i = 0; i < PLAYERS; i++) {
        if (!battle.fighters().isAlive(i)) {
          continue;
        }
        eyes.look(i);
        assertEquals(0, eyes.fighters() & ~sight.fighters(i));
        assertEquals(0, eyes.npcs() & ~sight.npcs(i));
        assertEquals(0, eyes.props() & ~sight.props(i));
        assertEquals(0, eyes.packs() & ~sight.packs(i));
        for (int shot = 0; shot < battle.projectiles().count(); shot++) {
          assertTrue(!eyes.seesProjectile(shot) || sight.seesProjectile(i, shot));
        }
        assertTrue(eyes.lines() <= eyes.price(), eyes.lines() + " of " + eyes.price());
        assertTrue((eyes.fighters() >> i & 1) != 0, "himself");
        enemiesSeen += Integer.bitCount(eyes.fighters());
        enemiesHidden += PLAYERS - Integer.bitCount(eyes.fighters());
      }
    }
    assertTrue(enemiesSeen > 0 && (enemiesHidden > 0 || mode == GameMode.BOSS));
  }
}
