package dev.jitterlab.battle.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.rules.RandomPlayers;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateUpdatesTest {
  private static final int PLAYERS = 10;
  private static final BattleRules RULES = new BattleRules(20, 600, 1_000);

  private final byte[] body = new byte[StateEncoder.MAX_BYTES];

  private static Battle battle(GameMode mode, long seed) {
    return new Battle(mode, Logic.SPLIT, RULES, PLAYERS, seed);
  }

  private static Decoding decode(StateDecoder decoder, byte[] bytes) {
    return decoder.decode(ByteBuffer.wrap(bytes));
  }

  private byte[] encode(StateEncoder encoder, int player, int seen) {
    return Arrays.copyOf(body, encoder.encode(player, seen, body));
  }

  @Test
  void whatWasSeenBeforeIsKeptForAWhile() {
    Battle battle = battle(GameMode.DEATHMATCH, 3);
    StateEncoder encoder = new StateEncoder(99, battle, StateUpdates.FULL, false);
    StateDecoder decoder = new StateDecoder();
    assertNull(decoder.before(3));
    for (int tick = 1; tick <= 40; tick++) {
      battle.step(new BattleInputs());
      encoder.capture();
      if (tick != 36) { // is lost
        assertEquals(Decoding.OK, decode(decoder, encode(encoder, 4, 0)));
      }
      if (tick == 5) {
        assertEquals(1, decoder.before(7).tick());
      }
    }
    assertEquals(40, decoder.before(0).tick());
    assertEquals(37, decoder.before(3).tick());
    assertEquals(35, decoder.before(4).tick());
    assertEquals(9, decoder.before(100).tick());
  }

  @ParameterizedTest
  @EnumSource(GameMode.class)
  void aFullStateShowsTheBattle(GameMode mode) {
    Battle battle = battle(mode, 3);
    StateEncoder encoder = new StateEncoder(99, battle, StateUpdates.FULL, false);
    StateDecoder decoder = new StateDecoder();
    RandomPlayers players = new RandomPlayers(3, PLAYERS);
    battle.leave(2);
    for (int tick = 0; tick < 150 && battle.ending() == null; tick++) {
      players.act(battle);
      battle.step(players.inputs());
      encoder.capture();
      assertEquals(Decoding.OK, decode(decoder, encode(encoder, 4, 0)));
      State shown = decoder.latest();
      assertEquals(99, shown.battle());
      assertEquals(4, shown.you());
      assertEquals(mode, shown.mode());
      assertEquals(battle.ticksLeft(), shown.ticksLeft());
      Fighters fighters = battle.fighters();
      for (int i = 0; i < PLAYERS; i++) {
        assertEquals(fighters.x(i), shown.fighters().x(i));
        assertEquals(fighters.y(i), shown.fighters().y(i));
        assertEquals(
            fighters.velocityX(i), shown.fighters().velocityX(i), StateMotions.VELOCITY_STEP / 2);
        assertEquals(fighters.aim(i), shown.fighters().aim(i), StateFighters.AIM_STEP - 1);
        assertEquals(fighters.health(i), shown.fighters().health(i));
        assertEquals(fighters.kills(i), shown.fighters().kills(i));
        assertEquals(!fighters.isPresent(i), shown.isGone(i));
        assertEquals(fighters.isShielded(i, battle.tick()), shown.fighters().isShielded(i));
      }
      for (int i = 0; i < battle.npcs().count(); i++) {
        assertEquals(battle.npcs().x(i), shown.npcs().x(i));
        assertEquals(battle.npcs().health(i), shown.npcs().health(i));
      }
      for (int i = 0; i < battle.props().count(); i++) {
        assertEquals(battle.props().x(i), shown.props().x(i));
        assertEquals(battle.props().carrier(i), shown.props().carrier(i));
      }
      assertEquals(battle.projectiles().count(), shown.projectiles().count());
      int timer = battle.objective().timerEndsAtTick();
      assertEquals(Math.max(0, timer - battle.tick()), shown.countdownTicks());
    }
  }

  /** Packets are lost, overtaken and repeated; what is decoded is always what the server has. */
  @ParameterizedTest
  @EnumSource(GameMode.class)
  void whatArrivesShowsExactlyWhatThePlayerSees(GameMode mode) {
    for (StateUpdates updates : StateUpdates.values()) {
      for (int seed = 0; seed < 6; seed++) {
        playOverBadNetwork(mode, updates, seed);
      }
    }
  }

  private void playOverBadNetwork(GameMode mode, StateUpdates updates, long seed) {
    DeterministicRandom random = new DeterministicRandom(seed);
    int lossPercent = random.between(0, 60);
    Battle battle = battle(mode, seed);
    StateEncoder encoder = new StateEncoder(7, battle, updates, true);
    StateEncoder truth = new StateEncoder(7, battle, StateUpdates.FULL, true);
    StateDecoder client = new StateDecoder();
    List<byte[]> underway = new ArrayList<>();
    List<byte[]> truths = new ArrayList<>();
    RandomPlayers players = new RandomPlayers(seed, PLAYERS);
    int player = random.nextInt(PLAYERS);
    int acknowledged = 0;
    int decoded = 0;
    while (battle.ending() == null) {
      players.act(battle);
      battle.step(players.inputs());
      encoder.capture();
      truth.capture();
      truths.add(encode(truth, player, 0));
      byte[] sent = encode(encoder, player, acknowledged);
      for (int copies = random.nextInt(10) == 0 ? 2 : 1; copies > 0; copies--) {
        if (random.nextInt(100) >= lossPercent) {
          underway.add(sent);
        }
      }
      while (!underway.isEmpty() && random.nextInt(3) != 0) {
        byte[] arrived = underway.remove(random.nextInt(underway.size()));
        Decoding decoding = decode(client, arrived);
        if (decoding == Decoding.OK) {
          decoded++;
          StateDecoder expected = new StateDecoder();
          assertEquals(Decoding.OK, decode(expected, truths.get(client.decoded().tick() - 1)));
          States.assertSame(expected.latest(), client.decoded());
        } else {
          assertEquals(Decoding.UNKNOWN_BASELINE, decoding);
        }
      }
      if (client.latest() != null && random.nextInt(100) >= lossPercent) {
        acknowledged = client.latest().tick();
      }
    }
    assertTrue(decoded > battle.tick() / 10, decoded + " of " + battle.tick());
  }

  @Test
  void goesBackToFullWhenTheBaselineIsForgotten() {
    Battle battle = battle(GameMode.DEATHMATCH, 1);
    RandomPlayers players = new RandomPlayers(1, PLAYERS);
    StateEncoder differential = new StateEncoder(1, battle, StateUpdates.DIFFERENTIAL, true);
    StateEncoder hybrid = new StateEncoder(1, battle, StateUpdates.HYBRID, true);
    for (int tick = 1; tick <= 40; tick++) {
      players.act(battle);
      battle.step(players.inputs());
      differential.capture();
      hybrid.capture();
      differential.encode(0, 1, body);
      assertEquals(tick <= 32 ? tick - 1 : 0, differential.baselineAge());
      hybrid.encode(0, 1, body);
      assertTrue(tick <= StateEncoder.OLD_TICKS || hybrid.baselineAge() == 0);
      differential.encode(1, 1_000, body);
      assertEquals(0, differential.baselineAge(), "a tick that is yet to come");
      differential.encode(1, Integer.MIN_VALUE, body);
      assertEquals(0, differential.baselineAge());
    }
  }

  /** With a fraction of the budget all projectiles come in time, and no packet is too large. */
  @ParameterizedTest
  @EnumSource(StateUpdates.class)
  void whatDoesNotFitComesLater(StateUpdates updates) {
    Battle battle = battle(GameMode.BOSS, 5);
    int budget = StateEncoder.MIN_BUDGET_BYTES;
    StateEncoder small = new StateEncoder(1, battle, updates, false, budget);
    StateEncoder large = new StateEncoder(1, battle, updates, false);
    StateDecoder decoder = new StateDecoder();
    BattleInputs inputs = new BattleInputs();
    Map<Integer, Integer> waiting = new HashMap<>();
    int longest = 0;
    while (battle.ending() == null) {
      inputs.nextTick();
      for (int i = 0; i < PLAYERS; i++) {
        int aim = (i * 6_000 + battle.tick() * 500) & 0xFFFF;
        inputs.add(i, 127, 127 - 20 * i, aim, BattleInputs.BUTTONS);
      }
      battle.step(inputs);
      small.capture();
      large.capture();
      byte[] state = encode(small, 0, battle.tick() - 1);
      assertTrue(state.length <= budget, state.length + " bytes");
      assertTrue(encode(large, 0, battle.tick() - 1).length <= StateEncoder.MAX_BYTES);
      assertEquals(Decoding.OK, decode(decoder, state));
      StateProjectiles flying = small.history.world(battle.tick()).projectiles;
      View view = small.history.view(battle.tick(), 0);
      for (int i = 0; i < flying.count(); i++) {
        if (view.isTold(i)) {
          waiting.remove(flying.launch(i));
        } else {
          longest = Math.max(longest, waiting.merge(flying.launch(i), 1, Integer::sum));
        }
      }
    }
    assertTrue(longest <= 3, "one waited " + longest + " ticks");
    assertTrue(updates != StateUpdates.FULL || longest > 0, "some had to wait");
    assertThrows(
        IllegalArgumentException.class, () -> new StateEncoder(1, battle, updates, true, 100));
  }

  /** Damaged states are refused or decoded to fields in range; none throws. */
  @Test
  void survivesDamagedStates() {
    DeterministicRandom random = new DeterministicRandom(2027);
    int refused = 0;
    for (GameMode mode : GameMode.values()) {
      Battle battle = battle(mode, 9);
      RandomPlayers players = new RandomPlayers(9, PLAYERS);
      StateEncoder encoder = new StateEncoder(1, battle, StateUpdates.HYBRID, true);
      StateDecoder client = new StateDecoder();
      while (battle.ending() == null && battle.tick() < 200) {
        players.act(battle);
        battle.step(players.inputs());
        encoder.capture();
        int seen = client.latest() == null ? 0 : client.latest().tick();
        byte[] state = encode(encoder, 3, seen);
        for (int i = 0; i < 200; i++) {
          byte[] damaged = Arrays.copyOf(state, random.between(0, state.length + 1));
          for (int flips = random.between(1, 4); flips > 0 && damaged.length > 0; flips--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
          }
          StateDecoder victim = i % 50 == 0 ? new StateDecoder() : client;
          if (decode(victim, damaged) == Decoding.OK) {
            assertInRange(victim.decoded());
          } else {
            refused++;
          }
        }
        if (decode(client, state) != Decoding.OK) {
          client = new StateDecoder(); // a damaged state became its baseline: no seal, no truth
        }
      }
    }
    assertTrue(refused > 50_000, refused + " refused");
  }

  private static void assertInRange(State shown) {
    assertTrue(shown.you() < shown.players() && shown.fighters().isInSight(shown.you()));
    for (int i = 0; i < shown.players(); i++) {
      assertTrue(
          !shown.fighters().isInSight(i)
              || (shown.fighters().x(i) <= 40_000 && shown.fighters().health(i) <= 100));
    }
    for (int i = 0; i < shown.npcs().count(); i++) {
      assertTrue(!shown.npcs().isInSight(i) || shown.npcs().kind(i) != null);
    }
    for (int i = 0; i < shown.props().count(); i++) {
      assertTrue(!shown.props().isInSight(i) || shown.props().kind(i) != null);
    }
    for (int i = 0; i < shown.projectiles().count(); i++) {
      int owner = shown.projectiles().owner(i);
      assertTrue(owner < 10 ? owner < shown.players() : owner - 10 < shown.npcs().count());
      assertTrue(shown.projectiles().x(i) <= 40_000 && shown.projectiles().weapon(i) != null);
    }
  }

  @Test
  void encodesWithoutAllocating() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Battle battle = battle(GameMode.BOSS, 2);
    RandomPlayers players = new RandomPlayers(2, PLAYERS);
    StateEncoder encoder = new StateEncoder(1, battle, StateUpdates.HYBRID, true);
    long before = 0;
    for (int tick = 1; tick <= 400 && battle.ending() == null; tick++) {
      players.act(battle);
      battle.step(players.inputs());
      if (tick == 300) {
        before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      }
      encoder.capture();
      for (int i = 0; i < PLAYERS; i++) {
        encoder.encode(i, tick - 1 - i % 3, body);
      }
    }
    long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertTrue(before > 0 && bytes < 1_000, bytes + " bytes in a hundred ticks");
  }
}
