package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.input.SubTick;
import dev.jitterlab.tick.input.SubTickClamp;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.util.Map;

/**
 * Finds the place of a battle's inputs inside the tick by {@link SubTick}, or puts all of them
 * where a server without sub-ticks does: movement at the tick's start and shots at its end. One
 * object a battle; to be used from within its ticks.
 */
final class InputPlacing {
  private static final SubTickClamp[] CLAMPS = SubTickClamp.values();

  private final SubTick subTick = new SubTick();
  private final SubTick.Client[] clients;
  private final Map<SubTickClamp, CounterDataPoint> counters;
  private final long[] counted = new long[CLAMPS.length];
  private long firstTick;

  private InputPlacing(SubTick.Client[] clients, Map<SubTickClamp, CounterDataPoint> counters) {
    this.clients = clients;
    this.counters = counters;
  }

  /** Returns the placing of a battle that knows ticks only. */
  static InputPlacing off() {
    return new InputPlacing(new SubTick.Client[0], Map.of());
  }

  /**
   * Returns a placing that believes the players within bounds.
   *
   * @param trustNs how long before its reception an input can have happened, at most
   * @param counters of every kind of clamp
   */
  static InputPlacing within(
      int players, long trustNs, Map<SubTickClamp, CounterDataPoint> counters) {
    InputPlacing placing = new InputPlacing(new SubTick.Client[players], counters);
    for (int i = 0; i < players; i++) {
      placing.clients[i] = placing.subTick.client(trustNs);
    }
    return placing;
  }

  /**
   * Starts a tick.
   *
   * @param played the ticks that the battle has played: players name those, the scheduler its own
   */
  void begin(Tick tick, int played) {
    subTick.begin(tick);
    firstTick = tick.index() - played - 1;
  }

  /** Returns what adds the players' inputs to those of the tick. */
  InputBuffer.Sink into(BattleInputs inputs) {
    if (clients.length == 0) {
      return (player, input, seen, receivedNs) ->
          inputs.add(
              player,
              PackedInput.moveX(input),
              PackedInput.moveY(input),
              PackedInput.aim(input),
              PackedInput.buttons(input));
    }
    return (player, input, seen, receivedNs) -> {
      // After battle tick n comes the scheduler's tick n - 1, counted from 0, if none was doubled.
      long claimed = seen == 0 ? -1 : Math.max(0, (seen & 0xFFFF_FFFFL) + firstTick);
      inputs.add(
          player,
          PackedInput.moveX(input),
          PackedInput.moveY(input),
          PackedInput.aim(input),
          PackedInput.buttons(input),
          remaining(clients[player].placeNs(claimed, PackedInput.at(input), receivedNs)));
    };
  }

  private int remaining(long placedNs) {
    long lengthNs = Math.max(1, subTick.lengthNs());
    long fraction = (lengthNs - placedNs) * BattleInputs.FRACTIONS / lengthNs;
    return (int) Math.max(0, Math.min(BattleInputs.FRACTIONS - 1, fraction));
  }

  /** Counts the clamps of this tick. */
  void count() {
    for (int i = 0; i < clampsCounted(); i++) {
      long now = subTick.clamped(CLAMPS[i]);
      if (now != counted[i]) {
        counters.get(CLAMPS[i]).inc(now - counted[i]);
        counted[i] = now;
      }
    }
  }

  private int clampsCounted() {
    return clients.length == 0 ? 0 : CLAMPS.length;
  }
}
