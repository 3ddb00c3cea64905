package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What was counted of each server since its start, also while it warmed up. Where its block was
 * measured again, what it did before counts too: a repetition must not hide a failure. Stateless.
 */
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
    List<MeasuredWindows> attempts =
        Stream.concat(discarded(server, evidence), Stream.of(server.windows())).toList();
    for (String labels : shown.labelSets()) {
      for (MeasuredWindows attempt : attempts) {
        OptionalDouble count =
            samples.series(shown.source(), counter.name(), labels, attempt).stream()
                .mapToDouble(Point::value)
                .max();
        if (count.isPresent()) { // each attempt had processes of its own
          counts.merge(labels, count.getAsDouble(), Double::sum);
        }
      }
    }
    return counts;
  }

  /** When a server was measured in attempts that were discarded. */
  private static Stream<MeasuredWindows> discarded(
      Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.state().repetitions().stream()
        .filter(again -> again.block() == server.block())
        .map(Repetition::discarded)
        .filter(times -> times.measuredTo() != null)
        .flatMap(times -> MeasuredWindows.of(times, server.id()).stream());
  }
}
