package dev.jitterlab.lab.metric;

import java.util.Optional;

/**
 * A part of a whole, such as late ticks of all ticks.
 *
 * @param whole 0 where nothing is known of the share, or there was nothing to have a part of
 */
public record Share(double part, double whole) {
  /** Of a server that should have the figure and shows none. */
  public static final Share UNKNOWN = new Share(0, 0);

  /** Of a part and a whole that were both recorded. */
  static Optional<Share> of(Optional<Double> part, Optional<Double> whole) {
    return part.flatMap(known -> whole.map(all -> new Share(known, all)));
  }
}
