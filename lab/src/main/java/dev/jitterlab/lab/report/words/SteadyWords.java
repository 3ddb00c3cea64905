package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadySeries;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import dev.jitterlab.lab.summary.Summary.SteadyState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** How servers became steady, in words. Stateless. */
public final class SteadyWords {
  private SteadyWords() {}

  /** Of an instance: {@code warm-up, steady after 14 s}. */
  public static String of(InstanceSummary instance) {
    SteadyState state = instance.steadyState();
    if (state == null) {
      return "not known";
    }
    boolean changed = state.steadyAfterSeconds() != null && state.steadyAfterSeconds() > 0;
    return changed
        ? state.kind() + ", steady after " + Units.seconds(state.steadyAfterSeconds())
        : state.kind();
  }

  /** Of a group: {@code warm-up}, {@code inconsistent: 3 warm-up, 2 never steady}. */
  public static String of(GroupSummary group) {
    if (group.steadyState() == null) {
      return Units.NONE;
    }
    if (!group.steadyState().equals(Summary.INCONSISTENT)) {
      return group.steadyState();
    }
    Map<String, Long> kinds =
        states(group).stream()
            .collect(
                Collectors.groupingBy(
                    SteadyState::kind, LinkedHashMap::new, Collectors.counting()));
    return kinds.entrySet().stream()
        .map(kind -> kind.getValue() + " " + kind.getKey())
        .collect(Collectors.joining(", ", Summary.INCONSISTENT + ": ", ""));
  }

  /** After how many seconds of load the last of the group's instances was steady, if all were. */
  public static Optional<Double> steadyAfterSeconds(GroupSummary group) {
    List<SteadyState> states = states(group);
    return states.isEmpty() || states.stream().anyMatch(one -> one.steadyAfterSeconds() == null)
        ? Optional.empty()
        : Optional.of(
            states.stream().mapToDouble(SteadyState::steadyAfterSeconds).max().orElseThrow());
  }

  /** By what it was told of all its servers. */
  public static String series(Summary summary) {
    return SteadySeries.words(
        summary.groups().stream()
            .flatMap(group -> group.instances().stream())
            .map(InstanceSummary::steadyState)
            .filter(Objects::nonNull)
            .map(SteadyState::series)
            .toList());
  }

  private static List<SteadyState> states(GroupSummary group) {
    return group.instances().stream()
        .filter(instance -> !instance.nullified())
        .map(InstanceSummary::steadyState)
        .filter(Objects::nonNull)
        .toList();
  }
}
