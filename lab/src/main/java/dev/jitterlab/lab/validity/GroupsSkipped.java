package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.run.RunState.Skipped;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Could this machine run every group? The figures of those that ran are none the worse for it. */
final class GroupsSkipped implements Check {
  @Override
  public Finding examine(Evidence evidence) {
    List<Skipped> skipped = evidence.state().skipped();
    String why =
        skipped.isEmpty()
            ? "every group could run on this machine"
            : skipped.stream()
                .map(group -> "%s could not run here (%s)".formatted(group.group(), group.why()))
                .collect(Collectors.joining("; "));
    return new Finding(
        "groups_skipped",
        Optional.of((double) skipped.size()),
        0,
        skipped.isEmpty() ? Status.VALID : Status.WEAK,
        why,
        "");
  }
}
