package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Whether tasks of different workers disturb each other by lying side by side in memory: two
 * threads run empty ticks of their own tasks, which were made in turn for the one and the other, or
 * first all of the one. Nothing is collected, so that the tasks stay where they were made.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 5,
    jvmArgs = {"-XX:+UseSerialGC", "-Xmn128m"})
@Threads(2)
public class TaskLayoutBenchmark {
  private static final int WORKERS = 2;
  private static final int TASKS = 250;

  /** Side by side in turn, or each worker's together. */
  @Param({"true", "false"})
  public boolean inTurn;

  private final List<List<OwnedTask>> tasks = new ArrayList<>();

  /** Makes all tasks by one thread, one after another. */
  @Setup
  public void make() {
    TaskContext context =
        new TaskContext(
            System::nanoTime, tick -> {}, (tick, failure) -> FailureHandler.Decision.CONTINUE);
    for (int worker = 0; worker < WORKERS; worker++) {
      tasks.add(new ArrayList<>(TASKS));
    }
    for (int i = 0; i < WORKERS * TASKS; i++) {
      int worker = inTurn ? i % WORKERS : i / TASKS;
      tasks
          .get(worker)
          .add(new OwnedTask(null, context, "t", Rate.hz(20), TaskOptions.defaults(), tick -> {}));
    }
  }

  /** What one thread has. */
  @State(Scope.Thread)
  public static class Worker {
    private final TickThread thread = new TickThread();
    private OwnedTask[] own;
    private int next;

    /** Takes the tasks of this thread. */
    @Setup
    public void take(TaskLayoutBenchmark all, ThreadParams threads) {
      own = all.tasks.get(threads.getThreadIndex()).toArray(new OwnedTask[0]);
    }
  }

  /** A claimed tick, as a worker runs it. */
  @Benchmark
  public boolean tick(Worker worker) {
    OwnedTask task = worker.own[worker.next];
    worker.next = worker.next + 1 < TASKS ? worker.next + 1 : 0;
    boolean unused = task.claim();
    boolean goesOn = task.runTick(worker.thread);
    task.release();
    return goesOn;
  }
}
