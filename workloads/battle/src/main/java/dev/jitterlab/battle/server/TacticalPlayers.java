package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.SeatView;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.tactics.Tactics;

/**
 * Plays seats of a battle by the rules: each player sees what his own eyes see, goes where the
 * mode's goal is, aims ahead of enemies and steps out of the way, like the bots that come over the
 * network.
 *
 * <p>What a tick may cost is bounded. A player thinks {@value #THOUGHTS_PER_SECOND} times a second,
 * at any tick rate, and does the same in between. Before one thinks, the tick must have left what
 * his look costs at most, in lines of sight; else he and all after him wait for the next tick,
 * where they are the first. One player a tick thinks whatever his look costs. What he then decides
 * tests no more lines than the look.
 *
 * <p>Seeded: the same seed, battle and budget give the same inputs. Allocates nothing after its
 * creation. Not thread-safe.
 */
final class TacticalPlayers implements ServerPlayers {
  /** As fast as a person reacts. */
  private static final int THOUGHTS_PER_SECOND = 8;

  private final int first;
  private final int budget;
  private final int ticksBetween;
  private final SeatView view;
  private final Tactics[] minds;
  private final int[] thinksAtTick;
  private int turn; // who is asked first
  private int thoughts; // of the last tick

  /**
   * Plays the seats from that one on.
   *
   * @param first 0 for all
   * @param budget lines of sight that a tick may test
   */
  TacticalPlayers(Battle battle, int first, int budget, long seed) {
    this.first = first;
    this.budget = budget;
    this.ticksBetween = Math.max(1, battle.rules().ticksPerSecond() / THOUGHTS_PER_SECOND);
    this.view = new SeatView(battle);
    this.minds = new Tactics[battle.fighters().count() - first];
    this.thinksAtTick = new int[minds.length];
    for (int i = 0; i < minds.length; i++) {
      minds[i] = new Tactics(seed + i, THOUGHTS_PER_SECOND);
      minds[i].enter(battle.arena());
      thinksAtTick[i] = i % ticksBetween;
    }
  }

  @Override
  public void act(Battle battle, BattleInputs inputs) {
    think(battle);
    for (int i = 0; i < minds.length; i++) {
      Tactics mind = minds[i];
      inputs.add(first + i, mind.moveX(), mind.moveY(), mind.aim(), mind.buttons());
    }
  }

  private void think(Battle battle) {
    thoughts = 0;
    int left = budget;
    for (int asked = 0; asked < minds.length; asked++) {
      int i = (turn + asked) % minds.length;
      if (battle.tick() < thinksAtTick[i] || !battle.fighters().isAlive(first + i)) {
        continue;
      }
      int price = view.price();
      if (thoughts > 0 && price > left) {
        turn = i;
        return;
      }
      left -= price;
      thoughts++;
      minds[i].decide(view.of(first + i));
      thinksAtTick[i] = battle.tick() + ticksBetween;
    }
  }

  /** Returns how many players have thought in the last tick. */
  int thoughts() {
    return thoughts;
  }
}
