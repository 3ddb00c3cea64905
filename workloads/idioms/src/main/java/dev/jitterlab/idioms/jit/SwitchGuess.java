package dev.jitterlab.idioms.jit;

/** The rare part is a case of a {@code switch}. */
public final class SwitchGuess implements Guess {
  @Override
  public int call(int x, int kind) {
    int value = x * 31 + 7;
    switch (kind) {
      case 0:
        value += 3;
        break;
      case 1:
        value ^= 0x55;
        break;
      case RARE:
        value = value / 3 + kind;
        break;
      default:
        value = -value;
        break;
    }
    return value ^ (value >>> 5);
  }
}
