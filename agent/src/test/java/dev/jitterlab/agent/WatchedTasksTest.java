package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.WatchedSchedule;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitWatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchedTasksTest {
  private final TickCalls calls = new TickCalls(new AgentLog(System.err));
  private final List<Integer> numbers = new ArrayList<>();

  private WatchedTask task(int number) {
    Rate rate = Rate.hz(20);
    numbers.add(number);
    return new WatchedTask(
        () -> 0,
        calls,
        new ExternalTask("t", rate, tick -> {}),
        new WatchedSchedule(rate.periodNs(), rate::offsetNs),
        LateSignal.NONE,
        new WaitWatch());
  }

  @Test
  void tellsEqualReceiversApart() {
    WatchedTasks tasks = new WatchedTasks(10);
    List<String> one = Arrays.asList("room");
    List<String> other = Arrays.asList("room");

    assertNotSame(tasks.of(one, this::task), tasks.of(other, this::task));
    assertSame(tasks.of(one, this::task), tasks.of(one, this::task));
    assertEquals(List.of(1, 2), numbers);
  }

  @Test
  void findsEachOfManyAgain() {
    WatchedTasks tasks = new WatchedTasks(WatchedTasks.MOST_TASKS);
    IdentityHashMap<Object, WatchedTask> expected = new IdentityHashMap<>();
    for (int i = 0; i < 10_000; i++) {
      Object receiver = new Object();
      expected.put(receiver, tasks.of(receiver, this::task));
    }

    expected.forEach((receiver, task) -> assertSame(task, tasks.of(receiver, this::task)));
    assertEquals(10_000, tasks.size());
  }

  @Test
  void turnsNewcomersAwayAtTheBoundAndTakesThemWhenOthersAreGone() {
    WatchedTasks tasks = new WatchedTasks(100);
    List<Object> receivers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      receivers.add(new Object());
      assertNotNull(tasks.of(receivers.get(i), this::task));
    }
    Object oldest = receivers.get(0);
    WatchedTask itsTask = tasks.of(oldest, this::task);
    Object turnedAway = new Object();
    assertNull(tasks.of(turnedAway, this::task));

    receivers.clear();
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    WatchedTask taken = null;
    while (taken == null && System.nanoTime() - deadlineNs < 0) {
      System.gc();
      for (int i = 0; i < 2_000 && taken == null; i++) {
        taken = tasks.of(turnedAway, this::task);
      }
    }
    assertNotNull(taken);
    assertSame(itsTask, tasks.of(oldest, this::task));
    assertTrue(tasks.size() < 100, tasks.size() + " tasks are kept");
  }
}
