package dev.jitterlab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A text that is looked for in an answer, of one character at least. The search never goes back
 * (Knuth, Morris and Pratt 1977), so its time is bounded by the answer's length, whatever the
 * answer says. Immutable and thread-safe.
 */
final class SoughtText {
  private final byte[] text;

  /** For so much of the text that has matched: the longest shorter part that has matched too. */
  private final int[] shorter;

  SoughtText(String sought) {
    text = sought.getBytes(UTF_8);
    shorter = new int[text.length + 1];
    for (int i = 1; i < text.length; i++) {
      shorter[i + 1] = matched(shorter[i], text[i]);
    }
  }

  /** Returns how much of the text has matched after one more byte. */
  private int matched(int before, byte next) {
    int length = before;
    while (length > 0 && text[length] != next) {
      length = shorter[length];
    }
    return text[length] == next ? length + 1 : 0;
  }

  /** Returns how many bytes it has. */
  int length() {
    return text.length;
  }

  /** Returns where it begins between the two places, or −1. */
  int indexIn(byte[] in, int from, int to) {
    int matched = 0;
    for (int i = from; i < to; i++) {
      matched = matched(matched, in[i]);
      if (matched == text.length) {
        return i + 1 - matched;
      }
    }
    return -1;
  }
}
