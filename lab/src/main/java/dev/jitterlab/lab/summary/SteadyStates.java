package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.changepoint.SteadyState;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.summary.Summary.Segment;
import dev.jitterlab.lab.ticks.TimedValue;
import dev.jitterlab.lab.validity.evidence.ServerSteadiness;
import java.util.List;
import java.util.Objects;

/** How servers became steady, in the form of the summary. Stateless. */
final class SteadyStates {
  private SteadyStates() {}

  static Summary.SteadyState summary(ServerSteadiness server) {
    return new Summary.SteadyState(
        server.kind(),
        server.state().kind().word(),
        server.steadyAfterSeconds().map(SteadyStates::rounded).orElse(null),
        rounded(server.warmupSeconds()),
        server.state().segments().stream().map(segment -> segment(segment, server)).toList());
  }

  private static Segment segment(SteadyState.Segment segment, ServerSteadiness server) {
    List<TimedValue> series = server.series();
    double zero = server.zero();
    return new Segment(
        rounded(series.get(segment.from()).window().from() - zero),
        rounded(series.get(segment.to() - 1).window().to() - zero),
        segment.mean());
  }

  /** To the millisecond: times of intervals are not known any better. */
  private static double rounded(double seconds) {
    return Math.round(seconds * 1_000) / 1e3;
  }

  /** The class of all instances that count; null where nothing is known of any. */
  static String ofGroup(List<InstanceSummary> instances) {
    List<String> kinds =
        instances.stream()
            .filter(instance -> !instance.nullified())
            .map(InstanceSummary::steadyState)
            .filter(Objects::nonNull)
            .map(Summary.SteadyState::kind)
            .distinct()
            .toList();
    return switch (kinds.size()) {
      case 0 -> null;
      case 1 -> kinds.getFirst();
      default -> Summary.INCONSISTENT;
    };
  }
}
