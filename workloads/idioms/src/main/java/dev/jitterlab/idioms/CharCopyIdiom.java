package dev.jitterlab.idioms;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Copies the beginning of a char array, element 0 to element 0. */
@State(Scope.Thread)
public class CharCopyIdiom {
  @Param("100")
  public int size;

  private char[] from;
  private char[] to;

  @Setup
  public void prepare() {
    from = new char[size];
    to = new char[size];
    for (int i = 0; i < size; i++) {
      from[i] = (char) ('a' + i % 26);
    }
  }

  @Benchmark
  public char[] arraycopy() {
    System.arraycopy(from, 0, to, 0, size);
    return to;
  }

  // What is measured is the loop that an old book recommends.
  @Benchmark
  @SuppressWarnings("ManualArrayCopy")
  public char[] loop() {
    char[] source = from;
    char[] target = to;
    for (int i = 0; i < source.length; i++) {
      target[i] = source[i];
    }
    return target;
  }
}
