package dev.jitterlab.battle.rules;

/**
 * Team 0 brings a cart to the end of its path: it moves while more of them than of team 1 are near,
 * faster the more there are, and heals them. Team 1 has three sentries and the clock.
 */
final class EscortMode extends TeamRules {
  static final int ATTACKERS = 0;
  static final int DEFENDERS = 1;
  static final int NEAR = Fixed.ofUnits(3_500);
  static final int CART = 0;
  static final int CART_SPEED = 2_500;
  static final int SPEED_PER_ESCORT = 500;
  static final int MOST_SURPLUS = 4;
  static final int DONE = 1_000;

  private static final int EDGE = 2_000;
  private static final int CELL = Arena.SIZE / 4;

  @Override
  void setUp(BattleState state) {
    layPath(state);
    Objective objective = state.objective;
    state.props.add(PropKind.CART, objective.pathX[0], objective.pathY[0]);
    for (int i = 2; i < Objective.PATH_POINTS; i += 1 + i % 2) {
      int x = objective.pathX[i];
      int y = objective.pathY[i];
      state.npcs.add(NpcKind.SENTRY, DEFENDERS, NpcKind.SENTRY.maxHealth(), x, y);
    }
  }

  /** The path follows the edges of the cells, which no obstacle touches. */
  private static void layPath(BattleState state) {
    Objective objective = state.objective;
    int first = state.random.between(1, 3) * CELL;
    int second = state.random.between(1, 3) * CELL;
    int[] x = {CELL, CELL, 2 * CELL, 2 * CELL, 3 * CELL, 3 * CELL};
    int[] y = {EDGE, first, first, second, second, Arena.SIZE - EDGE};
    for (int i = 0; i < Objective.PATH_POINTS; i++) {
      objective.pathX[i] = Fixed.ofUnits(x[i]);
      objective.pathY[i] = Fixed.ofUnits(y[i]);
      if (i > 0) {
        objective.pathLength +=
            Fixed.ofUnits(Math.abs(x[i] - x[i - 1]) + Math.abs(y[i] - y[i - 1]));
      }
    }
    objective.nextPoint = 1;
    objective.score[1] = DONE;
  }

  @Override
  void step(BattleState state) {
    int escorts = near(state, ATTACKERS);
    int blockers = near(state, DEFENDERS);
    state.objective.side = sideOf(escorts, blockers);
    if (escorts > blockers) {
      moveCart(state, escorts - blockers);
    }
    if (escorts > 0 && state.tick % state.rules.ticksPerHealedPoint() == 0) {
      healEscorts(state);
    }
  }

  private static int sideOf(int escorts, int blockers) {
    if (escorts > blockers) {
      return ATTACKERS;
    }
    return blockers > 0 ? DEFENDERS : GameMode.NO_TEAM;
  }

  private static int near(BattleState state, int team) {
    int result = 0;
    for (int i = 0; i < state.fighters.count(); i++) {
      result += state.fighters.team[i] == team && isNear(state, i) ? 1 : 0;
    }
    return result;
  }

  private static boolean isNear(BattleState state, int fighter) {
    Fighters fighters = state.fighters;
    return fighters.isAlive(fighter)
        && Fixed.squared(
                fighters.x[fighter] - state.props.x[CART],
                fighters.y[fighter] - state.props.y[CART])
            <= (long) NEAR * NEAR;
  }

  private static void moveCart(BattleState state, int surplus) {
    Objective objective = state.objective;
    int speed = CART_SPEED + SPEED_PER_ESCORT * Math.min(surplus, MOST_SURPLUS);
    int rest = state.rules.perTick(speed);
    while (rest > 0 && objective.nextPoint < Objective.PATH_POINTS) {
      int way = moveTowardsNextPoint(state, rest);
      objective.travelled += way;
      rest -= way;
    }
    objective.score[0] = (int) ((long) DONE * objective.travelled / objective.pathLength);
  }

  /** Moves along one axis, since the path does; counts the point when it is reached. */
  private static int moveTowardsNextPoint(BattleState state, int most) {
    Objective objective = state.objective;
    int dx = objective.pathX[objective.nextPoint] - state.props.x[CART];
    int dy = objective.pathY[objective.nextPoint] - state.props.y[CART];
    int way = Math.min(most, Math.abs(dx) + Math.abs(dy));
    state.props.x[CART] += Integer.signum(dx) * way;
    state.props.y[CART] += Integer.signum(dy) * way;
    if (way == Math.abs(dx) + Math.abs(dy)) {
      objective.nextPoint++;
    }
    return way;
  }

  private static void healEscorts(BattleState state) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.team[i] == ATTACKERS && isNear(state, i)) {
        fighters.health[i] = Math.min(BattleRules.MAX_HEALTH, fighters.health[i] + 1);
      }
    }
  }

  @Override
  BattleEnding ending(BattleState state) {
    return state.objective.nextPoint == Objective.PATH_POINTS ? BattleEnding.OBJECTIVE : null;
  }

  @Override
  int winnerByRules(BattleState state, BattleEnding ending) {
    return ending == BattleEnding.OBJECTIVE ? ATTACKERS : DEFENDERS;
  }
}
