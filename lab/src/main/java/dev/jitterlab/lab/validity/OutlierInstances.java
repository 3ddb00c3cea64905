package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An outlier takes nothing from the trial: the interval has it, or {@link Outliers} says why it
 * does not count.
 */
final class OutlierInstances extends Check {
  OutlierInstances() {
    super(
        Question.of(
                "outlier_instances",
                Unit.NUMBER,
                "Does any instance lie far outside its group, and is a cause known?")
            .from(Dependence.CONTROL, Dependence.OUTSIDE, Dependence.OUTCOME)
            .needs("which instances count is not known", Kind.INSTANCES)
            .as(Role.NOTED));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, String> outliers = evidence.outcomes().orElseThrow().outliers();
    String all =
        outliers.entrySet().stream()
            .map(one -> one.getKey() + ": " + one.getValue())
            .collect(Collectors.joining(". "));
    return found(
        outliers.size(),
        Status.VALID,
        all.isEmpty() ? "no instance lies far outside its group" : all,
        "");
  }
}
