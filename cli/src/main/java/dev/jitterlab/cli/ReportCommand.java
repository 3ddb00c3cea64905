package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code jitterlab report DIR}: makes summary and report again from what a run measured, by the
 * rules of this version, and prints where the report is (or, as JSON, the summary).
 */
@Command(
    name = "report",
    description = "Make summary.json and report.html again from what a run measured.")
public final class ReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Mixin private FormatOption format;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    RunDirectory run = new RunDirectory(directory);
    RunLock.requireIdle(run);
    Summary summary = new SummaryBuilder(run).write();
    Path report = ReportWriter.write(run);
    PrintWriter out = spec.commandLine().getOut();
    switch (format.format()) {
      case TEXT -> out.println(report);
      case JSON -> out.print(Json.write(summary));
    }
    out.flush();
    summary.validity().checks().stream()
        .filter(check -> check.name().equals("run_complete") && !check.status().equals("valid"))
        .forEach(check -> spec.commandLine().getErr().println("Incomplete: " + check.why()));
    return ExitCode.OK.status();
  }
}
