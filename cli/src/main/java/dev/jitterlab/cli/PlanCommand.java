package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.plan.TemplateRenderer;
import dev.jitterlab.lab.run.EmptyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

  @Option(
      names = "--render",
      paramLabel = "DIR",
      description = "Also render the experiment's templates into this folder, new or empty.")
  private Path render;

  @Mixin private FormatOption format;
  @ParentCommand private JitterlabCommand parent;
  @Spec private CommandSpec spec;

  private final Function<Path, Plan> plan;

  /** Creates the command; {@code plan} reads and plans an experiment file. */
  PlanCommand(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public Integer call() {
    Plan planned = plan.apply(file);
    List<RenderedFile> rendered = TemplateRenderer.render(planned, file);
    if (render != null) {
      write(rendered);
    }
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format()) {
      case TEXT -> out.print(new PlanText(planned, parent.out()).render());
      case JSON -> out.print(Json.write(planned));
    }
    out.flush();
    return ExitCode.OK.status();
  }

  private void write(List<RenderedFile> rendered) {
    EmptyFolder.require(render, "--render");
    try {
      for (RenderedFile one : rendered) {
        one.write(render);
      }
    } catch (IOException e) {
      throw new LabException(
          ExitCode.WRONG_EXPERIMENT,
          Problem.in(
                  render.toString(),
                  "the templates cannot be rendered there",
                  "Give another folder with --render.")
              .withDetails(String.valueOf(e.getMessage())));
    }
  }
}
