package dev.jitterlab.tick;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
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

  private static PeriodicTask task(TickListener listener) {
    TaskContext context =
        new TaskContext(
            System::nanoTime, listener, (tick, failure) -> FailureHandler.Decision.CONTINUE);
    return new PeriodicTask(context, "t", Rate.hz(20), tick -> {});
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
    return bare.runTick();
  }

  /** A tick that is recorded. */
  @Benchmark
  public boolean recordedTick() {
    return recorded.runTick();
  }
}
