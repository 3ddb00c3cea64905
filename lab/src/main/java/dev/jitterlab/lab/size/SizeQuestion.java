package dev.jitterlab.lab.size;

import java.util.List;
import java.util.Optional;

/**
 * What a search for heap sizes is to find out. Immutable.
 *
 * @param leastBytes no smaller heap is tried
 * @param mostBytes no larger one is; the first that is tried
 * @param runs how many servers are started at most
 * @param limits what the smallest heap has to hold; empty if only the costs are asked for
 * @param seed decides nothing any more: the model draws nothing at random
 */
public record SizeQuestion(
    long leastBytes, long mostBytes, int runs, List<SizeLimit> limits, long seed) {
  /** Takes a copy of the limits. */
  public SizeQuestion {
    limits = List.copyOf(limits);
  }

  /** The first limit on what the first server that lived does not tell. */
  public Optional<SizeLimit> untold(List<SizeProbe> probes) {
    return probes.stream()
        .filter(SizeProbe::lived)
        .findFirst()
        .flatMap(probe -> limits.stream().filter(limit -> !limit.isToldBy(probe)).findFirst());
  }

  /** The same with another bound of the servers. */
  SizeQuestion withRuns(int most) {
    return new SizeQuestion(leastBytes, mostBytes, most, limits, seed);
  }
}
