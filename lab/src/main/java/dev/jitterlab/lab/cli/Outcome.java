package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.report.TerminalReport;
import dev.jitterlab.lab.report.TerminalStyle;
import dev.jitterlab.lab.summary.Summary;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the outcome of a run, the same way at the end of a run and whenever it is shown again. */
final class Outcome {
  private Outcome() {}

  static void print(
      Summary summary,
      RunDirectory run,
      OutputFormat format,
      Terminal terminal,
      CommandSpec command) {
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> out.print(TerminalReport.render(summary, run, style(terminal)));
      case JSON -> out.print(Json.write(summary));
    }
    out.flush();
  }

  /** What the report needs to know of a terminal. */
  static TerminalStyle style(Terminal terminal) {
    return TerminalStyle.of(
        terminal.width(), terminal.colour(), System.getProperty("native.encoding"));
  }
}
