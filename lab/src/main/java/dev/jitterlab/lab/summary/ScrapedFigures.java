package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.experiment.OwnMetrics;
import dev.jitterlab.lab.experiment.ScrapedMetric;
import dev.jitterlab.lab.experiment.ScrapedMetric.Reading;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes figures of the series that an experiment names, for one instance. Immutable. */
record ScrapedFigures(String source, Window window, SamplesReader samples) {
  /** Every metric's figure by its name; one whose series were not sampled is absent. */
  static Map<String, Double> of(
      Evidence.MeasuredProcess server, OwnMetrics metrics, SamplesReader samples) {
    ScrapedFigures figures = new ScrapedFigures(server.id(), server.window(), samples);
    Map<String, Double> byName = new LinkedHashMap<>();
    for (ScrapedMetric metric : metrics.scraped()) {
      figures.of(metric).ifPresent(figure -> byName.put(metric.name(), figure));
    }
    return byName;
  }

  /** A figure for which the divisor is zero is no figure. */
  private Optional<Double> of(ScrapedMetric metric) {
    Optional<Double> figure = read(metric.reading(), metric.series());
    Optional<Double> divisor =
        metric.per() != null
            ? read(Reading.MEAN, metric.per())
            : metric.perRate() != null ? read(Reading.RATE, metric.perRate()) : Optional.of(1.0);
    return figure.flatMap(value -> divisor.filter(d -> d > 0).map(d -> value / d));
  }

  private Optional<Double> read(Reading reading, String series) {
    SeriesSelector selector = SeriesSelector.parse(series);
    return switch (reading) {
      case RATE -> increase(selector).map(growth -> growth / window.seconds());
      case MEAN -> optional(sums(selector).values().stream().mapToDouble(v -> v).average());
      case MAX -> optional(sums(selector).values().stream().mapToDouble(v -> v).max());
      case LAST -> sums(selector).values().stream().reduce((_, later) -> later);
    };
  }

  private static Optional<Double> optional(OptionalDouble figure) {
    return figure.isPresent() ? Optional.of(figure.getAsDouble()) : Optional.empty();
  }

  /** The sum over the label sets that are meant. */
  private Optional<Double> increase(SeriesSelector selector) {
    return samples.labelSets(source, selector).stream()
        .flatMap(
            labels ->
                samples
                    .increase(source, selector.name(), labels, window.from(), window.to())
                    .stream())
        .reduce(Double::sum);
  }

  /** Time to the sum over the label sets that are meant. */
  private SortedMap<Double, Double> sums(SeriesSelector selector) {
    SortedMap<Double, Double> sums = new TreeMap<>();
    for (String labels : samples.labelSets(source, selector)) {
      for (Point point :
          samples.series(source, selector.name(), labels, window.from(), window.to())) {
        sums.merge(point.at(), point.value(), Double::sum);
      }
    }
    return sums;
  }
}
