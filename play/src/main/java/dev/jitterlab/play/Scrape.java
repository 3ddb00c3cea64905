package dev.jitterlab.play;

import dev.jitterlab.lab.collect.ExpositionParser.Series;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What metrics endpoints answered, asked for by name. Immutable. */
record Scrape(List<Series> series) {
  /** Nothing was answered yet. */
  static final Scrape NONE = new Scrape(List.of());

  private static final Pattern BOUND = Pattern.compile("(?:^|,)le=\"([^\"]*)\"");

  /** The answers of several endpoints, taken together. */
  static Scrape together(Collection<Scrape> scrapes) {
    return new Scrape(scrapes.stream().flatMap(scrape -> scrape.series().stream()).toList());
  }

  /** The sum over all labels; empty where nobody has the metric. */
  OptionalDouble sum(String metric) {
    return sum(metric, "");
  }

  /** The sum over the series whose labels, in canonical form, contain the text. */
  OptionalDouble sum(String metric, String label) {
    List<Series> found =
        series.stream()
            .filter(one -> one.name().equals(metric) && one.labels().contains(label))
            .toList();
    return found.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(found.stream().mapToDouble(Series::value).sum());
  }

  /**
   * The least bound of a classic histogram below which at least that share of the values lies;
   * infinite above the last bound, empty where there are no values.
   */
  OptionalDouble quantileBound(String histogram, double share) {
    Map<Double, Double> counts = new TreeMap<>();
    for (Series one : series) {
      Matcher bound = BOUND.matcher(one.labels());
      if (one.name().equals(histogram + "_bucket") && bound.find()) {
        String text = bound.group(1);
        double upper = text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
        counts.merge(upper, one.value(), Double::sum);
      }
    }
    double wanted = share * counts.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
    return wanted == 0
        ? OptionalDouble.empty()
        : counts.entrySet().stream()
            .filter(entry -> entry.getValue() >= wanted)
            .mapToDouble(Map.Entry::getKey)
            .findFirst();
  }
}
