package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ActiveTasksTest {
  private final TaskContext context =
      new TaskContext(new ManualClock(0), tick -> {}, (tick, failure) -> null);

  private final ActiveTasks tasks = new ActiveTasks();

  private PeriodicTask added() {
    PeriodicTask task = new PeriodicTask(context, "t", Rate.hz(20), tick -> {});
    tasks.add(task);
    return task;
  }

  private void end(PeriodicTask task) {
    task.stop();
    tasks.ended();
  }

  private Set<PeriodicTask> shown() {
    Set<PeriodicTask> shown = new HashSet<>();
    tasks.forEach(task -> assertTrue(shown.add(task), "shown twice"));
    return shown;
  }

  @Test
  void showsThoseThatHaveNotEnded() {
    List<PeriodicTask> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(added());
    }
    for (int i : new int[] {0, 3, 4, 9}) { // the oldest, two neighbours, the newest
      end(all.get(i));
    }
    Set<PeriodicTask> living =
        Set.of(all.get(1), all.get(2), all.get(5), all.get(6), all.get(7), all.get(8));

    assertEquals(living, shown());
    assertEquals(living, shown(), "taken out is taken out");
    assertEquals(6, tasks.count());
  }

  @Test
  void keepsFewEndedTasksAlthoughNobodyLooks() {
    List<PeriodicTask> living = new ArrayList<>();
    PeriodicTask newest = null;
    for (int i = 0; i < 100_000; i++) {
      newest = added();
      if (i % 1_000 == 0) {
        living.add(newest);
      } else {
        end(newest);
      }
    }
    int linked = 0;
    for (PeriodicTask task = newest; task != null; task = task.older) {
      linked++;
    }

    assertTrue(linked <= 300, linked + " tasks are kept");
    assertEquals(new HashSet<>(living), shown());
  }

  @Test
  void anEndedTaskHoldsNothingOfWhatItTicked() throws InterruptedException {
    byte[] room = new byte[1];
    WeakReference<byte[]> held = new WeakReference<>(room);
    PeriodicTask task = taskOf(room);
    tasks.add(task);
    room = null;
    System.gc();
    assertNotNull(held.get(), "it ticks");

    end(task);
    for (int i = 0; held.get() != null && i < 1_000; i++) {
      System.gc(); // one that the JVM may put off
    }
    assertNull(held.get());
    assertFalse(task.runTick(new TickThread()));
  }

  /** With work for the next tick, which there will not be. */
  private PeriodicTask taskOf(byte[] room) {
    PeriodicTask task = new PeriodicTask(context, "room", Rate.hz(20), tick -> room[0]++);
    assertTrue(task.execute(() -> room[0]++));
    return task;
  }

  @Test
  void losesNoneThatStartWhileOthersAreTakenOut() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<List<PeriodicTask>> living = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      List<PeriodicTask> own = new ArrayList<>();
      living.add(own);
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 20_000; i++) {
                  PeriodicTask task = added();
                  if (i % 100 == 0) {
                    own.add(task);
                  } else {
                    end(task);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    Set<PeriodicTask> expected = new HashSet<>();
    living.forEach(expected::addAll);

    assertEquals(expected, shown());
    assertEquals(expected.size(), tasks.count());
  }
}
