package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.TrialJudge;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.run.TrialLook.Standing;
import java.util.Set;

/**
 * The looks at a trial that ends when it is decided: one after each whole round, from the plan's
 * {@code at_least} on. A block that was measured again counts once, and a run that is resumed looks
 * again at the rounds that it has. For one thread.
 *
 * @param run of a plan that ends when it is decided
 */
record RoundByRound(RunContext run, TrialJudge judge) {
  /**
   * Whether it is time to look: what has finished are the first rounds, whole, and enough of them.
   */
  boolean isDue() {
    Plan plan = plan();
    Set<Integer> finished = run.log().now().finishedNumbers();
    int rounds = plan.rounds(finished);
    int last =
        plan.blocks().stream()
            .filter(block -> finished.contains(block.number()))
            .flatMap(block -> block.instances().stream())
            .mapToInt(Plan.Instance::number)
            .max()
            .orElse(0);
    return rounds >= sequential().atLeast() && last == rounds;
  }

  /** Looks; returns whether the trial ends now. */
  boolean ends() {
    RunState state = run.log().now();
    Plan plan = plan();
    int rounds = plan.rounds(state.finishedNumbers());
    int block = state.finishedNumbers().stream().mapToInt(Integer::intValue).max().orElseThrow();
    run.phases().begin(Phase.LOOKING);
    TrialLook look = judge.look(run.directory(), plan, block, rounds);
    run.log().looked(look);
    run.phases().looked(look);
    run.phases().note(words(look));
    if (!look.ends() && look.standings().size() > 1) {
      look.standings().forEach(standing -> run.phases().note("  " + words(standing)));
    }
    return look.ends();
  }

  private Plan plan() {
    return run.plan().without(run.log().skippedGroups());
  }

  private Sequential sequential() {
    return run.plan().design().sequential();
  }

  /** What a look has shown, for those who watch the run; many comparisons have a line each. */
  private String words(TrialLook look) {
    String found;
    if (look.ends()) {
      found = look.why();
    } else if (look.standings().size() == 1) {
      found = words(look.standings().getFirst());
    } else {
      found =
          "%d of %d comparisons are settled.".formatted(look.settled(), look.standings().size());
    }
    return "After round %d of at most %d: ".formatted(look.rounds(), sequential().atMost()) + found;
  }

  private static String words(Standing standing) {
    String ratio =
        standing.ratio() == null
            ? "no ratio so far"
            : "ratio %s%s"
                .formatted(
                    Units.ratio(standing.ratio()),
                    standing.low() == null || standing.high() == null
                        ? ""
                        : " [%s, %s]"
                            .formatted(Units.ratio(standing.low()), Units.ratio(standing.high())));
    return "%s against %s, %s, %s"
        .formatted(standing.group(), standing.baseline(), ratio, progress(standing));
  }

  private static String progress(Standing standing) {
    return switch (standing.state()) {
      case DIFFERENCE -> "they differ";
      case EQUIVALENCE -> "they are equal within the margin";
      case FUTILITY -> "more rounds would hardly decide it";
      case OPEN ->
          "%s of the way to a decision; about %d more round%s"
              .formatted(
                  Units.share(standing.closeness()),
                  standing.roundsLeft(),
                  standing.roundsLeft() == 1 ? "" : "s");
    };
  }
}
