package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Design;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.TrialLook;
import dev.jitterlab.lab.validity.Answered;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Trials of two groups in rounds that end when they are decided, and whose figures a test makes.
 * Immutable.
 *
 * @param state that of some run
 */
record UntilDecided(Plan plan, RunState state) {
  static final String BASELINE = "thread-per-task";
  static final String GROUP = "scheduled-pool";

  /** A plan of 5 to so many rounds that is about that metric. */
  static UntilDecided of(Path folder, String metric, int atMost) {
    RunDirectory written =
        new RunDirectoryFixture(folder).inBlocks().instances(1).primaryMetric(metric).write();
    Plan plan = Json.read(written.plan(), Plan.class);
    return new UntilDecided(
        new Plan(
            plan.subject(),
            new Design(1, plan.design().execution(), atMost, new Sequential(5, atMost)),
            plan.timing(),
            plan.analysis(),
            plan.groups(),
            plan.blocks(),
            plan.selection(),
            plan.templates(),
            plan.safeguards()),
        Json.read(written.runState(), RunState.class));
  }

  /** What a run has after so many rounds, with figures of the two groups for each of them. */
  MeasuredRun after(int rounds, List<InstanceFigures> baseline, List<InstanceFigures> group) {
    return new MeasuredRun(
        plan,
        Metrics.ofAll(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(BASELINE, baseline.subList(0, rounds), GROUP, group.subList(0, rounds)),
        Map.of(),
        List.of(),
        Map.of(),
        plan.design().look(rounds),
        state,
        new Answered(false, Map.of()),
        Map.of(),
        Map.of());
  }

  /** Looks after each round from the first look on, until a look ends the trial. */
  TrialLook end(List<InstanceFigures> baseline, List<InstanceFigures> group) {
    for (int rounds = plan.design().sequential().atLeast(); ; rounds++) {
      TrialLook look = SequentialJudge.look(after(rounds, baseline, group), plan, rounds, rounds);
      if (look.outcome() != TrialLook.Outcome.GO_ON) {
        return look;
      }
    }
  }
}
