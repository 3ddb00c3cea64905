package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.PlanWarnings;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.plan.TemplateRenderer;
import dev.jitterlab.lab.plan.WarnedPlan;
import dev.jitterlab.lab.run.EmptyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what a run would do. */
@Command(
    name = "plan",
    description = "Print the groups, their settings and the command lines; start nothing.")
public final class PlanCommand implements Runnable {
  @Parameters(paramLabel = "FILE", description = "The experiment, see docs/experiments.md.")
  private Path file;

  @Option(
      names = "--render",
      paramLabel = "DIR",
      description = "Also render the experiment's templates into this folder, new or empty.")
  private Path render;

  @Mixin private Output output;

  private final Function<Path, Plan> plan;

  /** Creates the command; {@code plan} reads and plans an experiment file. */
  PlanCommand(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public void run() {
    Plan planned = plan.apply(file);
    List<RenderedFile> rendered = TemplateRenderer.render(planned, file);
    if (render != null) {
      write(rendered);
    }
    List<String> warnings = PlanWarnings.of(planned);
    output.print(
        out -> out.print(new PlanText(planned, output.terminal()).render()),
        warnings.isEmpty() ? planned : new WarnedPlan(planned, warnings));
  }

  private void write(List<RenderedFile> rendered) {
    EmptyFolder.require(render, "--render");
    try {
      for (RenderedFile one : rendered) {
        one.write(render);
      }
    } catch (IOException e) {
      throw LabException.wrong(
              render.toString(),
              "the templates cannot be rendered there",
              "Give another folder with --render.")
          .because(e);
    }
  }
}
