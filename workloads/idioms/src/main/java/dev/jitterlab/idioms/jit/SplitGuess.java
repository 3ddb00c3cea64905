package dev.jitterlab.idioms.jit;

/**
 * The steps of {@link WholeGuess}, each in a method of its own. C2 would compile such small methods
 * into their caller: {@code bench jit} runs it with and without that.
 */
public final class SplitGuess implements Guess {
  private static final int SPREAD = 0x9E3779B9;

  @Override
  public int call(int x, int kind) {
    int value = x * SPREAD;
    value = part0(value);
    value = part1(value);
    value = part2(value);
    value = part3(value, kind);
    value = part4(value);
    value = part5(value);
    value = part6(value);
    value = part7(value);
    return value;
  }

  private static int part0(int before) {
    int value = before;
    if ((value >>> 3 & 1) == 0) {
      value = value * 31 + 7;
    } else {
      value ^= value >>> 5;
    }
    return value;
  }

  private static int part1(int before) {
    int value = before;
    if ((value >>> 4 & 1) == 0) {
      value = value * 17 + 8;
    } else {
      value ^= value >>> 6;
    }
    return value;
  }

  private static int part2(int before) {
    int value = before;
    if ((value >>> 5 & 1) == 0) {
      value = value * 13 + 9;
    } else {
      value ^= value >>> 7;
    }
    return value;
  }

  private static int part3(int before, int kind) {
    int value = before;
    if ((value >>> 6 & 1) == 0) {
      value = value * 37 + 10;
    } else {
      value ^= value >>> 8;
    }
    if (kind == RARE) {
      value = value / 3 + kind;
    }
    return value;
  }

  private static int part4(int before) {
    int value = before;
    if ((value >>> 7 & 1) == 0) {
      value = value * 41 + 11;
    } else {
      value ^= value >>> 9;
    }
    return value;
  }

  private static int part5(int before) {
    int value = before;
    if ((value >>> 8 & 1) == 0) {
      value = value * 43 + 12;
    } else {
      value ^= value >>> 10;
    }
    return value;
  }

  private static int part6(int before) {
    int value = before;
    if ((value >>> 9 & 1) == 0) {
      value = value * 47 + 13;
    } else {
      value ^= value >>> 11;
    }
    return value;
  }

  private static int part7(int before) {
    int value = before;
    if ((value >>> 10 & 1) == 0) {
      value = value * 53 + 14;
    } else {
      value ^= value >>> 12;
    }
    return value;
  }
}
