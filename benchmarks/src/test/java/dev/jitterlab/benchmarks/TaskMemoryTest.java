package dev.jitterlab.benchmarks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.TickTask;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What a task costs beside the user's object. */
class TaskMemoryTest {
  private static final int TASKS = 10_000;

  /** docs/bench.md says what a task would take at best, and what it takes. */
  private static final long MOST_BYTES = 200;

  @Test
  void startsATaskWithFewBytes() {
    Rate rate = Rate.hz(1);
    TickTask idle = tick -> {};
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    try (TickScheduler scheduler = TickSchedulers.named("partitioned").create()) {
      scheduler.start("idle", rate, idle).stop(); // loads the classes
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < TASKS; i++) {
        TaskHandle unused = scheduler.start("idle", rate, idle);
      }
      long bytes = (threads.getCurrentThreadAllocatedBytes() - before) / TASKS;

      assertTrue(bytes <= MOST_BYTES, bytes + " bytes a task");
    }
  }
}
