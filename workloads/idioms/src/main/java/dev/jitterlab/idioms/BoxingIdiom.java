package dev.jitterlab.idioms;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Adds up a thousand numbers. */
@State(Scope.Thread)
public class BoxingIdiom {
  private static final int NUMBERS = 1000;

  private final int[] plain = new int[NUMBERS];
  private final Integer[] boxed = new Integer[NUMBERS];

  @Setup
  public void prepare() {
    for (int i = 0; i < NUMBERS; i++) {
      plain[i] = 1000 + i * 7;
      boxed[i] = plain[i]; // above the cache of small numbers: an object each
    }
  }

  @Benchmark
  public long primitive() {
    long sum = 0;
    for (int number : plain) {
      sum += number;
    }
    return sum;
  }

  @Benchmark
  public long unboxed() {
    long sum = 0;
    for (Integer number : boxed) {
      sum += number;
    }
    return sum;
  }

  // Boxing the sum at each step is what is measured.
  @Benchmark
  @SuppressWarnings("UnnecessaryBoxedVariable")
  public Long boxedSum() {
    Long sum = 0L;
    for (int number : plain) {
      sum += number;
    }
    return sum;
  }
}
