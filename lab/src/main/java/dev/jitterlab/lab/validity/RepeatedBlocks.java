package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Were blocks measured again because their servers got unequal load? That takes nothing from the
 * figures: the load decided, and not what was measured under it. Whether it is equal now is another
 * check's question.
 */
final class RepeatedBlocks implements Check {
  @Override
  public Finding examine(Evidence evidence) {
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
    return new Finding(
        "blocks_repeated",
        Optional.of((double) repetitions.size()),
        evidence.plan().safeguards().repeats(),
        Status.VALID,
        why,
        "");
  }
}
