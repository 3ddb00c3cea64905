package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.ticks.Window;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * The seconds of an idle control process, in columns: a day of them is 2.8 MB so. Not thread-safe
 * while it grows.
 */
final class IdleSeconds extends AbstractList<IdleControl.Second> implements RandomAccess {
  private double[] from = new double[64];
  private double[] to = new double[64];
  private long[] maxNs = new long[64];
  private long[] p99Ns = new long[64];
  private int size;

  @Override
  public boolean add(IdleControl.Second second) {
    if (size == from.length) {
      int longer = size + size / 2;
      from = Arrays.copyOf(from, longer);
      to = Arrays.copyOf(to, longer);
      maxNs = Arrays.copyOf(maxNs, longer);
      p99Ns = Arrays.copyOf(p99Ns, longer);
    }
    from[size] = second.window().from();
    to[size] = second.window().to();
    maxNs[size] = second.maxNs();
    p99Ns[size] = second.p99Ns();
    size++;
    return true;
  }

  @Override
  public IdleControl.Second get(int index) {
    if (index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return new IdleControl.Second(new Window(from[index], to[index]), maxNs[index], p99Ns[index]);
  }

  @Override
  public int size() {
    return size;
  }
}
