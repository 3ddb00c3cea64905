package dev.jitterlab.scenario;

/** Looks at arrays of bytes. Stateless. */
final class Bytes {
  private Bytes() {}

  /**
   * Returns whether a line could end there: a value with such bytes must not come into a header.
   */
  static boolean hasControl(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      if ((in[i] >= 0 && in[i] < ' ' && in[i] != '\t') || in[i] == 0x7f) {
        return true;
      }
    }
    return false;
  }
}
