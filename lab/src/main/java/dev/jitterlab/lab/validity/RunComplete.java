package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Optional;

/** Groups of a run that was cut short saw different blocks, and cannot be compared. */
final class RunComplete extends Check {
  RunComplete() {
    super(
        Question.of(
                "run_complete", Unit.NUMBER, "Were all blocks of the plan measured to their end?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(1, 1)
            .as(Role.PROGRESS));
  }

  @Override
  protected Finding examine(Evidence evidence) {
    int planned = evidence.plan().blocks().size();
    List<Integer> finished =
        evidence.state().blocks().stream()
            .filter(block -> block.measuredTo() != null)
            .map(BlockTimes::number)
            .toList();
    double share = planned == 0 ? 1 : (double) finished.size() / planned; // no group could run
    if (evidence.state().state().equals("complete") && finished.size() == planned) {
      return found(share, Status.VALID, "the run is complete", "");
    }
    List<Integer> missing =
        evidence.plan().blocks().stream()
            .map(Plan.Block::number)
            .filter(number -> !finished.contains(number))
            .toList();
    String how =
        switch (evidence.state().state()) {
          case "interrupted" -> "the run was interrupted";
          case "failed" -> "the run failed";
          case "running" -> "the run did not end";
          default -> "the run is " + evidence.state().state();
        };
    String cause =
        Optional.ofNullable(evidence.state().why()).map(why -> " (" + why + ")").orElse("");
    String blocks =
        missing.isEmpty()
            ? ""
            : "; not measured to the end: block%s of %d".formatted(numbers(missing), planned);
    return found(share, Status.INVALID, how + cause + blocks, remedy(evidence));
  }

  private static String remedy(Evidence evidence) {
    return evidence.state().isComplete()
        ? "Run the experiment again."
        : "Continue with `" + ShellWord.command("resume", evidence.directory()) + "`.";
  }

  private static String numbers(List<Integer> blocks) {
    String numbers = String.join(", ", blocks.stream().map(String::valueOf).toList());
    return (blocks.size() == 1 ? " " : "s ") + numbers;
  }
}
