package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Angles;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Props;

/**
 * Plays every seat of a battle without looking at its mode: each fighter runs to something of the
 * battle for a while, aims at somebody and shoots. So the play costs a tick the same in both forms
 * of the logic, and what differs between them is the logic.
 *
 * <p>Seeded: the same seed and battle give the same inputs. Not thread-safe.
 */
final class RoamingPlayers implements ServerPlayers {
  private static final int NEW_GOAL_ONE_IN = 30;
  private static final int SHOTS_ONE_IN = 4;

  private final DeterministicRandom random;
  private final int[] goalX;
  private final int[] goalY;
  private final int[] aim;

  RoamingPlayers(int players, long seed) {
    this.random = new DeterministicRandom(seed);
    this.goalX = new int[players];
    this.goalY = new int[players];
    this.aim = new int[players];
    for (int i = 0; i < players; i++) {
      goalX[i] = random.nextInt(Arena.SIZE);
      goalY[i] = random.nextInt(Arena.SIZE);
    }
  }

  @Override
  public void act(Battle battle, BattleInputs inputs) {
    Fighters fighters = battle.fighters();
    for (int i = 0; i < goalX.length; i++) {
      if (random.nextInt(NEW_GOAL_ONE_IN) == 0) {
        chooseGoal(battle, i);
      }
      boolean shoots = random.nextInt(SHOTS_ONE_IN) == 0;
      if (shoots) {
        takeAim(battle, i);
      }
      int dx = goalX[i] - fighters.x(i);
      int dy = goalY[i] - fighters.y(i);
      int longest = Math.max(1, Math.max(Math.abs(dx), Math.abs(dy)));
      inputs.add(
          i,
          BattleInputs.MAX_MOVE * dx / longest,
          BattleInputs.MAX_MOVE * dy / longest,
          aim[i],
          shoots ? random.nextInt(BattleInputs.BUTTONS + 1) : 0);
    }
  }

  private void chooseGoal(Battle battle, int player) {
    Props props = battle.props();
    if (props.count() > 0 && random.nextInt(2) == 0) {
      int prop = random.nextInt(props.count());
      goalX[player] = props.x(prop);
      goalY[player] = props.y(prop);
    } else {
      goalX[player] = random.nextInt(Arena.SIZE);
      goalY[player] = random.nextInt(Arena.SIZE);
    }
  }

  private void takeAim(Battle battle, int player) {
    Fighters fighters = battle.fighters();
    Npcs npcs = battle.npcs();
    int dx;
    int dy;
    if (npcs.count() > 0 && random.nextInt(2) == 0) {
      int npc = random.nextInt(npcs.count());
      dx = npcs.x(npc) - fighters.x(player);
      dy = npcs.y(npc) - fighters.y(player);
    } else {
      int other = random.nextInt(goalX.length);
      dx = fighters.x(other) - fighters.x(player);
      dy = fighters.y(other) - fighters.y(player);
    }
    aim[player] = Angles.of(dx, dy);
  }
}
