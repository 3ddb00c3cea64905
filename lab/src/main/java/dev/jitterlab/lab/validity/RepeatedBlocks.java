package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A block that was measured again takes nothing from the figures: the load decided, or the
 * hypervisor, and not what was measured. Whether all is well now is other checks' question.
 */
final class RepeatedBlocks extends Check {
  RepeatedBlocks() {
    super(
        Question.of("blocks_repeated", Unit.NUMBER, "Did every block count at the first attempt?")
            .from(Dependence.PLAN, Dependence.OUTSIDE, Dependence.OUTCOME)
            .as(Role.NOTED));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<Repetition> repetitions = evidence.state().repetitions();
    String why =
        repetitions.isEmpty()
            ? "no block had to be measured again"
            : repetitions.stream()
                .map(
                    again ->
                        "block %d was measured again, because %s"
                            .formatted(again.block(), again.why()))
                .collect(Collectors.joining("; "));
    return graded(
        evidence.state().timesRepeated(),
        new Limit(evidence.plan().safeguards().repeats(), Double.MAX_VALUE),
        why,
        "");
  }
}
