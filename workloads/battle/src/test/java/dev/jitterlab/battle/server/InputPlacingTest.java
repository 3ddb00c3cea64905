package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.Weapon;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.input.SubTickClamp;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Real ticks of a real scheduler; all times are those of their schedule, so none depends on it. */
class InputPlacingTest {
  private static final int WHOLE = BattleInputs.FRACTIONS;
  private static final long PERIOD_NS = 5_000_000;
  private static final long TRUST_NS = PERIOD_NS / 2;

  private final BattleInputs inputs = new BattleInputs();
  private final Map<SubTickClamp, CounterDataPoint> clamped = new EnumMap<>(SubTickClamp.class);

  InputPlacingTest() {
    for (SubTickClamp clamp : SubTickClamp.values()) {
      clamped.put(clamp, Counter.builder().name("clamped_total").build());
    }
  }

  /** Runs the body as tick 3, after three that nothing happened in. */
  private void inTick(InputPlacing placing, TickBody body) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    try (TickScheduler scheduler = TickSchedulers.named("thread-per-task").create()) {
      var unused =
          scheduler.start(
              "battle",
              Rate.hz(200),
              tick -> {
                if (tick.index() > 3) {
                  return;
                }
                inputs.nextTick();
                placing.begin(tick, (int) tick.index());
                try {
                  if (tick.index() == 3) {
                    body.run(tick);
                    placing.count();
                    done.complete(null);
                  }
                } catch (AssertionError e) {
                  done.completeExceptionally(e);
                }
              });
      done.get(60, TimeUnit.SECONDS);
    }
  }

  private interface TickBody {
    void run(Tick tick);
  }

  private void shoot(InputPlacing placing, int player, int seen, int at, long receivedNs) {
    long input = PackedInput.of(0, 0, 0, Weapon.RIFLE.button(), at);
    placing.into(inputs).take(player, input, seen, receivedNs);
  }

  private int remaining(int player) {
    return inputs.pressRemaining(player, Weapon.RIFLE);
  }

  /** A fraction of a nanosecond's worth may be lost. */
  private static void assertNear(int expected, int actual) {
    assertTrue(Math.abs(expected - actual) <= 2, expected + " is not " + actual);
  }

  @Test
  void placesAnInputWhereItsPlayerSaysAfterTheStateThatHeSaw() throws Exception {
    InputPlacing placing = InputPlacing.within(2, TRUST_NS, clamped);
    inTick(
        placing,
        tick -> {
          long nowNs = tick.scheduledNs();
          // The state of battle tick 3 is what the scheduler's tick 2 made.
          shoot(placing, 1, 3, WHOLE * 8 / 10, nowNs - PERIOD_NS / 10);
          shoot(placing, 0, 3, WHOLE * 6 / 10, nowNs);
        });
    assertNear(WHOLE * 2 / 10, remaining(1));
    assertNear(WHOLE * 4 / 10, remaining(0));
    for (CounterDataPoint counter : clamped.values()) {
      assertEquals(0, counter.get());
    }
  }

  @Test
  void aLiarGainsNoMoreThanTheTrust() throws Exception {
    InputPlacing placing = InputPlacing.within(2, TRUST_NS, clamped);
    inTick(
        placing,
        tick -> {
          long receivedNs = tick.scheduledNs() - PERIOD_NS / 10;
          shoot(placing, 0, 3, 0, receivedNs);
          shoot(placing, 1, 9, 0, receivedNs);
        });
    assertNear(WHOLE / 10 + WHOLE / 2, remaining(0));
    assertNear(WHOLE / 10, remaining(1));
    assertEquals(1, clamped.get(SubTickClamp.UNTRUSTED).get());
    assertEquals(1, clamped.get(SubTickClamp.FUTURE).get());
  }

  @Test
  void whoHasSeenNothingIsPlacedByReception() throws Exception {
    InputPlacing placing = InputPlacing.within(1, TRUST_NS, clamped);
    inTick(placing, tick -> shoot(placing, 0, 0, 0, tick.scheduledNs() - PERIOD_NS / 4));
    assertNear(WHOLE / 4, remaining(0));
    assertEquals(1, clamped.get(SubTickClamp.MALFORMED).get());
  }

  @Test
  void withoutItAShotIsFiredAtTheEndOfTheTick() throws Exception {
    InputPlacing placing = InputPlacing.off();
    inTick(placing, tick -> shoot(placing, 0, 3, 0, tick.scheduledNs() - PERIOD_NS / 4));
    assertEquals(0, remaining(0));
    assertTrue((inputs.buttons(0) & Weapon.RIFLE.button()) != 0);
  }
}
