package dev.jitterlab.idioms.jit;

/** The rare part is a branch of an {@code if}. */
public final class IfGuess implements Guess {
  @Override
  public int call(int x, int kind) {
    int value = x * 31 + 7;
    if (kind == RARE) {
      value = value / 3 + kind;
    }
    return value ^ (value >>> 5);
  }
}
