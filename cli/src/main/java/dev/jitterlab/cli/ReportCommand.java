package dev.jitterlab.cli;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.report.text.CausesText;
import dev.jitterlab.lab.report.text.TerminalReport;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.validity.Role;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
    Optional<Causes> causes = Outcome.causes(run, List.of(), output);
    Summary summary = new SummaryBuilder(run).build();
    Path report = write(run, causes, summary);
    output.print(out -> out.println(report), summary);
    Outcome.proof(run, summary).ifPresent(output::remark);
    TrialWords.finding(summary, Role.PROGRESS)
        .filter(check -> !check.status().equals("valid"))
        .ifPresent(check -> output.remark("Incomplete: " + check.why()));
  }

  /** Where the run may not be written, what would be in its files is shown before the error. */
  private Path write(RunDirectory run, Optional<Causes> causes, Summary summary) {
    try {
      causes.ifPresent(found -> RunCauses.keep(run, found));
      new SummaryBuilder(run).write(summary);
      return ReportWriter.write(run);
    } catch (LabException | UncheckedIOException e) {
      output.print(
          out -> {
            out.print(TerminalReport.render(summary, run, output.terminal(), false));
            causes.ifPresent(found -> out.print(CausesText.render(found, output.terminal())));
          },
          summary);
      throw e;
    }
  }
}
