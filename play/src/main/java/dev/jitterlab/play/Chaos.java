package dev.jitterlab.play;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Who is killed when: every few seconds a process by lot, of those that are ready. For one thread;
 * the time is passed in.
 */
final class Chaos {
  private final Random lot;
  private final long periodNs;
  private long nextNs;

  /** Kills for the first time after one period. */
  Chaos(Random lot, int periodSeconds, long nowNs) {
    this.lot = lot;
    this.periodNs = TimeUnit.SECONDS.toNanos(periodSeconds);
    this.nextNs = nowNs + periodNs;
  }

  /** Returns whom to kill now. */
  <T> Optional<T> victim(List<T> ready, long nowNs) {
    if (nowNs - nextNs < 0 || ready.isEmpty()) {
      return Optional.empty();
    }
    nextNs = nowNs + periodNs;
    return Optional.of(ready.get(lot.nextInt(ready.size())));
  }
}
