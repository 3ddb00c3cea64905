package dev.jitterlab.benchmarks;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.TickTask;
import java.time.Duration;
import java.util.Locale;

/**
 * What 20,000 tasks at 1 Hz cost that do nothing: time to start them, bytes of heap beside the
 * user's object (here none: all share one), and CPU. Run by
 *
 * <pre>
 * java -Xmx256m -cp benchmarks/target/jitterlab-benchmarks.jar dev.jitterlab.benchmarks.IdleTasks \
 *   partitioned 10</pre>
 *
 * with the name of the scheduler and the seconds for which the CPU time is measured.
 */
public final class IdleTasks {
  private static final int TASKS = 20_000;
  private static final Rate RATE = Rate.hz(1);
  private static final String NAME = "idle";
  private static final int COLLECTIONS = 3;

  private IdleTasks() {}

  /** Measures and prints one line. */
  public static void main(String[] arguments) throws InterruptedException {
    String name = arguments.length > 0 ? arguments[0] : TickSchedulers.DEFAULT_NAME;
    long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 10;
    TickTask idle = tick -> {};
    try (TickScheduler scheduler = TickSchedulers.named(name).create()) {
      scheduler.start(NAME, RATE, idle).stop(); // loads the classes
      long bytesBefore = heapBytes();
      long startNs = System.nanoTime();
      for (int i = 0; i < TASKS; i++) {
        TaskHandle unused = scheduler.start(NAME, RATE, idle);
      }
      double startSeconds = (System.nanoTime() - startNs) / 1e9;
      Thread.sleep(Duration.ofSeconds(3)); // until every task is in its place
      long bytes = heapBytes() - bytesBefore;
      Duration cpuBefore = cpu();
      Thread.sleep(Duration.ofSeconds(seconds));
      double cpu = cpu().minus(cpuBefore).toNanos() / 1e9 / seconds;
      System.out.printf(
          Locale.ROOT,
          "%s: %d tasks at 1 Hz started in %.3f s, %d bytes of heap each, %.1f %% of a core%n",
          name,
          TASKS,
          startSeconds,
          bytes / TASKS,
          100 * cpu);
    }
  }

  /** What is in use after full collections. */
  private static long heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
