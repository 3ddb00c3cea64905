package dev.jitterlab.lab.validity;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The worst of some figures, and whose it is; of equals the first by name, so that a summary that
 * is made again is the same.
 *
 * @param of an instance, a load process or a block
 */
public record Worst(String of, double value) {
  /** The greatest; empty without figures. */
  public static Optional<Worst> greatest(Map<String, Double> figures) {
    return first(figures, Comparator.reverseOrder());
  }

  /** The least; empty without figures. */
  public static Optional<Worst> least(Map<String, Double> figures) {
    return first(figures, Comparator.naturalOrder());
  }

  private static Optional<Worst> first(Map<String, Double> figures, Comparator<Double> order) {
    return figures.entrySet().stream()
        .min(Map.Entry.<String, Double>comparingByValue(order).thenComparing(Map.Entry::getKey))
        .map(entry -> new Worst(entry.getKey(), entry.getValue()));
  }
}
