package dev.jitterlab.aggregator.upstream;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Random numbers that depend on a seed and on how many were drawn, and not on threads: the n-th
 * request of a service always has the same fate. Thread-safe.
 */
final class Draws {
  private static final double UNIT = 0x1.0p-53;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final AtomicLong next = new AtomicLong();

  Draws(long seed, String service, int replica) {
    this.seed = mix(seed ^ mix(service.hashCode() * 31L + replica));
  }

  /** Returns the number of the next request. */
  long next() {
    return next.getAndIncrement();
  }

  /** Returns how many requests there were. */
  long drawn() {
    return next.get();
  }

  /** Returns a number from 0 to below 1, the k-th of a request. */
  double uniform(long request, int k) {
    return (mix(seed + GOLDEN * (4 * request + k + 1)) >>> 11) * UNIT;
  }

  /** Returns a number of the standard normal distribution; uses the draws k and k + 1. */
  double normal(long request, int k) {
    double u = 1 - uniform(request, k);
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * uniform(request, k + 1));
  }

  static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }
}
