package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What hides an instance's figure, or makes it better than it deserves, may be what the instance
 * did, such as to hang or to fail. So its group has only a bound of the figure: it cannot win, and
 * it can still be worse.
 */
final class InstancesWithoutFigure extends Check {
  InstancesWithoutFigure() {
    super(
        Question.of(
                "instances_without_figure",
                Unit.NUMBER,
                "Does every instance have a figure of the primary metric?")
            .from(Dependence.OUTCOME)
            .needs("which instances have figures is not known", Kind.INSTANCES));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    Map<String, String> without = evidence.outcomes().orElseThrow().withoutFigure();
    return graded(
        without.size(),
        without.isEmpty()
            ? "every instance has a figure of the primary metric, or its whole group has none"
            : without.entrySet().stream()
                    .map(one -> one.getKey() + " (" + one.getValue() + ")")
                    .collect(Collectors.joining(", ", "groups cannot win because of ", ""))
                + ": the figure of such a group is only a bound",
        "See the instance's stdout.log and run again.");
  }
}
