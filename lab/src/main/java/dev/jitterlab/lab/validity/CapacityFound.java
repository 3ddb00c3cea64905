package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Counts the instances of whose capacity only a bound is known, or nothing. */
final class CapacityFound extends Check {
  CapacityFound() {
    super(
        Question.of(
                "capacity_not_found",
                Unit.NUMBER,
                "Did the load go far enough, in every instance, to find the capacity?")
            .from(Dependence.OUTCOME)
            .needs("no capacity was looked for", Kind.CAPACITIES));
  }

  @Override
  protected boolean arises(Evidence evidence) {
    return evidence.plan().analysis().metrics().capacity() != null;
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, List<Optional<Capacity>>> capacities =
        evidence.outcomes().orElseThrow().capacities();
    Map<String, Predicate<Optional<Capacity>>> kinds = new LinkedHashMap<>();
    kinds.put("the highest load was not too much", is(Capacity.AtLeast.class));
    kinds.put("even the lowest load was too much", is(Capacity.Below.class));
    kinds.put(
        evidence.isLoadTooMuchOnPurpose()
            ? "the load's counters were not sampled"
            : "the load or the late ticks were not sampled",
        Optional::isEmpty);
    List<String> causes = new ArrayList<>();
    capacities.forEach(
        (group, found) ->
            kinds.forEach(
                (cause, isOfKind) -> {
                  long count = found.stream().filter(isOfKind).count();
                  if (count > 0) {
                    causes.add(
                        "%s: %s in %d of %d instances"
                            .formatted(group, cause, count, found.size()));
                  }
                }));
    long without =
        capacities.values().stream()
            .flatMap(List::stream)
            .filter(is(Capacity.Reached.class).negate())
            .count();
    return graded(
        (double) without,
        without == 0
            ? "the load went beyond the capacity in every instance"
            : String.join("; ", causes),
        "Let the load begin lower or rise higher; a group with only a bound has no ratio.");
  }

  private static Predicate<Optional<Capacity>> is(Class<? extends Capacity> kind) {
    return capacity -> capacity.filter(kind::isInstance).isPresent();
  }
}
