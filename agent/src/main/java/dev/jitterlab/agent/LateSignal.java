package dev.jitterlab.agent;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How ticks and requests tell that one was late. All that a tick pays for it is a comparison, and
 * when it is late, a write to an atomic. Thread-safe; nothing waits.
 */
final class LateSignal {
  /** Hears nothing. */
  static final LateSignal NONE = new LateSignal(Long.MAX_VALUE);

  private final long thresholdNs;
  private final AtomicLong worstNs = new AtomicLong();

  LateSignal(long thresholdNs) {
    this.thresholdNs = thresholdNs;
  }

  /** Something took that long, from when it was due until it was done. */
  void took(long ns) {
    if (ns >= thresholdNs && ns > worstNs.get()) {
      worstNs.set(ns); // of two at a time, either one will do
    }
  }

  /** Returns the longest time since the last call; 0 if none was long enough. */
  long take() {
    return worstNs.get() == 0 ? 0 : worstNs.getAndSet(0);
  }
}
