package dev.jitterlab.idioms;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Reports a failure through ten frames that are not inlined. */
@State(Scope.Thread)
public class ExceptionIdiom {
  private static final int FRAMES = 10;

  private final Failure shared = new Failure(1, false);
  private int code = 1;

  /** A failure that may know where it happened. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1;
    final int code;

    Failure(int code, boolean trace) {
      super("failed", null, false, trace);
      this.code = code;
    }
  }

  @Benchmark
  public int thrown() {
    try {
      return thrown(FRAMES);
    } catch (Failure e) {
      return e.code;
    }
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private int thrown(int frames) throws Failure {
    if (frames > 0) {
      return thrown(frames - 1) + 1;
    }
    throw new Failure(code, true);
  }

  @Benchmark
  public int withoutTrace() {
    try {
      return withoutTrace(FRAMES);
    } catch (Failure e) {
      return e.code;
    }
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private int withoutTrace(int frames) throws Failure {
    if (frames > 0) {
      return withoutTrace(frames - 1) + 1;
    }
    throw new Failure(code, false);
  }

  @Benchmark
  public int shared() {
    try {
      return shared(FRAMES);
    } catch (Failure e) {
      return e.code + code;
    }
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private int shared(int frames) throws Failure {
    if (frames > 0) {
      return shared(frames - 1) + 1;
    }
    throw shared;
  }

  @Benchmark
  public int returned() {
    return returned(FRAMES);
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private int returned(int frames) {
    return frames == 0 ? -code : Math.min(returned(frames - 1), 0);
  }
}
