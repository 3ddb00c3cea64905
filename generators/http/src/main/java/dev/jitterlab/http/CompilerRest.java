package dev.jitterlab.http;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells when the JIT compilers of this program have come to rest: for half a second they have
 * compiled next to nothing. How many requests that takes depends on the machine: with one CPU the
 * compilers compete with the code that they compile. For one thread.
 */
final class CompilerRest {
  private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Single small methods are compiled all the time. */
  private static final long MOST_MS = 20;

  private final LongSupplier compiledMs;
  private long sinceNs;
  private long sinceMs;

  /**
   * Begins to watch.
   *
   * @param compiledMs for how long the compilers have worked by now, in milliseconds
   */
  CompilerRest(LongSupplier compiledMs, long nowNs) {
    this.compiledMs = compiledMs;
    this.sinceNs = nowNs;
    this.sinceMs = compiledMs.getAsLong();
  }

  /** Returns whether they rest; to be asked several times in half a second. */
  boolean isReached(long nowNs) {
    long ms = compiledMs.getAsLong();
    if (ms - sinceMs > MOST_MS) {
      sinceMs = ms;
      sinceNs = nowNs;
    }
    return nowNs - sinceNs >= QUIET_NS;
  }
}
