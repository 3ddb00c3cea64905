package dev.jitterlab.sockets;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one session has done. One thread at a time writes, any may read. Its figures are on a cache
 * line of their own, so that sessions do not slow one another down by counting.
 */
final class SessionCount {
  private static final int LINE = 16;

  private final AtomicLongArray counts = new AtomicLongArray(3 * LINE);

  /** An exchange more is done. */
  void countOperation(long bytesReceived) {
    counts.lazySet(LINE, counts.getPlain(LINE) + 1);
    counts.lazySet(LINE + 1, counts.getPlain(LINE + 1) + bytesReceived);
  }

  /** Bytes of a stream have arrived; a whole message is an exchange. */
  void countReceived(long bytes, int messageBytes) {
    long all = counts.getPlain(LINE + 1) + bytes;
    counts.lazySet(LINE + 1, all);
    counts.lazySet(LINE, all / messageBytes);
  }

  long operations() {
    return counts.get(LINE);
  }

  /** By whoever counts alone. */
  long ownOperations() {
    return counts.getPlain(LINE);
  }

  long bytes() {
    return counts.get(LINE + 1);
  }
}
