package dev.jitterlab.load;

import java.util.function.DoubleSupplier;

/**
 * A level is carried if something was counted meanwhile, and of it no more than a share went wrong.
 * Used by one thread.
 */
public final class CountedShare implements LevelJudge {
  private final DoubleSupplier all;
  private final DoubleSupplier wrong;
  private final double allowed;
  private double allBefore;
  private double wrongBefore;

  /**
   * Creates it.
   *
   * @param all returns how much was counted so far
   * @param wrong returns how much of it went wrong
   * @param allowed the share that may go wrong
   */
  public CountedShare(DoubleSupplier all, DoubleSupplier wrong, double allowed) {
    this.all = all;
    this.wrong = wrong;
    this.allowed = allowed;
  }

  @Override
  public void begin() {
    allBefore = all.getAsDouble();
    wrongBefore = wrong.getAsDouble();
  }

  @Override
  public boolean isCarried() {
    double counted = all.getAsDouble() - allBefore;
    return counted > 0 && wrong.getAsDouble() - wrongBefore <= allowed * counted;
  }
}
