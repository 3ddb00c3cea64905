package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.ScrapedMetric.Better;
import dev.jitterlab.lab.metric.ScrapedMetric.Reading;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code metrics} and {@code capacity} of an experiment file. For one file. */
record OwnMetricsReader(Problems problems) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,79}");
  private static final Pattern TAG = Pattern.compile("[a-z][a-z0-9-]{0,79}");
  private static final double DEFAULT_LATE_PERCENT = 0.1;
  private static final double MAX_LATE_PERCENT = 50;

  OwnMetrics read(Fields fields, List<String> steps) {
    List<ScrapedMetric> scraped = new ArrayList<>();
    String expected = "an entry such as {name: battles, mean: …}";
    for (Fields entry :
        fields.sections("metrics", "a list of metrics", expected, ExperimentFormat.METRIC)) {
      metric(entry)
          .ifPresent(
              metric -> {
                if (scraped.stream().anyMatch(other -> other.name().equals(metric.name()))) {
                  entry.report(
                      "two metrics are called `" + metric.name() + "`",
                      "Give one of them another name.");
                }
                scraped.add(metric);
              });
    }
    return new OwnMetrics(
        scraped,
        fields
            .section("capacity", "a mapping with the gauge of the load", ExperimentFormat.CAPACITY)
            .flatMap(this::capacity)
            .orElse(null),
        steps);
  }

  private Optional<ScrapedMetric> metric(Fields fields) {
    Optional<String> name = name(fields);
    List<Reading> readings =
        Stream.of(Reading.values()).filter(one -> fields.has(word(one))).toList();
    if (readings.size() != 1) {
      fields.report(
          "a metric needs one of rate, peak, mean, max and last, or of p50, p90, p95, p99, p999,"
              + " p9999 and longest; found "
              + readings.size()
              + " of them",
          "Say how the series becomes a figure, such as mean: jitterlab_battles.");
      return Optional.empty();
    }
    if (fields.has("per") && fields.has("per_rate")) {
      fields.report("a metric has either `per` or `per_rate`; found both", "Remove one of them.");
    }
    Reading reading = readings.getFirst();
    boolean isOfTimes = reading.isOfTimes();
    if (isOfTimes && (fields.has("per") || fields.has("per_rate"))) {
      fields.report(
          "a figure of times takes no `per` or `per_rate`", "Remove `per` and `per_rate`.");
    }
    Optional<String> series =
        isOfTimes ? tag(fields, word(reading)) : series(fields, word(reading));
    Optional<String> per = series(fields, "per");
    Optional<String> perRate = series(fields, "per_rate");
    Unit unit =
        fields
            .choice("unit", Unit.values(), OwnMetricsReader::word)
            .orElse(isOfTimes ? Unit.SECONDS : Unit.NUMBER);
    Better better = fields.choice("better", Better.values(), OwnMetricsReader::word).orElse(null);
    return name.flatMap(
        key ->
            series.map(
                text ->
                    new ScrapedMetric(
                        key, reading, text, per.orElse(null), perRate.orElse(null), unit, better)));
  }

  private Optional<String> name(Fields fields) {
    fields.require("name", "a metric without `name`", "Give it a name of your own.");
    return fields.checkedText(
        "name",
        "the metric's name",
        OwnMetricsReader::isFree,
        name -> "a metric cannot be called `" + name + "`",
        "Use lower-case letters, digits and _, and no name of a metric that is always there.");
  }

  private static boolean isFree(String name) {
    return NAME.matcher(name).matches()
        && !name.equals(CarriedLoad.KEY)
        && Metrics.ofAll().find(name).filter(Metric::isCompared).isEmpty();
  }

  private Optional<String> series(Fields fields, String key) {
    Optional<Scalar> given = fields.scalar(key, "the name of a series, such as jitterlab_battles");
    given.ifPresent(
        series -> {
          try {
            var unused = SeriesSelector.parse(series.text());
          } catch (IllegalArgumentException e) {
            problems.add(
                series.place(),
                "`%s` is not a series: %s".formatted(series.text(), e.getMessage()),
                "Write it as the server shows it, such as x_total or 'x_total{kind=\"full\"}'.");
          }
        });
    return given.map(Scalar::text);
  }

  private Optional<String> tag(Fields fields, String key) {
    return fields.checkedText(
        key,
        "the tag of times, such as lock-wait",
        TAG.asMatchPredicate(),
        tag -> "`" + tag + "` is not a tag of times",
        "Write it as it stands in the server's tick log: lower-case letters, digits and -.");
  }

  private Optional<CapacityQuestion> capacity(Fields fields) {
    fields.require(
        "load",
        "`capacity` without `load`",
        "Name the gauge of the load: load: jitterlab_battles.");
    double percent = fields.percent("late_ratio", MAX_LATE_PERCENT).orElse(DEFAULT_LATE_PERCENT);
    String lateAbove = lateAbove(fields);
    return series(fields, "load").map(load -> new CapacityQuestion(load, lateAbove, percent / 100));
  }

  private String lateAbove(Fields fields) {
    List<String> known = new ArrayList<>(LateTicks.THRESHOLDS);
    known.add(CapacityQuestion.OVERDUE);
    known.add(CapacityQuestion.SLO);
    String words = String.join(", ", known);
    return fields
        .checkedText(
            "late_above",
            "one of: " + words,
            known::contains,
            text -> "`late_above` is one of %s; found `%s`".formatted(words, text),
            "Choose one of these; servers count no other thresholds.")
        .orElse(known.getFirst());
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
