package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DueTasksTest {
  private static final int MORE_THAN_TWO_BLOCKS = 2 * 64 + 10;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1_000);
  private final TaskContext context =
      new TaskContext(clock, tick -> {}, (tick, failure) -> FailureHandler.Decision.STOP);
  private final List<Long> putBack = new ArrayList<>();
  private final DueTasks tasks = new DueTasks(clock.nanoTime(), 2, putBack::add);
  private final DueTasks.Found found = new DueTasks.Found();

  private LocklessTask add(int hertz) {
    LocklessTask task =
        new LocklessTask(context, "t", Rate.hz(hertz), TaskOptions.defaults(), tick -> {});
    tasks.add(task);
    return task;
  }

  private LocklessTask claimFirst() {
    assertTrue(tasks.first(found));
    return tasks.claim(found);
  }

  @Test
  void givesOutTheEarliestFirstAlsoAcrossTheClocksOverflow() {
    LocklessTask slow = add(1);
    LocklessTask fast = add(1_000_000); // due before the clock overflows
    LocklessTask middle = add(1_000);

    assertSame(fast, claimFirst());
    assertSame(middle, claimFirst());
    assertSame(slow, claimFirst());
    assertFalse(tasks.first(found));
  }

  @Test
  void givesATaskToOneOnly() {
    LocklessTask task = add(20);
    DueTasks.Found second = new DueTasks.Found();
    assertTrue(tasks.first(found));
    assertTrue(tasks.first(second));

    assertSame(task, tasks.claim(found));
    assertNull(tasks.claim(second));
    tasks.put(task);
    assertSame(task, claimFirst());
  }

  @Test
  void growsAndUsesTheSlotsOfTheEndedAgain() {
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < MORE_THAN_TWO_BLOCKS; i++) {
      slots.add(add(1 + i % 100).slot);
    }
    assertEquals(MORE_THAN_TWO_BLOCKS, slots.size());
    for (int i = 0; i < MORE_THAN_TWO_BLOCKS; i++) {
      tasks.remove(claimFirst());
    }
    assertFalse(tasks.first(found));
    for (int i = 0; i < MORE_THAN_TWO_BLOCKS; i++) {
      assertTrue(slots.remove(add(20).slot), "a slot of its own, and no new one");
    }
  }

  @Test
  void stopsAllWhetherClaimedOrNot() {
    for (int i = 0; i < MORE_THAN_TWO_BLOCKS; i++) {
      add(20);
    }
    LocklessTask running = claimFirst();
    tasks.stopAll();

    assertTrue(running.isStopped());
    assertEquals(0, context.activeTasks());
  }

  /** A worker that looks in the moment in which it is out of the order sleeps on without it. */
  @Test
  void whoStopsATaskAgainLeavesTheNextOneInItsSlotAlone() {
    LocklessTask ended = add(20);
    ended.stop();
    boolean[] isIn = {false};
    boolean[] wasOut = {false};
    LocklessTask next =
        new LocklessTask(context, "next", Rate.hz(20), TaskOptions.defaults(), tick -> {}) {
          @Override
          long deadlineNs() { // who puts it back asks for this
            wasOut[0] |= isIn[0] && !tasks.first(found);
            return super.deadlineNs();
          }
        };
    tasks.add(next);
    isIn[0] = true;
    assertEquals(ended.slot, next.slot);
    ended.stop();
    tasks.forget(ended); // as who puts a stopped task back does

    assertFalse(wasOut[0]);
    assertEquals(List.of(), putBack);
    assertSame(next, claimFirst());
  }

  /** As when two forget a task at once, and the next one comes after the key of the first. */
  @Test
  void tellsWhenATaskIsDueThatWasOutOfTheOrderForAMoment() {
    LocklessTask ended = add(20);
    long key = ended.deadlineNs() - clock.nanoTime();
    ended.stop();
    LocklessTask next = add(20);
    assertEquals(ended.slot, next.slot);
    tasks.forget(ended, key);

    assertEquals(List.of(next.deadlineNs()), putBack);
    assertSame(next, claimFirst());
  }
}
