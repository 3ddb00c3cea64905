package dev.jitterlab.lab.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * The share that a part has of a whole when all instances are taken together, such as late ticks of
 * ticks: an instance with more ticks weighs more. Immutable.
 *
 * <p>Parts are either counts of events, so that the share of few events is uncertain even where all
 * instances counted the same; or amounts, such as seconds, whose size says nothing about how
 * certain they are: a tenth of a second may be a thousand pauses. Of amounts only the instances
 * tell.
 */
public final class PooledShare implements GroupStatistic {
  private static final double HALF = 0.5;

  private final double[] parts;
  private final double[] wholes;
  private final boolean areCounts;

  private PooledShare(double[] parts, double[] wholes, boolean areCounts) {
    if (parts.length != wholes.length) {
      throw new IllegalArgumentException(parts.length + " parts of " + wholes.length + " wholes");
    }
    this.parts = parts.clone();
    this.wholes = wholes.clone();
    this.areCounts = areCounts;
  }

  /** Of so many events of all, such as late ticks; both in the instances' order. */
  public static PooledShare ofCounts(double[] parts, double[] wholes) {
    return new PooledShare(parts, wholes, true);
  }

  /** Of amounts in the same unit, such as seconds; both in the instances' order. */
  public static PooledShare ofAmounts(double[] parts, double[] wholes) {
    return new PooledShare(parts, wholes, false);
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

  /** Of counts that of Poisson: events that come in bursts vary more, which the instances show. */
  @Override
  public double leastLogError() {
    return areCounts ? 1 / Math.sqrt(Math.max(HALF, Arrays.stream(parts).sum())) : 0;
  }

  @Override
  public Optional<GroupStatistic> withoutZeros() {
    return areCounts
        ? Optional.of(ofCounts(Arrays.stream(parts).map(part -> part + HALF).toArray(), wholes))
        : Optional.empty();
  }
}
