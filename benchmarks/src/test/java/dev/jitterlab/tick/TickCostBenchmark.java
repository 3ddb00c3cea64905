package dev.jitterlab.tick;

import dev.jitterlab.tick.recording.TickRecorder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What measuring costs a tick, beside the control: the two clock readings without which there is no
 * tick. In the tick library's package, to drive a task without any scheduler.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class TickCostBenchmark {
  private final PeriodicTask bare = task(tick -> {});
  private final PeriodicTask recorded = task(new TickRecorder());

  /** Runs far ahead of its schedule: never late. */
  private final PeriodicTask punctual = task(new TickRecorder());

  /** Asked for a tick a microsecond, which is less than reading takes: always late. */
  private final PeriodicTask late = task(Rate.hz(1_000_000), new TickRecorder());

  /** Half of the tasks of {@code bench tick --scenarios 500x20hz-140us}, and what a tick takes. */
  private static final int WORKERS_TASKS = 250;

  private static final long WORKERS_TICK_NS = 140_000;

  /** How far the worker's clock is ahead of the real one: by its waits and its ticks. */
  private long aheadNs;

  private long workersTicks;
  private PartitionWorker worker;

  private final TickThread plain = new TickThread();
  private TickThread withTimes;
  private Schedstat counters;

  private static PeriodicTask task(TickListener listener) {
    return task(Rate.hz(20), listener);
  }

  private static PeriodicTask task(Rate rate, TickListener listener) {
    TaskContext context =
        new TaskContext(
            System::nanoTime, listener, (tick, failure) -> FailureHandler.Decision.CONTINUE);
    return new PeriodicTask(context, "t", rate, tick -> {});
  }

  /** Opens what belongs to the thread that runs the benchmark. */
  @Setup
  public void open() throws IOException {
    withTimes = new TickThread(ThreadTimesSource.of(Schedstat.FILE).open(System::nanoTime));
    counters = Schedstat.open(Schedstat.FILE);
    worker = worker();
  }

  /** One with nobody to help, whose waits and ticks move its clock on and take no time. */
  private PartitionWorker worker() {
    NanoClock clock = () -> System.nanoTime() + aheadNs;
    Parker parker =
        new Parker() {
          @Override
          public void park(long ns) {
            aheadNs += ns;
          }

          @Override
          public void spin() {
            throw new AssertionError("spins");
          }
        };
    Waiter waiter = new Waiter(Waiting.PARK, clock, parker, new SpinBudget(0, clock.nanoTime()));
    PartitionWorker made = new PartitionWorker(clock, waiter, () -> {});
    made.runsOn(new TickThread(ThreadTimesSource.of(Schedstat.FILE).open(clock)));
    TaskContext context =
        new TaskContext(
            clock, new TickRecorder(), (tick, failure) -> FailureHandler.Decision.CONTINUE);
    for (int i = 0; i < WORKERS_TASKS; i++) {
      made.add(
          new OwnedTask(
              made,
              context,
              "t",
              Rate.hz(20),
              TaskOptions.defaults(),
              tick -> {
                workersTicks++;
                aheadNs += WORKERS_TICK_NS;
              }));
    }
    return made;
  }

  /** Closes it. */
  @TearDown
  public void close() {
    withTimes.close();
    counters.close();
  }

  /** The control: two readings of the clock. */
  @Benchmark
  public long clockOnly() {
    long startedNs = System.nanoTime();
    return System.nanoTime() - startedNs;
  }

  /** A tick that nobody listens to. */
  @Benchmark
  public boolean bareTick() {
    return bare.runTick(plain);
  }

  /** A tick that is recorded. */
  @Benchmark
  public boolean recordedTick() {
    return recorded.runTick(plain);
  }

  /** A tick on time that is recorded, with thread times: read for one in 256. */
  @Benchmark
  public boolean tickOnTimeWithThreadTimes() {
    return punctual.runTick(withTimes);
  }

  /** A tick on time of a worker of {@code partitioned}, with what it does between its ticks. */
  @Benchmark
  public long workersTickOnTime() {
    long before = workersTicks;
    while (workersTicks == before) {
      worker.step();
    }
    return workersTicks;
  }

  /** A late tick that is recorded, with thread times: read at its start and its end. */
  @Benchmark
  public boolean lateTickWithThreadTimes() {
    return late.runTick(withTimes);
  }

  /** What is read twice for a late tick, and before a wait: the two counters. */
  @Benchmark
  public long counters() {
    return counters.cpuNs() + counters.runQueueDelayNs();
  }
}
