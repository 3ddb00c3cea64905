package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the instances' own figures came to, for the checks that ask about figures. Whoever makes the
 * figures adds it to the evidence of the run. Immutable.
 *
 * @param nullified an instance's id to the cause for which it does not count
 * @param outliers an instance's id to what is to be said of it, where it lies far outside its group
 * @param withoutFigure an instance's id to why it has no figure of the primary metric, which others
 *     of its group have
 * @param baselineAgainstItself empty where that has no interval, or nobody asked
 * @param capacities a group's name to the greatest load of each instance that counts, empty where
 *     nothing is known of it; empty where nobody asked
 */
public record Outcomes(
    Map<String, String> nullified,
    Map<String, String> outliers,
    Map<String, String> withoutFigure,
    Optional<AgainstItself> baselineAgainstItself,
    Map<String, List<Optional<Capacity>>> capacities) {

  /**
   * The group that repeats the baseline, against the baseline.
   *
   * @param metric by which, in words
   * @param ratio with an interval
   */
  public record AgainstItself(String metric, RatioEstimate ratio) {}
}
