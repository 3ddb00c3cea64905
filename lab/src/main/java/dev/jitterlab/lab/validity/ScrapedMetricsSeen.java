package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Did the servers expose the series that the experiment makes metrics of? */
final class ScrapedMetricsSeen implements Check {
  private static final String NAME = "series_not_seen";

  @Override
  public Finding examine(Evidence evidence) {
    Optional<SamplesReader> samples = evidence.samples();
    if (samples.isEmpty()) {
      return new Finding(
          NAME, Optional.empty(), 0, Status.WEAK, "no evidence: nothing was sampled", "");
    }
    List<String> missing = new ArrayList<>();
    for (String series : series(evidence.plan().analysis().metrics())) {
      missing(series, evidence, samples.orElseThrow()).ifPresent(missing::add);
    }
    return new Finding(
        NAME,
        Optional.of((double) missing.size()),
        0,
        missing.isEmpty() ? Status.VALID : Status.WEAK,
        missing.isEmpty()
            ? "the servers exposed every series that the experiment names"
            : String.join("; ", missing),
        missing.isEmpty() ? "" : "Correct the name under `metrics` or `capacity`, and run again.");
  }

  private static Set<String> series(OwnMetrics metrics) {
    Set<String> series = new LinkedHashSet<>();
    for (ScrapedMetric metric : metrics.scraped()) {
      Stream.of(metric.series(), metric.per(), metric.perRate())
          .filter(name -> name != null)
          .forEach(series::add);
    }
    if (metrics.capacity() != null) {
      series.add(metrics.capacity().load());
    }
    return series;
  }

  private static Optional<String> missing(String series, Evidence evidence, SamplesReader samples) {
    SeriesSelector selector = SeriesSelector.parse(series);
    List<String> without =
        evidence.servers().stream()
            .map(Evidence.MeasuredProcess::id)
            .filter(id -> samples.labelSets(id, selector).isEmpty())
            .toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    if (without.size() < evidence.servers().size()) {
      return Optional.of("`%s` was not seen of %s".formatted(series, String.join(", ", without)));
    }
    Set<String> known =
        without.stream()
            .flatMap(id -> samples.names(id).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return Optional.of(
        "`%s` was not seen of any server; %s"
            .formatted(
                series,
                known.contains(selector.name())
                    ? "no labels of `" + selector.name() + "` are like that"
                    : Spelling.nearest(selector.name(), known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("no name that was seen is like it")));
  }
}
