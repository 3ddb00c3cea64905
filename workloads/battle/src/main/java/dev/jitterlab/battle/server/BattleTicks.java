package dev.jitterlab.battle.server;

import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells each running battle of its own ticks, by the names of their tasks, up to its last one.
 * Thread-safe.
 */
final class BattleTicks implements TickListener {
  private final Map<String, RunningBattle> battles = new ConcurrentHashMap<>();

  /** Adds a battle, before its task is started. */
  void add(String task, RunningBattle battle) {
    battles.put(task, battle);
  }

  /** Forgets a battle that ended without a last tick. */
  void remove(String task) {
    battles.remove(task);
  }

  @Override
  public void onTick(Tick tick) {
    RunningBattle battle = battles.get(tick.task());
    if (battle != null) {
      battle.onTicked(tick);
      if (battle.isOver()) {
        battles.remove(tick.task());
      }
    }
  }
}
