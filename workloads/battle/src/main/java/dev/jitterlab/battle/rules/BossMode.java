package dev.jitterlab.battle.rules;

/**
 * All together against a boss, who slams the ground again and again (a circle announces where), and
 * its minions. The players share a pool of lives; boulders hurt the boss.
 */
final class BossMode extends ModeRules {
  static final int BOSS = 0;
  static final int SLAM_EVERY_MILLIS = 8_000;
  static final int SLAM_NOTICE_MILLIS = 1_000;
  static final int SLAM_RADIUS = Fixed.ofUnits(4_500);
  static final int SLAM_DAMAGE = 60;
  static final int SLAM_SPEED = 12_000;

  private static final int MINIONS = 4;
  private static final int BOULDERS = 6;
  private static final int BASE_HEALTH = 200;
  private static final int HEALTH_PER_PLAYER = 150;
  private static final int LIVES_PER_PLAYER = 2;

  @Override
  void setUp(BattleState state) {
    int players = state.fighters.count();
    int middle = Fixed.ofUnits(Arena.SIZE / 2);
    int health = BASE_HEALTH + HEALTH_PER_PLAYER * players;
    state.npcs.add(NpcKind.BOSS, GameMode.BOSS_TEAM, health, middle, middle);
    for (int i = 0; i < MINIONS; i++) {
      int x = Fixed.ofUnits(state.arena.packX(2 * i));
      int y = Fixed.ofUnits(state.arena.packY(2 * i));
      state.npcs.add(NpcKind.MINION, GameMode.BOSS_TEAM, NpcKind.MINION.maxHealth(), x, y);
    }
    for (int i = 0; i < BOULDERS; i++) {
      state.addPropAnywhere(PropKind.BOULDER);
    }
    state.objective.score[0] = LIVES_PER_PLAYER * players;
    state.objective.score[1] = health;
    state.objective.timerEndsAtTick = state.rules.ticks(SLAM_EVERY_MILLIS);
  }

  @Override
  void fighterDied(BattleState state, int fighter) {
    if (state.objective.score[0] == 0) {
      state.fighters.respawnAtTick[fighter] = Fighters.NEVER;
    } else {
      state.objective.score[0]--;
    }
  }

  @Override
  void step(BattleState state) {
    Objective objective = state.objective;
    objective.score[1] = state.npcs.health[BOSS];
    if (state.tick >= objective.timerEndsAtTick) {
      slam(state);
    } else if (objective.circleRadius == 0 && isSlamNear(state)) {
      objective.circleX = state.npcs.x[BOSS];
      objective.circleY = state.npcs.y[BOSS];
      objective.circleRadius = SLAM_RADIUS;
    }
  }

  private static boolean isSlamNear(BattleState state) {
    return state.objective.timerEndsAtTick - state.tick <= state.rules.ticks(SLAM_NOTICE_MILLIS);
  }

  private static void slam(BattleState state) {
    Objective objective = state.objective;
    Blast.at(
        state,
        objective.circleX,
        objective.circleY,
        SLAM_RADIUS,
        SLAM_DAMAGE,
        SLAM_SPEED,
        GameMode.BOSS_TEAM,
        Props.NOBODY);
    objective.circleRadius = 0;
    objective.timerEndsAtTick = state.tick + state.rules.ticks(SLAM_EVERY_MILLIS);
  }

  @Override
  BattleEnding ending(BattleState state) {
    if (!state.npcs.isAlive(BOSS)) {
      return BattleEnding.OBJECTIVE;
    }
    return isLost(state.fighters) ? BattleEnding.DEFEAT : null;
  }

  private static boolean isLost(Fighters fighters) {
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.present[i] && fighters.respawnAtTick[i] != Fighters.NEVER) {
        return false;
      }
    }
    return true;
  }

  @Override
  int winner(BattleState state, BattleEnding ending) {
    return ending == BattleEnding.OBJECTIVE ? 0 : GameMode.NO_TEAM;
  }
}
