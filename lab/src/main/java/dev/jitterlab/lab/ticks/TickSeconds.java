package dev.jitterlab.lab.ticks;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * One metric of a tick log, interval by interval, in columns: a day of seconds is 1.4 MB so, and
 * four times that as objects. Not thread-safe while it grows.
 */
final class TickSeconds extends AbstractList<TickSecond> implements RandomAccess {
  private double[] at = new double[64];
  private float[] medians = new float[64];
  private float[] p99s = new float[64];
  private int size;

  @Override
  public boolean add(TickSecond second) {
    if (size == at.length) {
      int longer = size + size / 2;
      at = Arrays.copyOf(at, longer);
      medians = Arrays.copyOf(medians, longer);
      p99s = Arrays.copyOf(p99s, longer);
    }
    at[size] = second.at();
    medians[size] = (float) second.medianSeconds();
    p99s[size] = (float) second.p99Seconds();
    size++;
    return true;
  }

  @Override
  public TickSecond get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return new TickSecond(at[index], medians[index], p99s[index]);
  }

  @Override
  public int size() {
    return size;
  }
}
