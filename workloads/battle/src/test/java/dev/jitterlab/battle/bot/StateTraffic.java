package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.battle.tactics.Tactics;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Lets bots play a battle in this process, at 20 Hz, with acks one or two ticks old, and counts
 * what each kind of state update would send of the very same play. The same seed, the same bytes.
 */
final class StateTraffic {
  /** What a datagram has besides the body: 21 bytes of sealing, 9 of type and acknowledgement. */
  private static final int OVERHEAD_BYTES = 30;

  private static final int PLAYERS = 10;
  private static final int TICKS_PER_SECOND = 20;
  private static final int MAX_TICKS = 1_200;

  private final Map<StateUpdates, Long> bytes = new EnumMap<>(StateUpdates.class);
  private final Battle battle;
  private long states;
  private long arrived;

  StateTraffic(GameMode mode, long seed, boolean fog) {
    this(mode, seed, fog, 0);
  }

  /** As the other, but so many of a hundred states and acknowledgements are lost. */
  StateTraffic(GameMode mode, long seed, boolean fog, int lossPercent) {
    BattleRules rules = new BattleRules(TICKS_PER_SECOND, MAX_TICKS, 20);
    battle = new Battle(mode, Logic.SPLIT, rules, PLAYERS, seed);
    Map<StateUpdates, StateEncoder> encoders = new EnumMap<>(StateUpdates.class);
    Map<StateUpdates, StateDecoder[]> decoders = new EnumMap<>(StateUpdates.class);
    for (StateUpdates updates : StateUpdates.values()) {
      encoders.put(updates, new StateEncoder(1, battle, updates, fog));
      decoders.put(updates, new StateDecoder[PLAYERS]);
      bytes.put(updates, 0L);
    }
    Tactics[] tactics = new Tactics[PLAYERS];
    for (int i = 0; i < PLAYERS; i++) {
      tactics[i] = new Tactics(seed * 100 + i, TICKS_PER_SECOND);
      for (StateDecoder[] of : decoders.values()) {
        of[i] = new StateDecoder();
      }
    }
    DeterministicRandom random = new DeterministicRandom(seed);
    BattleInputs inputs = new BattleInputs();
    ServerPacket packet = new ServerPacket();
    ByteBuffer buffer = ByteBuffer.allocate(ServerPacket.MAX_BYTES);
    byte[] body = new byte[StateEncoder.MAX_BYTES];
    DeterministicRandom loss = new DeterministicRandom(seed + 1_000);
    Map<StateUpdates, int[]> said = new EnumMap<>(StateUpdates.class);
    for (StateUpdates updates : StateUpdates.values()) {
      said.put(updates, new int[PLAYERS]);
    }
    while (battle.ending() == null) {
      battle.step(inputs);
      inputs.nextTick();
      encoders.values().forEach(StateEncoder::capture);
      for (int i = 0; i < PLAYERS; i++) {
        int newest = battle.tick() - random.between(1, 2);
        boolean stateArrives = loss.nextInt(100) >= lossPercent;
        boolean ackArrives = loss.nextInt(100) >= lossPercent;
        for (StateUpdates updates : StateUpdates.values()) {
          // What the server was told last: the newest that the client had a tick or two ago.
          StateDecoder decoder = decoders.get(updates)[i];
          if (ackArrives && decoder.latest() != null) {
            int newer = Math.max(0, decoder.latest().tick() - newest);
            said.get(updates)[i] = decoder.before(newer).tick();
          }
          int seen = said.get(updates)[i];
          int length = encoders.get(updates).encode(i, seen, body);
          bytes.merge(updates, (long) length + OVERHEAD_BYTES, Long::sum);
          buffer.clear();
          ServerPacket.putStateHead(buffer, 0, 0);
          buffer.put(body, 0, length).flip();
          if (stateArrives) {
            assertEquals(Decoding.OK, packet.decode(buffer, decoder));
            arrived++;
          }
        }
        states++;
        State known = decoders.get(StateUpdates.HYBRID)[i].latest();
        if (known == null) {
          continue; // all were lost so far
        }
        tactics[i].decide(known);
        inputs.add(
            i, tactics[i].moveX(), tactics[i].moveY(), tactics[i].aim(), tactics[i].buttons());
      }
    }
  }

  Battle battle() {
    return battle;
  }

  /** Returns the share of states that did not arrive. */
  double lostShare() {
    return 1 - (double) arrived / states / StateUpdates.values().length;
  }

  /** Returns the bytes of datagrams per player and second. */
  double bytesPerSecond(StateUpdates updates) {
    return (double) bytes.get(updates) / states * TICKS_PER_SECOND;
  }

  /** Prints bytes per player and second for each mode and kind of update. */
  public static void main(String[] arguments) {
    for (GameMode mode : GameMode.values()) {
      for (int seed = 1; seed <= 3; seed++) {
        StateTraffic traffic = new StateTraffic(mode, seed, true);
        double full = traffic.bytesPerSecond(StateUpdates.FULL);
        double differential = traffic.bytesPerSecond(StateUpdates.DIFFERENTIAL);
        System.out.printf(
            Locale.ROOT,
            "%-14s full %7.0f  differential %7.0f (%.1f %%)  hybrid %7.0f  %4d ticks, %s%n",
            mode.label(),
            full,
            differential,
            100 * differential / full,
            traffic.bytesPerSecond(StateUpdates.HYBRID),
            traffic.battle().tick(),
            traffic.battle().ending());
      }
    }
  }
}
