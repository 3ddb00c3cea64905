package dev.jitterlab.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come, however slow the machine is. */
final class Eventually {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

  private Eventually() {}

  /** Returns false if it did not come. */
  static boolean holds(BooleanSupplier condition) {
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadlineNs > 0) {
        return false;
      }
      LockSupport.parkNanos(1_000_000);
    }
    return true;
  }
}
