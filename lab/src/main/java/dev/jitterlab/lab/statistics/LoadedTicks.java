package dev.jitterlab.lab.statistics;

/**
 * The ticks of a stretch of time, and under which load they ran.
 *
 * @param load in whatever the load is counted in
 * @param ticks how many; at least one
 * @param late how many of them were late
 */
public record LoadedTicks(double load, double ticks, double late) {
  /** Checks the figures. */
  public LoadedTicks {
    if (!(ticks > 0 && late >= 0 && Double.isFinite(load))) {
      throw new IllegalArgumentException(late + " of " + ticks + " ticks late at load " + load);
    }
  }
}
