package dev.jitterlab.battle.protocol;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.Sight;

/**
 * The last ticks of a battle, and what each player saw of them: a baseline is a tick's state as far
 * as its player was told of it. Belongs to the thread that steps the battle.
 */
final class StateHistory {
  private final int battleId;
  private final Battle battle;
  private final Sight sight;
  private final State[] worlds = new State[StateEncoder.HISTORY_TICKS];
  private final View[][] views = new View[StateEncoder.HISTORY_TICKS][];

  StateHistory(int battleId, Battle battle, boolean fog) {
    this.battleId = battleId;
    this.battle = battle;
    this.sight = new Sight(battle, fog);
    for (int i = 0; i < worlds.length; i++) {
      worlds[i] = new State();
      views[i] = new View[battle.fighters().count()];
      for (int player = 0; player < views[i].length; player++) {
        views[i][player] = new View();
      }
    }
  }

  /** Takes down the battle as it is, in the place of the oldest tick. Returns the state. */
  State capture() {
    sight.look();
    State world = worlds[slot(battle.tick())];
    int before = battle.tick() - 1;
    world.capture(battleId, battle, has(before) ? world(before) : null);
    View[] seen = views[slot(battle.tick())];
    for (int player = 0; player < seen.length; player++) {
      seen[player].look(sight, player, world);
    }
    return world;
  }

  boolean has(int tick) {
    return tick > 0 && worlds[slot(tick)].tick == tick;
  }

  State world(int tick) {
    return worlds[slot(tick)];
  }

  View view(int tick, int player) {
    return views[slot(tick)][player];
  }

  private static int slot(int tick) {
    return tick % StateEncoder.HISTORY_TICKS;
  }
}
