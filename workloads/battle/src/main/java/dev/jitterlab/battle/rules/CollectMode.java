package dev.jitterlab.battle.rules;

/**
 * Two teams pick up crystals by touching them. Whoever carries some runs slower and drops all on
 * death. A team that holds most of them for long enough wins.
 */
final class CollectMode extends TeamRules {
  static final int CRYSTALS = 10;
  static final int NEEDED = 6;
  static final int HOLD_MILLIS = 15_000;
  static final int PACE_PER_CRYSTAL = 6;
  static final int SLOWEST_PACE = 60;
  static final int REACH = BattleRules.RADIUS + PropKind.CRYSTAL.radius();
  static final int DROP_SPEED = 3_000;
  static final int DROP_MILLIS = 500;

  @Override
  void setUp(BattleState state) {
    for (int i = 0; i < CRYSTALS; i++) {
      state.addPropAnywhere(PropKind.CRYSTAL);
    }
  }

  @Override
  void left(BattleState state, int player) {
    dropAll(state, player);
  }

  @Override
  void fighterDied(BattleState state, int fighter) {
    dropAll(state, fighter);
  }

  private static void dropAll(BattleState state, int fighter) {
    for (int i = 0; i < state.props.count(); i++) {
      if (state.props.carrier[i] == fighter) {
        drop(state, i);
      }
    }
  }

  private static void drop(BattleState state, int prop) {
    Props props = state.props;
    int direction = state.random.nextInt(Angles.TURN);
    int speed = state.rules.perTick(DROP_SPEED);
    props.carrier[prop] = Props.NOBODY;
    props.velocityX[prop] = Angles.along(Angles.cos(direction), speed);
    props.velocityY[prop] = Angles.along(Angles.sin(direction), speed);
    props.freeAtTick[prop] = state.tick + state.rules.ticks(DROP_MILLIS);
  }

  @Override
  void step(BattleState state) {
    for (int i = 0; i < state.props.count(); i++) {
      int carrier = state.props.carrier[i];
      if (carrier == Props.NOBODY) {
        pickUp(state, i);
      } else {
        state.props.place(i, state.fighters.x[carrier], state.fighters.y[carrier]);
      }
    }
    count(state);
    hold(state);
  }

  private static void pickUp(BattleState state, int prop) {
    Props props = state.props;
    Fighters fighters = state.fighters;
    if (state.tick < props.freeAtTick[prop]) {
      return;
    }
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.isAlive(i)
          && Fixed.squared(fighters.x[i] - props.x[prop], fighters.y[i] - props.y[prop])
              <= (long) REACH * REACH) {
        props.carrier[prop] = i;
        props.place(prop, fighters.x[i], fighters.y[i]);
        return;
      }
    }
  }

  /** Counts what the teams hold, and slows down who carries it. */
  private static void count(BattleState state) {
    Fighters fighters = state.fighters;
    int[] score = state.objective.score;
    score[0] = 0;
    score[1] = 0;
    for (int i = 0; i < fighters.count(); i++) {
      int carried = carriedBy(state.props, i);
      score[fighters.team[i]] += carried;
      fighters.pace[i] = Math.max(SLOWEST_PACE, 100 - PACE_PER_CRYSTAL * carried);
    }
  }

  private static int carriedBy(Props props, int fighter) {
    int carried = 0;
    for (int i = 0; i < props.count(); i++) {
      carried += props.carrier[i] == fighter ? 1 : 0;
    }
    return carried;
  }

  private static void hold(BattleState state) {
    Objective objective = state.objective;
    int side = sideWithMost(objective.score);
    if (side == objective.side) {
      return;
    }
    objective.side = side;
    objective.timerEndsAtTick =
        side == GameMode.NO_TEAM ? 0 : state.tick + state.rules.ticks(HOLD_MILLIS);
  }

  private static int sideWithMost(int[] score) {
    if (score[0] >= NEEDED) {
      return 0;
    }
    return score[1] >= NEEDED ? 1 : GameMode.NO_TEAM;
  }

  @Override
  BattleEnding ending(BattleState state) {
    Objective objective = state.objective;
    boolean held = objective.side != GameMode.NO_TEAM && state.tick >= objective.timerEndsAtTick;
    return held ? BattleEnding.OBJECTIVE : null;
  }

  @Override
  int winnerByRules(BattleState state, BattleEnding ending) {
    Objective objective = state.objective;
    if (ending == BattleEnding.OBJECTIVE) {
      return objective.side;
    }
    int ahead = objective.score[0] - objective.score[1];
    if (ahead == 0) {
      return GameMode.NO_TEAM;
    }
    return ahead > 0 ? 0 : 1;
  }
}
