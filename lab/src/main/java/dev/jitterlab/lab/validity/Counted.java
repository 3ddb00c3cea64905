package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was counted of each server since its start, also while it warmed up. Stateless. */
final class Counted {
  private Counted() {}

  /** Server id to the sum over its labels; without servers of which nothing is shown. */
  static Map<String, Double> byServer(SeriesSelector counter, Evidence evidence) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (Evidence.MeasuredProcess server : evidence.servers()) {
      Map<String, Double> counts = byLabels(counter, server, evidence);
      if (!counts.isEmpty()) {
        sums.put(server.id(), counts.values().stream().mapToDouble(count -> count).sum());
      }
    }
    return sums;
  }

  /** The same of one server by its labels. */
  static Map<String, Double> byLabels(
      SeriesSelector counter, Evidence.MeasuredProcess server, Evidence evidence) {
    Map<String, Double> counts = new LinkedHashMap<>();
    if (evidence.samples().isEmpty()) {
      return counts;
    }
    SamplesReader samples = evidence.samples().get();
    Evidence.ShownSeries shown = evidence.shown(server, counter);
    for (String labels : shown.labelSets()) {
      samples.series(shown.source(), counter.name(), labels, server.windows()).stream()
          .mapToDouble(Point::value)
          .max()
          .ifPresent(count -> counts.put(labels, count));
    }
    return counts;
  }
}
