package dev.jitterlab.lab.validity;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The worst of some figures, and whose it is.
 *
 * @param of an instance, a load process or a block
 */
record Worst(String of, double value) {
  static Optional<Worst> greatest(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(entry -> new Worst(entry.getKey(), entry.getValue()));
  }

  static Optional<Worst> least(Map<String, Double> figures) {
    return figures.entrySet().stream()
        .min(Map.Entry.comparingByValue(Comparator.naturalOrder()))
        .map(entry -> new Worst(entry.getKey(), entry.getValue()));
  }
}
