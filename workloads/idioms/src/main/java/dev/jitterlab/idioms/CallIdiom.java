package dev.jitterlab.idioms;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Sixty-four calls of an interface's method: by receivers of one, two or eight classes. */
@State(Scope.Thread)
public class CallIdiom {
  private static final int CALLS = 64;
  private static final int KINDS = 8;
  private static final List<Step> STEPS =
      List.of(
          new Add(), new Sub(), new Mul(), new Xor(), new Or(), new Left(), new Right(), new Not());

  private final Step[] ofOne = steps(1);
  private final Step[] ofTwo = steps(2);
  private final Step[] ofEight = steps(KINDS);
  private final int[] kinds = new int[CALLS];
  private int start = 1;

  /** Fills the kinds. */
  public CallIdiom() {
    for (int i = 0; i < CALLS; i++) {
      kinds[i] = i % KINDS;
    }
  }

  private static Step[] steps(int kinds) {
    Step[] steps = new Step[CALLS];
    for (int i = 0; i < CALLS; i++) {
      steps[i] = STEPS.get(i % kinds);
    }
    return steps;
  }

  @Benchmark
  public int one() {
    int value = start;
    for (Step step : ofOne) {
      value = step.apply(value);
    }
    return value;
  }

  @Benchmark
  public int two() {
    int value = start;
    for (Step step : ofTwo) {
      value = step.apply(value);
    }
    return value;
  }

  @Benchmark
  public int eight() {
    int value = start;
    for (Step step : ofEight) {
      value = step.apply(value);
    }
    return value;
  }

  /** The same eight steps, chosen by number instead of by class. */
  @Benchmark
  public int byNumber() {
    int value = start;
    for (int kind : kinds) {
      switch (kind) {
        case 0:
          value = value + 3;
          break;
        case 1:
          value = value - 5;
          break;
        case 2:
          value = value * 7;
          break;
        case 3:
          value = value ^ 0x55;
          break;
        case 4:
          value = value | 1;
          break;
        case 5:
          value = value << 1;
          break;
        case 6:
          value = value >> 1;
          break;
        default:
          value = ~value;
          break;
      }
    }
    return value;
  }

  /** A step of the computation. */
  interface Step {
    int apply(int value);
  }

  private static final class Add implements Step {
    @Override
    public int apply(int value) {
      return value + 3;
    }
  }

  private static final class Sub implements Step {
    @Override
    public int apply(int value) {
      return value - 5;
    }
  }

  private static final class Mul implements Step {
    @Override
    public int apply(int value) {
      return value * 7;
    }
  }

  private static final class Xor implements Step {
    @Override
    public int apply(int value) {
      return value ^ 0x55;
    }
  }

  private static final class Or implements Step {
    @Override
    public int apply(int value) {
      return value | 1;
    }
  }

  private static final class Left implements Step {
    @Override
    public int apply(int value) {
      return value << 1;
    }
  }

  private static final class Right implements Step {
    @Override
    public int apply(int value) {
      return value >> 1;
    }
  }

  private static final class Not implements Step {
    @Override
    public int apply(int value) {
      return ~value;
    }
  }
}
