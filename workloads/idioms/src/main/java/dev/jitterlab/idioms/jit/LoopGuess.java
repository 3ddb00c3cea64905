package dev.jitterlab.idioms.jit;

/** A call that goes round a loop a hundred times; no rare part. */
public final class LoopGuess implements Guess {
  private static final int ROUNDS = 100;

  @Override
  public int call(int x, int kind) {
    int value = x;
    for (int i = 0; i < ROUNDS; i++) {
      value = value * 31 + (value >>> 5) + kind;
    }
    return value;
  }
}
