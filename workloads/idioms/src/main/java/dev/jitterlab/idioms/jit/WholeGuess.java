package dev.jitterlab.idioms.jit;

/** Eight steps in one method; a rare part in the middle. */
public final class WholeGuess implements Guess {
  private static final int SPREAD = 0x9E3779B9;

  @Override
  public int call(int x, int kind) {
    int value = x * SPREAD;
    if ((value >>> 3 & 1) == 0) {
      value = value * 31 + 7;
    } else {
      value ^= value >>> 5;
    }
    if ((value >>> 4 & 1) == 0) {
      value = value * 17 + 8;
    } else {
      value ^= value >>> 6;
    }
    if ((value >>> 5 & 1) == 0) {
      value = value * 13 + 9;
    } else {
      value ^= value >>> 7;
    }
    if ((value >>> 6 & 1) == 0) {
      value = value * 37 + 10;
    } else {
      value ^= value >>> 8;
    }
    if (kind == RARE) {
      value = value / 3 + kind;
    }
    if ((value >>> 7 & 1) == 0) {
      value = value * 41 + 11;
    } else {
      value ^= value >>> 9;
    }
    if ((value >>> 8 & 1) == 0) {
      value = value * 43 + 12;
    } else {
      value ^= value >>> 10;
    }
    if ((value >>> 9 & 1) == 0) {
      value = value * 47 + 13;
    } else {
      value ^= value >>> 11;
    }
    if ((value >>> 10 & 1) == 0) {
      value = value * 53 + 14;
    } else {
      value ^= value >>> 12;
    }
    return value;
  }
}
