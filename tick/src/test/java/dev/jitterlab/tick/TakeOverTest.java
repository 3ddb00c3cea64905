package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A worker that runs what is overdue at another one. */
class TakeOverTest extends PartitionWorkerFixture {
  @Test
  void takesOverWhatALongTickOfAnotherWorkerHoldsUp() {
    together();
    boolean[] first = {true};
    OwnedTask held = start(a, "held", 20, tick -> {});
    start(
        a,
        "long",
        20,
        tick -> {
          if (first[0]) {
            first[0] = false;
            clock.advance(180 * MS);
            while (held.deadlineNs() - clock.nanoTime() <= -TakeOver.OVERDUE_NS) {
              b.step(); // meanwhile, on another thread
            }
          }
        });
    stepUntilLogged(a, 1);

    assertTrue(b.takenOver() >= 3, b.takenOver() + " taken over");
    assertEquals("long0", log.get((int) b.takenOver()), "the others' ticks came meanwhile: " + log);
    assertTrue(log.subList(0, 3).stream().allMatch(tick -> tick.startsWith("held")), log::toString);
  }

  @Test
  void takesOverATaskThatItsWorkerHasNotEvenSeen() {
    together();
    start(
        a,
        "stuck",
        20,
        tick -> {
          start(a, "new", 1000, t -> {});
          clock.advance(20 * MS);
          b.step();
        });
    stepUntilLogged(a, 1);

    assertEquals("new0", log.get(0));
  }

  /** Three workers: while c helps b with a long tick, the others see what is overdue at c. */
  @Test
  void showsItsOwnTasksWhileItHelpsAnother() {
    PartitionWorker c = worker("c");
    List<PartitionWorker> all = List.of(a, b, c);
    Lookouts lookouts = new Lookouts();
    all.forEach(one -> one.others(all, lookouts));
    OwnedTask helped =
        start(
            b,
            "helped",
            100,
            tick -> {
              clock.advance(20 * MS); // c's new task becomes due meanwhile
              a.step();
            });
    clock.advanceTo(helped.deadlineNs() + MS);
    OwnedTask fresh = start(c, "new", 100, tick -> {});
    c.takeIn();
    fresh.moveTo(clock.nanoTime() + 5 * MS);
    c.tasks().heap().put(fresh, fresh.nextReadyNs());
    c.step();

    assertEquals(List.of("new0", "helped0"), log);
  }

  @Test
  void takesOverOnlyWhatFitsBeforeItsOwnNextTick() {
    together();
    OwnedTask heavy = start(a, "heavy", 20, tick -> clock.advance(4 * MS));
    stepUntilLogged(a, 3); // so that its cost is known
    OwnedTask own = start(b, "own", 20, tick -> {});
    b.takeIn();
    own.moveTo(heavy.deadlineNs() + 2 * MS);
    b.tasks().heap().put(own, own.nextReadyNs());
    clock.advanceTo(heavy.deadlineNs() + MS);
    log.clear();
    stepUntilLogged(b, 2);

    assertEquals(List.of("own0", "heavy3"), log, "heavy would have made the other one late");
  }

  @Test
  void expectsOfATaskThatHasNotTickedYetWhatItIsCountedFor() {
    together();
    OwnedTask fresh =
        new OwnedTask(
            a, context, "new", Rate.hz(20), TaskOptions.defaults(), tick -> clock.advance(4 * MS));
    fresh.countedNs = 4 * MS; // as the scheduler does, by what the other tasks take
    a.add(fresh);
    OwnedTask own = start(b, "own", 20, tick -> {});
    b.takeIn();
    own.moveTo(fresh.deadlineNs() + 2 * MS);
    b.tasks().heap().put(own, own.nextReadyNs());
    clock.advanceTo(fresh.deadlineNs() + MS);
    stepUntilLogged(b, 2);

    assertEquals(List.of("own0", "new0"), log);
  }

  @Test
  void leavesATaskAloneThatAnotherWorkerRunsAndGetsItBack() {
    together();
    boolean[] nested = {false};
    OwnedTask[] task = new OwnedTask[1];
    task[0] =
        start(
            a,
            "t",
            100,
            tick -> {
              if (nested[0]) {
                nested[0] = false;
                a.step(); // its owner wakes up while it runs: must not run it too
                assertSame(null, a.tasks().heap().first());
              }
            });
    stepUntilLogged(a, 1);
    clock.advance(30 * MS);
    nested[0] = true;
    b.step();
    assertEquals(1, b.takenOver());
    log.clear();
    stepUntilLogged(a, 2);

    assertEquals(List.of("t2", "t3"), log);
  }

  @Test
  void allocatesNothingWhenItTakesOver() {
    together();
    TaskContext quiet = new TaskContext(clock, recorder, (tick, failure) -> null);
    for (int i = 0; i < 20; i++) {
      a.add(
          new OwnedTask(
              a, quiet, "t", Rate.hz(20), TaskOptions.defaults(), t -> clock.advance(20_000)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    stepWhileTheOtherIsAway(100_000);
    long before = threads.getThreadAllocatedBytes(id);
    stepWhileTheOtherIsAway(50_000);
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(b.takenOver() > 50_000, b.takenOver() + " taken over");
    assertTrue(bytes < 100_000, bytes + " bytes in 50,000 steps");
  }

  /** It comes back every now and then, and sees what was run meanwhile. */
  private void stepWhileTheOtherIsAway(int steps) {
    for (int i = 0; i < steps; i++) {
      b.step();
      if (i % 100 == 0) {
        a.takeIn();
      }
    }
  }
}
