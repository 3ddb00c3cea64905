package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A block that was measured again takes nothing from the figures: the load decided, and not what
 * was measured under it. Whether it is equal now is another check's question.
 */
final class RepeatedBlocks extends Check {
  RepeatedBlocks() {
    super(
        Question.of(
                "blocks_repeated",
                Unit.NUMBER,
                "Did every block give its servers equal load at the first attempt?")
            .from(Dependence.PLAN)
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
        repetitions.size(),
        new Limit(evidence.plan().safeguards().repeats(), Double.MAX_VALUE),
        why,
        "");
  }
}
