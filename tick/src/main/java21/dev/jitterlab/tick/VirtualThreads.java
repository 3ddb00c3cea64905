package dev.jitterlab.tick;

import java.util.concurrent.ThreadFactory;

/** Makes virtual threads, on JDK 21 and later. */
final class VirtualThreads {
  private VirtualThreads() {}

  static boolean exist() {
    return true;
  }

  static ThreadFactory factory() {
    return Thread.ofVirtual().factory();
  }
}
