package dev.jitterlab.lab.statistics;

/** The mean of one figure per instance. Immutable. */
public final class Mean implements GroupStatistic {
  private final double[] values;

  /** Of these instances' figures, in the instances' order; at least one. */
  public Mean(double... values) {
    this.values = values.clone();
  }

  @Override
  public int instances() {
    return values.length;
  }

  @Override
  public double of(int[] multiplicities) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      sum += multiplicities[i] * values[i];
      count += multiplicities[i];
    }
    return sum / count;
  }
}
