package dev.jitterlab.idioms;

import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Random numbers of one seed that all threads share. */
@State(Scope.Benchmark)
public class SharedRandomIdiom {
  private final SynchronizedRandom synchronizedSeed = new SynchronizedRandom(1);
  private final Random atomicSeed = new Random(1);

  @Benchmark
  public int synchronizedSeed() {
    return synchronizedSeed.nextInt();
  }

  /** The JDK's: it has taken its seed by compare-and-swap since 1.4. */
  @Benchmark
  public int atomicSeed() {
    return atomicSeed.nextInt();
  }
}
