package dev.jitterlab.bench;

import java.util.List;

/**
 * When a core was away from a thread that wanted to run all the time. Immutable.
 *
 * @param durationNs for how long it was recorded
 * @param stalls in the order of time; they do not overlap
 */
record CoreStalls(long durationNs, List<Stall> stalls) {
  CoreStalls {
    stalls = List.copyOf(stalls);
  }

  /**
   * A stretch of time without the core.
   *
   * @param fromNs since the recording began, at one moment on all cores
   * @param lengthNs how long it lasted
   */
  record Stall(long fromNs, long lengthNs) {
    long toNs() {
      return fromNs + lengthNs;
    }
  }
}
