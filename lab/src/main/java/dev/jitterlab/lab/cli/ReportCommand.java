package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.report.ReportWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code jitterlab report DIR}: writes the report again and prints where it is. */
@Command(
    name = "report",
    description = "Write report.html again from the files of a run directory.")
public final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    RunDirectory run = new RunDirectory(directory);
    Outcome.of(run);
    PrintWriter out = spec.commandLine().getOut();
    out.println(ReportWriter.write(run));
    out.flush();
    return ExitCode.OK.status();
  }
}
