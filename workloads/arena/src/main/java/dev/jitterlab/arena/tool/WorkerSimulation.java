package dev.jitterlab.arena.tool;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Simulates many workers: each takes the next update, which costs a part that only one worker at a
 * time can be in (the shared queue, or the one lock) and a part that all do at once. It knows
 * nothing of caches, memory or the operating system, so it bounds what such a machine would do from
 * above; where the measured cost of a lock-free operation is taken as one that excludes all others,
 * it errs against that model.
 */
final class WorkerSimulation {
  private static final long SEED = 7;

  private WorkerSimulation() {}

  /**
   * Simulates.
   *
   * @param exclusiveNs the mean of the part that excludes the others
   * @param parallelNs the mean of the other part
   * @return updates a second
   */
  static double updatesPerSecond(int workers, double exclusiveNs, double parallelNs, int updates) {
    SplittableRandom random = new SplittableRandom(SEED);
    PriorityQueue<Double> free = new PriorityQueue<>();
    for (int i = 0; i < workers; i++) {
      free.add(0.0);
    }
    double gateFreeNs = 0;
    double endNs = 0;
    for (int i = 0; i < updates; i++) {
      double entersNs = Math.max(free.remove(), gateFreeNs);
      gateFreeNs = entersNs + exclusiveNs;
      double doneNs =
          gateFreeNs + parallelNs * (0.5 + random.nextDouble()); // from half to one and a half
      free.add(doneNs);
      endNs = Math.max(endNs, doneNs);
    }
    return updates / (endNs / 1e9);
  }
}
