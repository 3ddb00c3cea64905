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

/** What {@link Owner#checkWrite} costs a write when foreign writes are not looked for: nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class OwnerCostBenchmark {
  private final Owner owner = Owner.of("x");
  private long x;

  /** The control: the write. */
  @Benchmark
  public long write() {
    x++;
    return x;
  }

  /** The write, after the question. */
  @Benchmark
  public long checkedWrite() {
    owner.checkWrite();
    x++;
    return x;
  }
}
