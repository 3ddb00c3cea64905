package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.statistics.Capacity;
import dev.jitterlab.lab.validity.Finding;
import dev.jitterlab.lab.validity.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Did the load go far enough, in every instance, to find the capacity? */
final class CapacityFound {
  private static final String NAME = "capacity_not_found";

  private CapacityFound() {}

  /**
   * Counts the instances of which only a bound is known, or nothing.
   *
   * @param counting a group's name to its instances that count
   * @param capacity the metric
   */
  static Finding examine(Map<String, List<InstanceFigures>> counting, Metric capacity) {
    List<String> causes = new ArrayList<>();
    counting.forEach(
        (group, instances) -> {
          add(
              causes,
              group,
              "the greatest load was still carried",
              count(instances, capacity, Capacity.AtLeast.class),
              instances);
          add(
              causes,
              group,
              "the least load was too much already",
              count(instances, capacity, Capacity.Below.class),
              instances);
          long unknown = instances.stream().filter(i -> i.reading(capacity).isEmpty()).count();
          add(causes, group, "the load or the late ticks were not sampled", unknown, instances);
        });
    long without =
        counting.values().stream()
            .flatMap(List::stream)
            .filter(i -> !(i.reading(capacity).orElse(null) instanceof Capacity.Reached))
            .count();
    boolean found = without == 0;
    return new Finding(
        NAME,
        Optional.of((double) without),
        0,
        found ? Status.VALID : Status.WEAK,
        found ? "the load went beyond the capacity in every instance" : String.join("; ", causes),
        found ? "" : "Let the load begin lower or rise higher; a group with a bound has no ratio.");
  }

  private static long count(
      List<InstanceFigures> instances, Metric capacity, Class<? extends Capacity> kind) {
    return instances.stream()
        .filter(i -> i.reading(capacity).filter(kind::isInstance).isPresent())
        .count();
  }

  private static void add(
      List<String> causes, String group, String cause, long count, List<InstanceFigures> of) {
    if (count > 0) {
      causes.add("%s: %s in %d of %d instances".formatted(group, cause, count, of.size()));
    }
  }
}
