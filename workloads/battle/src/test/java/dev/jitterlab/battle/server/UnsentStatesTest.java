package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import org.junit.jupiter.api.Test;

class UnsentStatesTest {
  private static final int PLAYERS = 4;

  private final Battle game = new Battle(new BattleRules(20, 1_000, 60_000), PLAYERS, 1);

  private StateBodies played(StateUpdates updates, int ticks) {
    UnsentStates states = new UnsentStates(new StateEncoder(1, game, updates, true), PLAYERS);
    BattleInputs inputs = new BattleInputs();
    for (int i = 0; i < ticks; i++) {
      inputs.nextTick();
      game.step(inputs);
      states.encode(game.tick());
    }
    return states.bodies;
  }

  @Test
  void theFirstTicksAreWholeAndLaterOnesAreChanges() {
    StateBodies first = played(StateUpdates.DIFFERENTIAL, 1);
    int whole = first.bytes(PLAYERS - 1);
    assertEquals(0, first.baselineAge(0));

    StateBodies later = played(StateUpdates.DIFFERENTIAL, 10);
    for (int i = 0; i < PLAYERS; i++) {
      assertEquals(2, later.baselineAge(i), "as if each had the tick before the last one");
      assertTrue(later.bytes(i) > 0 && later.bytes(i) < whole, "player " + i);
    }
  }

  @Test
  void wholeStatesStayWhole() {
    StateBodies later = played(StateUpdates.FULL, 10);
    assertEquals(0, later.baselineAge(0));
  }
}
