package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MultiTickTest {
  private static final Rate HZ_100 = Rate.hz(100);
  private static final long MS = 1_000_000;

  private final List<String> log = new ArrayList<>();

  private MultiTick.Part part(String name) {
    return (tick, periods) -> log.add(tick.index() + name + (periods == 1 ? "" : "x" + periods));
  }

  private static Tick tick() {
    Tick tick = new Tick();
    tick.follow("t", -1, 0);
    return tick;
  }

  private static void run(MultiTick task, Tick tick, long missed) throws Exception {
    tick.start(HZ_100, 0, 0, LateAction.NONE, missed);
    task.tick(tick);
  }

  @Test
  void runsEachPartAtItsDivisorAndLetsEqualOnesTakeTurns() throws Exception {
    MultiTick task = MultiTick.of().every(1, part("a")).every(2, part("b")).every(2, part("c"));
    Tick tick = tick();
    for (int i = 0; i < 4; i++) {
      run(task, tick, 0);
    }

    assertEquals(List.of("0a", "0b", "1a", "1c", "2a", "2b", "3a", "3c"), log);
  }

  @Test
  void runsAPartWhosePeriodsWentByOnceAndSaysHowMany() throws Exception {
    MultiTick task = MultiTick.of().every(1, part("a")).every(2, part("b")).every(5, part("c"));
    Tick tick = tick();
    run(task, tick, 0); // period 0
    run(task, tick, 5); // 1 to 6
    run(task, tick, 0); // 7
    run(task, tick, 0); // 8

    assertEquals(List.of("0a", "0b", "0c", "1ax6", "1bx3", "1c", "2a", "3a", "3b"), log);
  }

  @Test
  void givesAPartThePhaseAtWhichItMeetsTheFewest() {
    MultiTick task = MultiTick.of().every(4, part("a")).every(2, part("b")).every(4, part("c"));

    assertEquals(List.of(0, 1, 2), List.of(task.phase(0), task.phase(1), task.phase(2)));
  }

  @Test
  void runsTheOtherPartsWhenOneFailsAndThrowsWhatItThrew() throws Exception {
    IOException first = new IOException("first");
    IllegalStateException second = new IllegalStateException("second");
    MultiTick task =
        MultiTick.of()
            .every(
                1,
                (tick, periods) -> {
                  throw first;
                })
            .every(1, part("a"))
            .every(
                1,
                (tick, periods) -> {
                  throw second;
                });

    assertSame(first, assertThrows(IOException.class, () -> run(task, tick(), 0)));
    assertEquals(List.of("0a"), log);
    assertSame(second, first.getSuppressed()[0]);
  }

  @Test
  void refusesToServeASecondTask() throws Exception {
    MultiTick task = MultiTick.of().every(1, part("a"));
    run(task, tick(), 0);

    assertThrows(IllegalStateException.class, () -> run(task, tick(), 0));
    assertThrows(IllegalStateException.class, () -> task.every(2, part("b")));
    assertThrows(IllegalArgumentException.class, () -> MultiTick.of().every(0, part("b")));
    assertThrows(NullPointerException.class, () -> MultiTick.of().every(2, null));
  }

  @Provide
  Arbitrary<LatePolicy> policies() {
    return Arbitraries.of(
        LatePolicy.catchUp(),
        LatePolicy.catchUp(2),
        LatePolicy.skip(),
        LatePolicy.coalesce(),
        LatePolicy.slowDown());
  }

  /** Each part's ledger: what it was told it stands for is the number of its periods gone by. */
  @Property
  void addsUpForEachPartUnderEveryPolicyAndChangesOfRate(
      @ForAll("policies") LatePolicy policy,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 12) Integer> divisors,
      @ForAll @Size(max = 60) List<@LongRange(min = 0, max = 90 * MS) Long> executionsNs) {
    ManualClock clock = new ManualClock(Long.MAX_VALUE - 100 * MS);
    long[] told = new long[divisors.size()];
    int[] ranInTick = new int[divisors.size()];
    MultiTick parts = MultiTick.of();
    for (int i = 0; i < told.length; i++) {
      int part = i;
      parts.every(
          divisors.get(i),
          (tick, periods) -> {
            assertTrue(periods >= 1);
            told[part] += periods;
            ranInTick[part]++;
          });
    }
    long[] periods = {0};
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(
                clock,
                tick -> periods[0] += 1 + tick.missedPeriods(),
                (tick, failure) -> {
                  throw new AssertionError(failure);
                }),
            "t",
            Rate.hz(60),
            TaskOptions.defaults().latePolicy(policy),
            tick -> {
              parts.tick(tick);
              clock.advance(executionsNs.get((int) tick.index()));
            });
    for (int i = 0; i < executionsNs.size(); i++) {
      if (i == 20) {
        task.rate(Rate.hz(128));
      }
      clock.advanceTo(task.deadlineNs());
      task.runTick(new TickThread());
      for (int part = 0; part < told.length; part++) {
        long own = 0;
        for (long period = 0; period < periods[0]; period++) {
          own += period % divisors.get(part) == parts.phase(part) ? 1 : 0;
        }
        assertEquals(own, told[part], "part " + part);
        assertTrue(ranInTick[part] <= 1, "more than once in a tick");
        ranInTick[part] = 0;
      }
    }
  }

  @Test
  void allocatesNothing() throws Exception {
    long[] count = {0};
    MultiTick task =
        MultiTick.of().every(1, (t, n) -> count[0] += n).every(3, (t, n) -> count[0] += n);
    Tick tick = tick();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long before = 0;
    for (int i = 0; i < 120_000; i++) {
      if (i == 20_000) {
        before = threads.getThreadAllocatedBytes(id);
      }
      run(task, tick, i % 4);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 10_000, bytes + " bytes in 100,000 ticks");
    assertTrue(count[0] > 300_000);
  }
}
