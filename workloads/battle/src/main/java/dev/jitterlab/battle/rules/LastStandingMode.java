package dev.jitterlab.battle.rules;

/** One life each, in a safe circle that shrinks; outside of it everyone is hurt. */
final class LastStandingMode extends ModeRules {
  static final int FIRST_RADIUS = Fixed.ofUnits(43_000);
  static final int LAST_RADIUS = Fixed.ofUnits(1_500);
  static final int CIRCLE_DAMAGE = 3;
  static final int CIRCLE_DAMAGE_MILLIS = 500;

  @Override
  void setUp(BattleState state) {
    Objective objective = state.objective;
    objective.circleX = Fixed.ofUnits(state.random.between(Arena.SIZE / 4, 3 * Arena.SIZE / 4));
    objective.circleY = Fixed.ofUnits(state.random.between(Arena.SIZE / 4, 3 * Arena.SIZE / 4));
    objective.circleRadius = FIRST_RADIUS;
    objective.score[0] = state.fighters.count();
    objective.timerEndsAtTick = shrinkEnd(state.rules);
  }

  /** Returns when the circle begins to shrink: after a fifth of the battle's time. */
  static int shrinkStart(BattleRules rules) {
    return rules.timeLimitTicks() / 5;
  }

  /** Returns when the circle has its smallest size. */
  static int shrinkEnd(BattleRules rules) {
    return rules.timeLimitTicks() - rules.timeLimitTicks() / 5;
  }

  @Override
  void left(BattleState state, int player) {
    state.fighters.respawnAtTick[player] = Fighters.NEVER;
  }

  @Override
  void fighterDied(BattleState state, int fighter) {
    state.fighters.respawnAtTick[fighter] = Fighters.NEVER;
  }

  @Override
  void step(BattleState state) {
    state.objective.circleRadius = radius(state.tick, state.rules.timeLimitTicks());
    if (state.tick % state.rules.ticks(CIRCLE_DAMAGE_MILLIS) == 0) {
      hurtOutside(state);
    }
    state.objective.score[0] = state.fighters.aliveCount();
  }

  /** Returns the circle's radius at a tick, fixed-point. */
  static int radius(int tick, int timeLimitTicks) {
    int start = timeLimitTicks / 5;
    int end = timeLimitTicks - timeLimitTicks / 5;
    int span = Math.max(1, end - start);
    long passed = Fixed.clamp(tick - start, 0, span);
    return FIRST_RADIUS - (int) ((FIRST_RADIUS - LAST_RADIUS) * passed / span);
  }

  private static void hurtOutside(BattleState state) {
    Fighters fighters = state.fighters;
    Objective objective = state.objective;
    long radius = objective.circleRadius;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i)
          && Fixed.squared(fighters.x[i] - objective.circleX, fighters.y[i] - objective.circleY)
              > radius * radius) {
        Damage.toFighter(state, i, Props.NOBODY, CIRCLE_DAMAGE);
      }
    }
  }

  @Override
  BattleEnding ending(BattleState state) {
    return state.objective.score[0] <= 1 ? BattleEnding.OBJECTIVE : null;
  }

  @Override
  int winner(BattleState state, BattleEnding ending) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i) && fighters.aliveCount() == 1) {
        return i;
      }
    }
    return fighters.leader();
  }
}
