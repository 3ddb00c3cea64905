package dev.jitterlab.idioms;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Fills a byte array with a value that the compiler does not know. */
@State(Scope.Thread)
public class ByteFillIdiom {
  @Param("100")
  public int size;

  private byte[] array;
  private byte value = 7;

  @Setup
  public void prepare() {
    array = new byte[size];
  }

  @Benchmark
  public byte[] loop() {
    byte[] filled = array;
    byte filling = value;
    for (int i = 0; i < filled.length; i++) {
      filled[i] = filling;
    }
    return filled;
  }
}
