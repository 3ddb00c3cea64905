package dev.jitterlab.battle.rules;

/**
 * Moves the fighters: they accelerate towards the velocity they want, up to the limit of the rules,
 * slide along obstacles and walls, and push each other away.
 *
 * <p>A move is made in steps of at most half a radius, so that nobody passes through an obstacle at
 * any tick rate.
 */
final class Movement {
  private Movement() {}

  static void step(BattleState state, BattleInputs inputs) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i)) {
        accelerate(state, inputs, i);
        fighters.move(state.arena, i, BattleRules.RADIUS);
      }
    }
    separate(state);
  }

  private static void accelerate(BattleState state, BattleInputs inputs, int fighter) {
    Fighters fighters = state.fighters;
    fighters.aim[fighter] = inputs.aim[fighter];
    int moveX = inputs.moveX[fighter];
    int moveY = inputs.moveY[fighter];
    // A diagonal is not faster than a straight line.
    int magnitude = Math.max(BattleInputs.MAX_MOVE, Fixed.length(moveX, moveY));
    long speed = (long) state.rules.runSpeedPerTick() * fighters.pace[fighter] / 100;
    int wantedX = (int) (moveX * speed / magnitude);
    int wantedY = (int) (moveY * speed / magnitude);
    int changeX = wantedX - fighters.velocityX[fighter];
    int changeY = wantedY - fighters.velocityY[fighter];
    int change = Fixed.length(changeX, changeY);
    int limit = state.rules.accelerationPerTick();
    if (change > limit) {
      changeX = (int) ((long) changeX * limit / change);
      changeY = (int) ((long) changeY * limit / change);
    }
    fighters.velocityX[fighter] += changeX;
    fighters.velocityY[fighter] += changeY;
  }

  private static void separate(BattleState state) {
    Fighters fighters = state.fighters;
    int width = 2 * BattleRules.RADIUS;
    for (int i = 0; i < fighters.count(); i++) {
      for (int j = i + 1; j < fighters.count(); j++) {
        if (!fighters.isAlive(i) || !fighters.isAlive(j)) {
          continue;
        }
        int dx = fighters.x[j] - fighters.x[i];
        int dy = fighters.y[j] - fighters.y[i];
        int distance = Fixed.length(dx, dy);
        if (distance >= width) {
          continue;
        }
        int push = (width - distance) / 2;
        // Two on the same spot have no direction between them; any will do.
        int pushX = distance == 0 ? push : (int) ((long) dx * push / distance);
        int pushY = distance == 0 ? 0 : (int) ((long) dy * push / distance);
        shift(state, i, -pushX, -pushY);
        shift(state, j, pushX, pushY);
      }
    }
  }

  private static void shift(BattleState state, int fighter, int byX, int byY) {
    state.fighters.x[fighter] += byX;
    state.fighters.y[fighter] += byY;
    state.arena.pushOut(state.fighters, fighter, BattleRules.RADIUS);
  }
}
