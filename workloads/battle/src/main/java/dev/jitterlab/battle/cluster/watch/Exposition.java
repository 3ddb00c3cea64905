package dev.jitterlab.battle.cluster.watch;

import java.util.OptionalDouble;
import java.util.TreeMap;

/** Metrics in the Prometheus text format, asked for by name. Immutable. */
final class Exposition {
  private final String text;

  Exposition(String text) {
    this.text = text;
  }

  /** Both texts, taken together. */
  Exposition and(Exposition other) {
    return new Exposition(text + "\n" + other.text);
  }

  /** Returns the sum over the series of a name whose labels contain the text; empty without any. */
  OptionalDouble sum(String metric, String label) {
    double sum = 0;
    boolean found = false;
    for (String line : text.split("\n", -1)) {
      if (isOf(line, metric) && line.contains(label)) {
        sum += value(line);
        found = true;
      }
    }
    return found ? OptionalDouble.of(sum) : OptionalDouble.empty();
  }

  /** Returns the least finite bound of a histogram that at least that share lies below. */
  OptionalDouble quantileBound(String histogram, double share) {
    TreeMap<Double, Double> counts = new TreeMap<>();
    for (String line : text.split("\n", -1)) {
      int bound = line.indexOf("le=\"");
      if (isOf(line, histogram + "_bucket") && bound > 0) {
        String upper = line.substring(bound + 4, line.indexOf('"', bound + 4));
        counts.merge(
            upper.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(upper),
            value(line),
            Double::sum);
      }
    }
    double wanted = share * counts.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
    return counts.entrySet().stream()
        .filter(entry -> wanted > 0 && entry.getValue() >= wanted)
        .mapToDouble(entry -> entry.getKey())
        .filter(Double::isFinite)
        .findFirst();
  }

  private static boolean isOf(String line, String metric) {
    return line.startsWith(metric)
        && line.length() > metric.length()
        && (line.charAt(metric.length()) == ' ' || line.charAt(metric.length()) == '{');
  }

  private static double value(String line) {
    String value = line.substring(line.lastIndexOf(' ') + 1);
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      return 0; // +Inf, or no metrics at all: nothing that could be shown
    }
  }
}
