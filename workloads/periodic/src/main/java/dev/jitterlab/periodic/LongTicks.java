package dev.jitterlab.periodic;

import java.util.SplittableRandom;

/** Makes some ticks long, each with the same chance. One object serves one task. */
final class LongTicks implements Runnable {
  private final int oneIn;
  private final Runnable work;
  private final SplittableRandom random;

  /**
   * Creates it.
   *
   * @param oneIn a tick in so many does the work
   */
  LongTicks(int oneIn, Runnable work, SplittableRandom random) {
    this.oneIn = oneIn;
    this.work = work;
    this.random = random;
  }

  @Override
  public void run() {
    if (random.nextInt(oneIn) == 0) {
      work.run();
    }
  }
}
