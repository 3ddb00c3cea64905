package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code jitterlab show DIR}: prints what {@code run} printed at its end. */
@Command(name = "show", description = "Print the outcome of a run again.")
public final class ShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Mixin private FormatOption format;
  @ParentCommand private JitterlabCommand parent;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    RunDirectory run = new RunDirectory(directory);
    Outcome.print(Outcome.of(run), run, format.format(), parent.out(), spec);
    return ExitCode.OK.status();
  }
}
