package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * The share that a part has of a whole when all instances are taken together, such as late ticks of
 * ticks: an instance with more ticks weighs more. Parts are counts of events, so that the share of
 * few events is uncertain even where all instances counted the same. Immutable.
 */
public final class PooledShare implements GroupStatistic {
  private static final double HALF = 0.5;

  private final double[] parts;
  private final double[] wholes;

  /** Of these parts and wholes, both in the instances' order. */
  public PooledShare(double[] parts, double[] wholes) {
    if (parts.length != wholes.length) {
      throw new IllegalArgumentException(parts.length + " parts of " + wholes.length + " wholes");
    }
    this.parts = parts.clone();
    this.wholes = wholes.clone();
  }

  @Override
  public int instances() {
    return parts.length;
  }

  /** NaN where the wholes are zero. */
  @Override
  public double of(int[] multiplicities) {
    double part = 0;
    double whole = 0;
    for (int i = 0; i < parts.length; i++) {
      part += multiplicities[i] * parts[i];
      whole += multiplicities[i] * wholes[i];
    }
    return part / whole;
  }

  /** That of Poisson counts: events that come in bursts vary more, which the instances show. */
  @Override
  public double leastLogError() {
    return 1 / Math.sqrt(Math.max(HALF, Arrays.stream(parts).sum()));
  }

  @Override
  public Optional<GroupStatistic> withoutZeros() {
    return Optional.of(
        new PooledShare(Arrays.stream(parts).map(part -> part + HALF).toArray(), wholes));
  }
}
