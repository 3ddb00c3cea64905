package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A name with a typing error makes a metric without figures. */
final class ScrapedMetricsSeen extends Check {
  ScrapedMetricsSeen() {
    super(
        Question.of(
                "series_not_seen",
                Unit.NUMBER,
                "Did the servers expose every series that the experiment's metrics need?")
            .from(Dependence.PLAN, Dependence.OUTCOME)
            .needs("nothing was sampled", Kind.SAMPLES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return !evidence.plan().analysis().metrics().keys().isEmpty();
  }

  @Override
  protected Finding examine(Evidence evidence) {
    SamplesReader samples = evidence.samples().orElseThrow();
    List<String> missing = new ArrayList<>();
    for (String series : series(evidence.plan().analysis().metrics())) {
      missing(series, evidence, samples).ifPresent(missing::add);
    }
    for (String tag : tags(evidence.plan().analysis().metrics())) {
      missingTimes(tag, evidence).ifPresent(missing::add);
    }
    for (ScrapedMetric metric : evidence.plan().analysis().metrics().scraped()) {
      tooFew(metric, evidence).ifPresent(missing::add);
    }
    return graded(
        missing.size(),
        missing.isEmpty()
            ? "the servers exposed every series that the experiment names"
            : String.join("; ", missing),
        "Correct the name under `metrics` or `capacity`, or measure for longer, and run again.");
  }

  private static Set<String> series(OwnMetrics metrics) {
    Set<String> series = new LinkedHashSet<>();
    for (ScrapedMetric metric : metrics.scraped()) {
      Stream.of(
              metric.reading().isOfTimes() ? null : metric.series(), metric.per(), metric.perRate())
          .filter(name -> name != null)
          .forEach(series::add);
    }
    if (metrics.capacity() != null) {
      series.add(metrics.capacity().load());
    }
    return series;
  }

  private static Set<String> tags(OwnMetrics metrics) {
    return metrics.scraped().stream()
        .filter(metric -> metric.reading().isOfTimes())
        .map(ScrapedMetric::series)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<String> missingTimes(String tag, Evidence evidence) {
    List<String> without =
        evidence.servers().stream()
            .map(Evidence.MeasuredProcess::id)
            .filter(
                id ->
                    (!evidence.ticks().containsKey(id)
                            || evidence.ticks().get(id).times(tag).isEmpty())
                        && ofStep(tag, evidence, id) == 0)
            .toList();
    return without.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "no times `%s` are in the tick log of %s".formatted(tag, String.join(", ", without)));
  }

  /** Who recorded some times, but too few for the figure. */
  private static Optional<String> tooFew(ScrapedMetric metric, Evidence evidence) {
    List<String> servers =
        evidence.servers().stream()
            .map(Evidence.MeasuredProcess::id)
            .filter(id -> isTooFew(count(metric.series(), evidence, id), metric))
            .toList();
    return servers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "`%s` has no figure for %s, which recorded fewer than %,d times `%s`",
                metric.name(),
                String.join(", ", servers),
                metric.reading().leastTimes(),
                metric.series()));
  }

  private static boolean isTooFew(long count, ScrapedMetric metric) {
    return count > 0 && count < metric.reading().leastTimes();
  }

  private static long count(String tag, Evidence evidence, String server) {
    long own =
        evidence.ticks().containsKey(server) ? evidence.ticks().get(server).times(tag).count() : 0;
    return own == 0 ? ofStep(tag, evidence, server) : own;
  }

  /** With those that were still out at the end. */
  private static long ofStep(String step, Evidence evidence, String server) {
    MeasuredResponses responses = evidence.responses(server);
    return responses.step(step).count() + responses.waitingStep(step).count();
  }

  private static Optional<String> missing(String series, Evidence evidence, SamplesReader samples) {
    SeriesSelector selector = SeriesSelector.parse(series);
    List<String> without =
        evidence.servers().stream()
            .filter(server -> evidence.shown(server, selector).labelSets().isEmpty())
            .map(Evidence.MeasuredProcess::id)
            .toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    if (without.size() < evidence.servers().size()) {
      return Optional.of(
          "`%s` was not exposed by %s".formatted(series, String.join(", ", without)));
    }
    Set<String> known =
        without.stream()
            .flatMap(id -> samples.names(id).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return Optional.of(
        "no server exposed `%s`; %s"
            .formatted(
                series,
                known.contains(selector.name())
                    ? "`" + selector.name() + "` has other labels"
                    : Spelling.nearest(selector.name(), known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("no similar name was found")));
  }
}
