package dev.jitterlab.cli;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.causes.CauseTrial;
import dev.jitterlab.lab.causes.RunCauses;
import dev.jitterlab.lab.faults.ConfusionScorer;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.proof.ProofJudge;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.report.text.TerminalReport;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** The outcome of a run, printed alike at its end and whenever it is shown again. */
final class Outcome {
  private Outcome() {}

  /** The summary of a run; made now, if the lab was ended before it could write one. */
  static Summary of(RunDirectory run) {
    if (Files.exists(run.summary())) {
      return ReportDataReader.summary(run);
    }
    RunLock.requireIdle(run);
    return new SummaryBuilder(run).write();
  }

  /**
   * The end of a run, whether begun or resumed: summary, report, and what they say.
   *
   * @param progress closed before anything is printed
   */
  static ExitCode conclude(
      RunDirectory run, Progress progress, Output output, Detail detail, GateOptions gates) {
    Summary summary = write(run, progress);
    progress.close();
    print(summary, run, output, detail);
    Confusion.read(run).ifPresent(found -> output.add(found.text()));
    proof(run, summary).ifPresent(output::add);
    return summary.validity().status().equals("invalid")
        ? ExitCode.INVALID_TRIAL
        : gates.judge(summary, run, output);
  }

  /**
   * What a trial that tests a cause says of it, which the run of that cause is told; else empty.
   */
  static Optional<String> proof(RunDirectory run, Summary summary) {
    return ProofJudge.judge(run, summary).map(trial -> words(trial) + mark(run, trial));
  }

  /**
   * Marks the first run; returns what is to be said if that is not there or may not be written to,
   * else nothing.
   */
  private static String mark(RunDirectory run, CauseTrial trial) {
    try {
      return ProofJudge.keep(run, trial)
          .map(
              missing ->
                  notMarked(
                      run,
                      missing.toString(),
                      "the first run is not there",
                      "Move it back, or correct `run` under `proves` in " + run.experiment() + "."))
          .orElse("");
    } catch (UncheckedIOException e) {
      RefusedFile refused = RefusedFile.of(e).orElseThrow(() -> e);
      return notMarked(run, refused.place(), refused.why(), refused.remedy());
    }
  }

  private static String notMarked(RunDirectory run, String place, String why, String remedy) {
    return "The first run is not marked with this. %s: %s. %s Then type: %s%n"
        .formatted(place, why, remedy, ShellWord.command("report", run));
  }

  /**
   * Writes what a run was for.
   *
   * @param progress stays the caller's
   * @throws LabException if the system refuses a file; it says how to go on without measuring again
   */
  static Summary write(RunDirectory run, Progress progress) {
    try {
      RunCauses.write(run, progress);
      progress.update(new Progress.Doing("writing the summary and the report", ""));
      ConfusionScorer.write(run);
      Summary summary = new SummaryBuilder(run).write();
      ReportWriter.write(run);
      return summary;
    } catch (UncheckedIOException e) {
      throw RefusedFile.of(e).<RuntimeException>map(refused -> later(refused, run)).orElse(e);
    }
  }

  private static LabException later(RefusedFile refused, RunDirectory run) {
    return LabException.failed(
            refused.place(),
            "all was measured and is kept, but the report could not be made: " + refused.why(),
            refused.remedy() + " Then type: " + ShellWord.command("report", run))
        .withDetails(refused.said());
  }

  private static String words(CauseTrial trial) {
    return "%s of %s: %s. %s%n"
        .formatted(
            trial.cause(),
            trial.group(),
            switch (trial.decision()) {
              case PROVED -> "proved";
              case REFUTED -> "refuted";
              case UNDECIDED -> "undecided";
            },
            trial.why());
  }

  /**
   * The causes of a run, of which the terminal sees how far they are; empty without recordings.
   *
   * @throws LabException if the directory is not that of a run
   */
  static Optional<Causes> causes(RunDirectory run, List<UserRule> rules, Output output) {
    try (Progress progress = RunCommand.progress(output.err())) {
      return RunCauses.of(run, rules, progress);
    }
  }

  /** A run that failed half-way has a summary and a report too, marked invalid. */
  static void keep(RunDirectory directory, LabException failure, Progress progress) {
    if (failure.exitCode() != ExitCode.RUN_FAILED || !Files.exists(directory.runState())) {
      return;
    }
    try {
      new SummaryBuilder(directory).write();
      progress.note(
          "What was measured is kept, marked as failed: " + ReportWriter.write(directory));
      progress.note(
          "Once the cause is gone, go on with: " + ShellWord.command("resume", directory));
    } catch (RuntimeException e) {
      failure.addSuppressed(e); // the run's own failure is the one to tell
    }
  }

  static void print(Summary summary, RunDirectory run, Output output, Detail detail) {
    output.print(
        out ->
            out.print(TerminalReport.render(summary, run, output.terminal(), detail.isVerbose())),
        summary);
  }
}
