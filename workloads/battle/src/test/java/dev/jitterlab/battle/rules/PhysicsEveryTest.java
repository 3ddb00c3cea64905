package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PhysicsEveryTest {
  private static final BattleRules RULES = new BattleRules(60, 10_000, 1_000);

  @ParameterizedTest
  @EnumSource(Logic.class)
  void aBoulderRollsAsFarInHalfAsManySteps(Logic logic) {
    int whole = rolled(logic, RULES);
    int halved = rolled(logic, RULES.physicsEvery(2));
    assertTrue(whole > Fixed.ofUnits(500), whole + " is no roll");
    assertTrue(Math.abs(whole - halved) < whole / 20, whole + " is not " + halved);
  }

  private static int rolled(Logic logic, BattleRules rules) {
    BattleState state = new BattleState(GameMode.BOSS, rules, 2, 1);
    int middle = Fixed.ofUnits(Arena.SIZE / 2);
    state.props.place(0, middle, middle);
    for (int i = 0; i < state.fighters.count(); i++) {
      state.fighters.respawnAtTick[i] = Fighters.NEVER; // nobody is in the way
    }
    for (int i = 0; i < state.npcs.count(); i++) {
      state.npcs.health[i] = 0;
      state.npcs.respawnAtTick[i] = Fighters.NEVER;
    }
    state.props.velocityX[0] = rules.perTick(3_000);
    for (int i = 0; i < 30; i++) {
      state.tick++;
      logic.step(state, new BattleInputs());
    }
    return state.props.x[0] - middle;
  }

  @Test
  void keepsItsDivisorAtAnotherRate() {
    assertEquals(3, RULES.physicsEvery(3).atRate(12).physicsEvery());
    assertThrows(IllegalArgumentException.class, () -> RULES.physicsEvery(0));
    assertThrows(IllegalArgumentException.class, () -> RULES.physicsEvery(101));
  }
}
