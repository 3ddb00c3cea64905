package dev.jitterlab.battle.tactics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TacticsTest {
  private static final int PLAYERS = 10;
  private static final int MINUTE_TICKS = 1_200;

  @Test
  void botsFightEachOther() {
    Battle battle = play(1, PLAYERS);
    assertTrue(kills(battle, 0, PLAYERS) >= 10, kills(battle, 0, PLAYERS) + " kills in a minute");
  }

  @Test
  void theSameSeedsPlayTheSameBattle() {
    assertEquals(play(2, PLAYERS).stateHash(), play(2, PLAYERS).stateHash());
  }

  /** Half of the players stand still without a bot; over many battles they must be worse off. */
  @Test
  void whoPlaysDiesLessThanWhoStandsStill() {
    int deaths = 0;
    int deathsOfIdle = 0;
    for (int seed = 0; seed < 20; seed++) {
      Battle battle = play(seed, PLAYERS / 2);
      for (int i = 0; i < PLAYERS / 2; i++) {
        deaths += battle.fighters().deaths(i);
        deathsOfIdle += battle.fighters().deaths(i + PLAYERS / 2);
      }
      assertEquals(0, kills(battle, PLAYERS / 2, PLAYERS));
    }
    assertTrue(deathsOfIdle * 4 > deaths * 5, deathsOfIdle + " deaths of the idle, " + deaths);
  }

  @Test
  void botsReachTheAimsOfTheModes() {
    assertEquals(Set.of(BattleEnding.OBJECTIVE), endings(GameMode.LAST_STANDING));
    assertTrue(
        endings(GameMode.COLLECT).contains(BattleEnding.OBJECTIVE), "a team holds the crystals");
    assertTrue(endings(GameMode.ESCORT).contains(BattleEnding.OBJECTIVE), "the cart arrives");
    assertTrue(endings(GameMode.ESCORT).contains(BattleEnding.TIME), "the cart is stopped");
    assertTrue(endings(GameMode.BOSS).contains(BattleEnding.OBJECTIVE), "the boss is beaten");
  }

  private static Set<BattleEnding> endings(GameMode mode) {
    Set<BattleEnding> endings = EnumSet.noneOf(BattleEnding.class);
    for (int seed = 0; seed < 10; seed++) {
      endings.add(play(mode, seed, PLAYERS).ending());
    }
    return endings;
  }

  private static int kills(Battle battle, int from, int to) {
    Fighters fighters = battle.fighters();
    int kills = 0;
    for (int i = from; i < to; i++) {
      kills += fighters.kills(i);
    }
    return kills;
  }

  /** Plays a minute without a network: every bot sees each state and decides on it. */
  private static Battle play(long seed, int bots) {
    return play(GameMode.DEATHMATCH, seed, bots);
  }

  private static Battle play(GameMode mode, long seed, int bots) {
    BattleRules rules = new BattleRules(20, MINUTE_TICKS, 1_000);
    Battle battle = new Battle(mode, Logic.SPLIT, rules, PLAYERS, seed);
    Tactics[] tactics = new Tactics[bots];
    for (int i = 0; i < bots; i++) {
      tactics[i] = new Tactics(seed * 100 + i, 20);
    }
    BattleInputs inputs = new BattleInputs();
    ByteBuffer buffer = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
    StateEncoder encoder = new StateEncoder(1, battle, StateUpdates.HYBRID, true);
    byte[] body = new byte[StateEncoder.MAX_BYTES];
    StateDecoder[] states = new StateDecoder[bots];
    Arrays.setAll(states, i -> new StateDecoder());
    while (battle.ending() == null) {
      battle.step(inputs);
      inputs.nextTick();
      encoder.capture();
      for (int i = 0; i < bots; i++) {
        buffer.clear();
        ServerPacket.putStateHead(buffer, 0, 0);
        buffer.put(body, 0, encoder.encode(i, battle.tick() - 1, body));
        assertEquals(Decoding.OK, new ServerPacket().decode(buffer.flip(), states[i]));
        tactics[i].decide(states[i].latest());
        inputs.add(
            i, tactics[i].moveX(), tactics[i].moveY(), tactics[i].aim(), tactics[i].buttons());
      }
    }
    return battle;
  }
}
