package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A block that was measured again because of its load takes nothing from the figures: the plan
 * decided, and not what was measured. A round that was measured again because of stolen time makes
 * the trial weak: a server may have cost itself that time, and its figures of that round are gone.
 * Whether all is well now is other checks' question.
 */
final class RepeatedBlocks extends Check {
  private static final String MAY_BE_OWN =
      "; servers can cost themselves stolen time, so what was discarded may be what a group does";

  RepeatedBlocks() {
    super(
        Question.of("blocks_repeated", Unit.NUMBER, "Did every block count at the first attempt?")
            .from(Dependence.PLAN, Dependence.OUTSIDE, Dependence.OUTCOME)
            .as(Role.NOTED));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<Repetition> repetitions = evidence.state().repetitions();
    boolean isOfStolenTime = repetitions.stream().anyMatch(again -> again.round() != null);
    String why =
        repetitions.isEmpty()
            ? "no block had to be measured again"
            : repetitions.stream()
                .map(
                    again ->
                        "block %d was measured again, because %s"
                            .formatted(again.block(), again.why()))
                .collect(Collectors.joining("; "));
    double most = isOfStolenTime ? 0 : evidence.plan().safeguards().repeats();
    return graded(
        evidence.state().timesRepeated(),
        new Limit(most, Double.MAX_VALUE),
        isOfStolenTime ? why + MAY_BE_OWN : why,
        isOfStolenTime ? "Run on a machine without neighbours, or again at another time." : "");
  }
}
