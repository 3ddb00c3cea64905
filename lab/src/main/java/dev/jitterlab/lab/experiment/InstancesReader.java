package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.statistics.SpendingBoundary;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import java.util.Optional;

/**
 * Reads {@code instances}: a number, or a mapping such as {@code {at_least: 5, at_most: 20, until:
 * decided}}.
 */
record InstancesReader(Fields fields, Problems problems) {
  private static final long DEFAULT_INSTANCES = 5;
  private static final long MOST_INSTANCES = 1_000;
  private static final long DEFAULT_AT_LEAST = 5;
  private static final long DEFAULT_AT_MOST = 20;

  /** Of two pairs, one number says how much pairs differ: nothing can be decided by that. */
  private static final long LEAST_AT_LEAST = 3;

  private Optional<Mapping> asMapping() {
    return fields.node("instances").filter(Mapping.class::isInstance).map(Mapping.class::cast);
  }

  /** Whether the data decide how many there are. */
  boolean isUntilDecided() {
    return asMapping().isPresent();
  }

  /** JVMs per group; the most, where their number is open. */
  int read(Optional<Sequential> sequential) {
    return isUntilDecided()
        ? sequential.map(Sequential::atMost).orElse((int) DEFAULT_AT_MOST)
        : fields.integer("instances", 1, MOST_INSTANCES).orElse(DEFAULT_INSTANCES).intValue();
  }

  /**
   * Empty where the number is fixed, or wrong.
   *
   * @param execution how the instances are to be spread over time
   * @param groups how many there are, with the one that repeats the baseline
   */
  Optional<Sequential> sequential(ExecutionChoice execution, int groups) {
    return asMapping()
        .map(mapping -> new Fields(mapping, ExperimentFormat.INSTANCES, problems))
        .flatMap(until -> sequential(until, execution, groups));
  }

  private Optional<Sequential> sequential(Fields until, ExecutionChoice execution, int groups) {
    until.requireWord(
        "until",
        "decided",
        "`instances` without `until`",
        "Write until: decided, or give instances a number such as 5.");
    if (execution == ExecutionChoice.TOGETHER) {
      until.report(
          "`instances` until decided cannot be combined with `execution: together`",
          "Leave `execution` out: `together` runs all instances at once, so there is nothing to"
              + " stop.");
    }
    if (groups < 2) {
      until.report(
          "`instances` until decided needs at least two groups",
          "Add groups to compare, `calibrate: true`, or give instances a number.");
    }
    long most = SpendingBoundary.MOST_ROUNDS;
    long atLeast = until.integer("at_least", LEAST_AT_LEAST, most - 1).orElse(DEFAULT_AT_LEAST);
    long atMost =
        until
            .integer("at_most", LEAST_AT_LEAST + 1, most)
            .orElse(Math.max(DEFAULT_AT_MOST, Math.min(most, 2 * atLeast)));
    if (atLeast >= atMost) {
      until.report(
          "`instances`: at_least is %d and at_most is %d".formatted(atLeast, atMost),
          "Set at_most above at_least, or give instances a number.");
      return Optional.empty();
    }
    return Optional.of(new Sequential((int) atLeast, (int) atMost));
  }
}
