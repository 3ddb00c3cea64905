package dev.jitterlab.lab.statistics;

/**
 * The share that a part has of a whole when all instances are taken together, such as late ticks of
 * ticks: an instance with more ticks weighs more. Immutable.
 */
public final class PooledShare implements GroupStatistic {
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
}
