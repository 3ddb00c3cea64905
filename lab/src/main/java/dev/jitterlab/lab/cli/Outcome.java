package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.report.ReportDataReader;
import dev.jitterlab.lab.report.TerminalReport;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.PrintWriter;
import java.nio.file.Files;
import picocli.CommandLine.Model.CommandSpec;

/** The outcome of a run, printed alike at its end and whenever it is shown again. */
final class Outcome {
  private Outcome() {}

  /** The summary of a run; made now, if the lab was ended before it could write one. */
  static Summary of(RunDirectory run) {
    return Files.exists(run.summary())
        ? ReportDataReader.summary(run)
        : new SummaryBuilder(run).write();
  }

  static void print(
      Summary summary,
      RunDirectory run,
      OutputFormat format,
      Terminal terminal,
      CommandSpec command) {
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> out.print(TerminalReport.render(summary, run, terminal));
      case JSON -> out.print(Json.write(summary));
    }
    out.flush();
  }
}
