package dev.jitterlab.tick;

import java.util.concurrent.ThreadFactory;

/**
 * Makes virtual threads. This is the fallback: the jar has another class of this name for JDK 21
 * and later, which have them.
 */
final class VirtualThreads {
  private VirtualThreads() {}

  /** Returns whether this JDK has virtual threads. */
  static boolean exist() {
    return false;
  }

  /**
   * Returns what makes them.
   *
   * @throws IllegalArgumentException says what is missing
   */
  @SuppressWarnings("DoNotCallSuggester") // the other class of this name does not throw
  static ThreadFactory factory() {
    throw new IllegalArgumentException(
        "virtual-threads needs JDK 21 or later and the library as a jar; this is JDK "
            + Runtime.version().feature());
  }
}
