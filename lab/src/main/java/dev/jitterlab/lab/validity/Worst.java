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
    return figures.entrySet().stream()
        .min(worst(Comparator.reverseOrder()))
        .map(entry -> new Worst(entry.getKey(), entry.getValue()));
  }

  /** The least; empty without figures. */
  public static Optional<Worst> least(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .min(worst(Comparator.naturalOrder()))
        .map(entry -> new Worst(entry.getKey(), entry.getValue()));
  }

  private static Comparator<Map.Entry<String, Double>> worst(Comparator<Double> order) {
    return Map.Entry.<String, Double>comparingByValue(order).thenComparing(Map.Entry::getKey);
  }
}
