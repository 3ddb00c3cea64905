package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.execution.Execution;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.plan.TemplateRenderer;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.SequentialJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A planned experiment from its file to the printed verdict: execute, summarise, report, print.
 *
 * @param file the experiment
 * @param plan what it asks for
 * @param rendered what its templates became
 */
record ExperimentRun(Path file, Plan plan, List<RenderedFile> rendered, RunDirectory directory) {
  /** Renders the templates; starts nothing. */
  static ExperimentRun of(Path file, Plan plan, Path folder) {
    return new ExperimentRun(
        file, plan, TemplateRenderer.render(plan, file), new RunDirectory(folder));
  }

  /**
   * Runs it to its end.
   *
   * @param gates judged at its end
   * @param announcements the first lines
   * @return the exit status
   */
  int run(
      ServeOption serve,
      Output output,
      Detail detail,
      GateOptions gates,
      List<String> announcements)
      throws InterruptedException {
    try (LiveView live = serve.view(directory, output.err())) {
      try (Progress progress = RunCommand.progress(output.err())) {
        announcements.forEach(progress::note);
        byte[] experiment = experimentBytes();
        try {
          new Execution(
                  plan,
                  experiment,
                  rendered,
                  directory,
                  live.follow(progress),
                  Time.system(),
                  LocalHost::open)
              .judgedBy(new SequentialJudge())
              .run();
        } catch (LabException e) {
          Outcome.keep(directory, e, progress);
          live.failed(e);
          throw e;
        }
        ExitCode outcome = Outcome.conclude(directory, progress, output, detail, gates);
        live.ended(outcome);
        return outcome.status();
      }
    }
  }

  private byte[] experimentBytes() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw LabException.wrong(
              file.toString(), "the experiment cannot be read", "Check the path and its rights.")
          .because(e);
    }
  }
}
