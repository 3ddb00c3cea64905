package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.report.ReportDataReader;
import dev.jitterlab.lab.report.TerminalReport;
import dev.jitterlab.lab.report.TerminalStyle;
import dev.jitterlab.lab.summary.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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
  public Integer call() throws IOException {
    RunDirectory run = new RunDirectory(directory);
    Summary summary = ReportDataReader.summary(run);
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format()) {
      case TEXT -> out.print(TerminalReport.render(summary, run, style()));
      case JSON -> out.print(Files.readString(run.summary()));
    }
    out.flush();
    return ExitCode.OK.status();
  }

  private TerminalStyle style() {
    Terminal terminal = parent.terminal();
    return TerminalStyle.of(
        terminal.width(), terminal.colour(), System.getProperty("native.encoding"));
  }
}
