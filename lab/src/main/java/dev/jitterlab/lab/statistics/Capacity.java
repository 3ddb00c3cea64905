package dev.jitterlab.lab.statistics;

import java.util.List;
import java.util.Optional;

/**
 * The greatest load that was carried in time; or what is known of it where the load did not go that
 * far (it is censored then: a bound and no figure).
 */
public sealed interface Capacity {
  /** The load, or the bound of it. */
  double load();

  /** Whether it is the load, or a bound of it. */
  default Censoring censoring() {
    return switch (this) {
      case Reached _ -> Censoring.NONE;
      case AtLeast _ -> Censoring.AT_LEAST;
      case Below _ -> Censoring.BELOW;
    };
  }

  /** Found: at some greater load the ticks were too late. */
  record Reached(double load) implements Capacity {}

  /** The greatest load of all was still carried. */
  record AtLeast(double load) implements Capacity {}

  /** The least load of all was too much already. */
  record Below(double load) implements Capacity {}

  /**
   * The mean of several; as soon as one of them is a bound, the mean is a bound, too. Empty where
   * there is none, or some are bounded from above and some from below.
   */
  static Optional<Capacity> mean(List<Capacity> several) {
    boolean atLeast = several.stream().anyMatch(AtLeast.class::isInstance);
    boolean below = several.stream().anyMatch(Below.class::isInstance);
    if (several.isEmpty() || (atLeast && below)) {
      return Optional.empty();
    }
    double mean = several.stream().mapToDouble(Capacity::load).average().orElseThrow();
    return Optional.of(atLeast ? new AtLeast(mean) : below ? new Below(mean) : new Reached(mean));
  }
}
