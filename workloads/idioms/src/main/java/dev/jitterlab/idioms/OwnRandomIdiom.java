package dev.jitterlab.idioms;

import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Random numbers of a seed of each thread's own. */
@State(Scope.Thread)
public class OwnRandomIdiom {
  private final SplittableRandom splittable = new SplittableRandom(1);

  @Benchmark
  public int threadLocal() {
    return ThreadLocalRandom.current().nextInt();
  }

  @Benchmark
  public int splittable() {
    return splittable.nextInt();
  }
}
