package dev.jitterlab.cli;

import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.validity.Role;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code jitterlab report DIR}: makes summary and report again from what a run measured, by the
 * rules of this version, and prints where the report is (or, as JSON, the summary).
 */
@Command(
    name = "report",
    description = "Write summary.json and report.html again from what a run measured.")
public final class ReportCommand implements Runnable {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Mixin private Output output;

  @Override
  public void run() {
    RunDirectory run = new RunDirectory(directory);
    RunLock.requireIdle(run);
    RunCauses.write(run);
    Summary summary = new SummaryBuilder(run).write();
    Path report = ReportWriter.write(run);
    output.print(out -> out.println(report), summary);
    TrialWords.finding(summary, Role.PROGRESS)
        .filter(check -> !check.status().equals("valid"))
        .ifPresent(check -> output.remark("Incomplete: " + check.why()));
  }
}
