package dev.jitterlab.idioms;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** No work: what calling and timing a benchmark takes. Whoever is as quick was removed. */
@State(Scope.Thread)
public class NothingIdiom {
  private int answer = 42;

  @Benchmark
  public int nothing() {
    return answer;
  }
}
