package dev.jitterlab.scenario;

/** Searches in arrays of bytes. Stateless. */
final class Bytes {
  private Bytes() {}

  /** Returns where the text begins between the two places, or −1. */
  static int indexOf(byte[] in, int from, int to, byte[] text) {
    int last = to - text.length;
    for (int i = from; i <= last; i++) {
      int j = 0;
      while (j < text.length && in[i + j] == text[j]) {
        j++;
      }
      if (j == text.length) {
        return i;
      }
    }
    return -1;
  }

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
