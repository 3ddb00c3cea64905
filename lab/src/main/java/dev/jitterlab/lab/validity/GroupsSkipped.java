package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.RunState.Skipped;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.stream.Collectors;

/** The figures of the groups that ran are none the worse for those that could not. */
final class GroupsSkipped extends Check {
  GroupsSkipped() {
    super(
        Question.of("groups_skipped", Unit.NUMBER, "Could this machine run every group?")
            .from(Dependence.OUTSIDE));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    List<Skipped> skipped = evidence.state().skipped();
    String why =
        skipped.isEmpty()
            ? "every group could run on this machine"
            : skipped.stream()
                .map(group -> "%s could not run here (%s)".formatted(group.group(), group.why()))
                .collect(Collectors.joining("; "));
    return graded(skipped.size(), why, "");
  }
}
