package dev.jitterlab.play;

import dev.jitterlab.lab.collect.ExpositionParser.Series;
import java.util.Collection;
import java.util.LinkedHashMap;
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

  /**
   * The sums of this and another answer, series by series: as much as both say of what is counted,
   * in the room of one.
   */
  Scrape plus(Scrape other) {
    Map<List<String>, Series> sums = new LinkedHashMap<>();
    for (Series one : together(List.of(this, other)).series()) {
      sums.merge(
          List.of(one.name(), one.labels()),
          one,
          (a, b) -> new Series(a.name(), a.labels(), a.value() + b.value()));
    }
    return new Scrape(List.copyOf(sums.values()));
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
