package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints what a run would do. */
@Command(
    name = "plan",
    description = "Print the groups, their settings and the command lines; start nothing.")
public final class PlanCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The experiment, see docs/experiments.md.")
  private Path file;

  @Mixin private FormatOption format;
  @ParentCommand private JitterlabCommand parent;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Experiment experiment = ExperimentReader.ofThisHome().read(file);
    Plan plan = Planner.ofThisMachine().plan(experiment);
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format()) {
      case TEXT -> out.print(new PlanText(plan, parent.terminal()).render());
      case JSON -> out.print(Json.write(plan));
    }
    out.flush();
    return ExitCode.OK.status();
  }
}
