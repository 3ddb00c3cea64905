package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code published}. For one file. */
record PublishedReader(Fields fields) {
  /**
   * @param groups the names of all groups
   * @param own the experiment's own metrics
   */
  List<PublishedFigure> read(List<String> groups, String baseline, OwnMetrics own) {
    List<String> metrics =
        Stream.concat(Metrics.ofAll().all().stream().map(Metric::key), own.keys().stream())
            .toList();
    List<PublishedFigure> figures = new ArrayList<>();
    for (Fields entry :
        fields.sections(
            "published",
            "a list of a paper's figures",
            "an entry such as {claim: …, source: …, metric: …, group: …, value: 100 ms}",
            ExperimentFormat.PUBLISHED)) {
      for (String key : List.of("claim", "source", "metric", "group")) {
        entry.require(
            key,
            "a published figure without `" + key + "`",
            "Add it; docs/experiments.md has all.");
      }
      if (entry.has("value") == entry.has("ratio")) {
        entry.report(
            "a published figure needs either `value` or `ratio`",
            "Give the paper's figure as `value`, or its ratio to the baseline as `ratio`.");
      }
      Optional<String> metric = known(entry, "metric", metrics, "metric");
      Optional<String> group = known(entry, "group", groups, "group");
      group
          .filter(name -> entry.has("ratio") && name.equals(baseline))
          .ifPresent(
              name ->
                  entry.report(
                      "`" + name + "` is the baseline, which has no `ratio` to itself",
                      "Name another group, or give `value`."));
      figures.add(
          new PublishedFigure(
              entry.text("claim").orElse(""),
              entry.text("source").orElse(""),
              metric.orElse(""),
              group.orElse(""),
              entry.text("value").orElse(null),
              entry.text("ratio").orElse(null)));
    }
    return figures;
  }

  private Optional<String> known(Fields entry, String key, List<String> all, String word) {
    return entry.checkedText(
        key,
        "the name of a " + word,
        all::contains,
        given -> "no %s is called `%s`\n%s".formatted(word, given, Spelling.expected(given, all)),
        "Name a " + word + " of this experiment.");
  }
}
