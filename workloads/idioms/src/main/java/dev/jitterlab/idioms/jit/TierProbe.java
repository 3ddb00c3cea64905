package dev.jitterlab.idioms.jit;

import java.util.Arrays;

/**
 * Times one method that was called often before, in whichever code the JVM's flags allow. Prints a
 * marker when the timing begins, so that the JVM's log of compilations says which code that was,
 * and then the nanoseconds of one call: those of the batch in the middle. The argument is for how
 * many milliseconds it times; it warms up for as long.
 */
public final class TierProbe {
  private static final int CELLS = 256;
  private static final int BATCH = 50;
  private static final int MOST_BATCHES = 1_000_000;
  private static final int LEAST_BATCHES = 400;

  private final int[] cells = new int[CELLS];

  private TierProbe() {
    for (int i = 0; i < CELLS; i++) {
      cells[i] = i * 0x9E3779B9;
    }
  }

  /** Warms up, times, prints. */
  public static void main(String[] arguments) {
    long limitNs = Long.parseLong(arguments[0]) * 1_000_000;
    TierProbe probe = new TierProbe();
    double[] batchNs = new double[MOST_BATCHES];
    int sum = probe.batches(batchNs, limitNs) == 0 ? 1 : 0;
    System.out.println("# timing");
    int batches = probe.batches(batchNs, limitNs);
    Arrays.sort(batchNs, 0, batches);
    System.out.println("# ns " + batchNs[batches / 2] / BATCH);
    System.out.println("# sum " + (sum + probe.cells[1]));
  }

  private int batches(double[] batchNs, long limitNs) {
    long startNs = System.nanoTime();
    long beforeNs = startNs;
    int done = 0;
    while (done < LEAST_BATCHES || (beforeNs - startNs < limitNs && done < MOST_BATCHES)) {
      for (int i = 0; i < BATCH; i++) {
        cells[i & 1] = work(i);
      }
      long nowNs = System.nanoTime();
      batchNs[done++] = (double) (nowNs - beforeNs);
      beforeNs = nowNs;
    }
    return done;
  }

  /** What a game's step does: walks over things, branches by their kind, calls small methods. */
  private int work(int seed) {
    int value = seed;
    for (int i = 0; i < CELLS; i++) {
      int cell = cells[i];
      switch (cell & 3) {
        case 0:
          value += moved(cell, i);
          break;
        case 1:
          value = Math.max(value, cell >> 2);
          break;
        case 2:
          value ^= moved(i, cell);
          break;
        default:
          if (value > cell) {
            value -= i;
          }
          break;
      }
    }
    return value;
  }

  private static int moved(int from, int by) {
    return ((from + by) * 31) >> 3;
  }
}
