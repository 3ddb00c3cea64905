package dev.jitterlab.arena.tool;

/**
 * What a twin adds to an update, and what many workers would do with that. The measured figures say
 * how much it adds, and not how much of it keeps other workers from going on, so there are two
 * bounds.
 */
final class TwinCost {
  private final double updateNs;
  private final double addedNs;
  private final int measuredCores;
  private final boolean excludesUpdates;

  /**
   * Takes measured costs.
   *
   * @param updateNs of an update in the main loop
   * @param emptyNs of an empty update in the main loop
   * @param emptyOfTwinNs the time from one empty update to the next in the twin, whichever worker
   *     did it
   * @param measuredWorkers how many workers that were
   * @param processors how many of them could work at once
   * @param excludesUpdates whether one update excludes all others
   */
  TwinCost(
      double updateNs,
      double emptyNs,
      double emptyOfTwinNs,
      int measuredWorkers,
      int processors,
      boolean excludesUpdates) {
    this.updateNs = updateNs;
    this.measuredCores = Math.min(measuredWorkers, processors);
    this.addedNs = Math.max(0, emptyOfTwinNs - emptyNs / measuredCores);
    this.excludesUpdates = excludesUpdates;
  }

  /** Returns by how much the time from one update to the next grew. */
  double addedNs() {
    return addedNs;
  }

  /** Returns the updates a second by those of the main loop, if all that is added excludes. */
  double speedupIfAllExcludes(int workers, int updates) {
    return excludesUpdates
        ? speedup(workers, addedNs + updateNs, 0, updates)
        : speedup(workers, addedNs, updateNs, updates);
  }

  /** Returns the same if nothing of what is added excludes: each worker spends it for itself. */
  double speedupIfNoneExcludes(int workers, int updates) {
    return excludesUpdates
        ? speedupIfAllExcludes(workers, updates)
        : speedup(workers, 0, updateNs + measuredCores * addedNs, updates);
  }

  private double speedup(int workers, double exclusiveNs, double parallelNs, int updates) {
    return WorkerSimulation.updatesPerSecond(workers, exclusiveNs, parallelNs, updates)
        * updateNs
        / 1e9;
  }
}
