package dev.jitterlab.heap.rebuilt;

import java.util.Arrays;

/** A mark bit for each word, set at the headers of live objects. Used while the world stands. */
final class Marks {
  private static final int FIRST_STACK = 1 << 12;

  private final long[] bits;
  private int[] stack = new int[FIRST_STACK];
  private int depth;

  Marks(int words) {
    bits = new long[(words >>> 6) + 1];
  }

  /**
   * Clears those of a heap that ends there: the time is a part of marking, and a heap that may grow
   * would be charged for the largest.
   */
  void clear(int end) {
    Arrays.fill(bits, 0, ((end - 1) >>> 6) + 1, 0);
  }

  /** Marks what the roots reach; returns how many words that is. */
  long mark(Words words, Iterable<int[]> roots) {
    long live = 0;
    for (int[] table : roots) {
      for (int root : table) {
        push(root);
        while (depth > 0) {
          int at = stack[--depth];
          live += words.size(at);
          int references = words.references(at);
          for (int i = 1; i <= references; i++) {
            push((int) words.memory[at + i]);
          }
        }
      }
    }
    return live;
  }

  private void push(int at) {
    if (at == 0 || isSet(at)) {
      return;
    }
    bits[at >>> 6] |= 1L << at;
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, 2 * depth);
    }
    stack[depth++] = at;
  }

  boolean isSet(int at) {
    return (bits[at >>> 6] & (1L << at)) != 0;
  }

  /** The first marked word from that one on; {@code end} if there is none. */
  int next(int from, int end) {
    int index = from >>> 6;
    long rest = bits[index] & (-1L << from);
    while (rest == 0) {
      index++;
      if (index << 6 >= end) {
        return end;
      }
      rest = bits[index];
    }
    return Math.min(end, (index << 6) + Long.numberOfTrailingZeros(rest));
  }
}
