package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
import dev.jitterlab.lab.run.RunState.BlockTimes;
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
    List<Attempt> attempts =
        Stream.concat(discarded(server, evidence), last(server, evidence)).toList();
    for (String labels : shown.labelSets()) {
      for (Attempt attempt : attempts) {
        OptionalDouble count =
            count(
                samples.series(shown.source(), counter.name(), labels, attempt.before()),
                samples.series(shown.source(), counter.name(), labels, attempt.measured()));
        if (count.isPresent()) { // each attempt had processes of its own
          counts.merge(labels, count.getAsDouble(), Double::sum);
        }
      }
    }
    return counts;
  }

  /**
   * One time that a server was loaded.
   *
   * @param before the warm-up, up to its own measurement
   * @param measured when it was measured
   */
  private record Attempt(MeasuredWindows before, MeasuredWindows measured) {
    static Attempt of(BlockTimes times, MeasuredWindows measured) {
      double from = measured.from();
      double loaded = times.loadStartedAt() == null ? from : times.loadStartedAt();
      return new Attempt(MeasuredWindows.of(Math.min(loaded, from), from), measured);
    }
  }

  /** A counter that fell in between began anew: a start script started the server again. */
  private static OptionalDouble count(List<Point> before, List<Point> measured) {
    OptionalDouble first = most(before);
    OptionalDouble then = most(measured);
    if (first.isEmpty() || then.isEmpty()) {
      return first.isPresent() ? first : then;
    }
    boolean fell = measured.getFirst().value() < first.getAsDouble();
    return fell ? OptionalDouble.of(first.getAsDouble() + then.getAsDouble()) : then;
  }

  private static OptionalDouble most(List<Point> points) {
    return points.stream().mapToDouble(Point::value).max();
  }

  /** The attempt that counts. */
  private static Stream<Attempt> last(Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.state().blocks().stream()
        .filter(times -> times.number() == server.block())
        .map(times -> Attempt.of(times, server.windows()));
  }

  /** Those that were discarded. */
  private static Stream<Attempt> discarded(Evidence.MeasuredProcess server, Evidence evidence) {
    return evidence.state().repetitions().stream()
        .filter(again -> again.block() == server.block())
        .map(Repetition::discarded)
        .filter(times -> times.measuredTo() != null)
        .flatMap(
            times ->
                MeasuredWindows.of(times, server.id()).stream()
                    .map(measured -> Attempt.of(times, measured)));
  }
}
