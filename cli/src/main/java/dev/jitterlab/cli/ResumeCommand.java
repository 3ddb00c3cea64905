package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.execution.Execution;
import dev.jitterlab.lab.execution.InterruptedRun;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.size.SizeState;
import dev.jitterlab.lab.summary.SequentialJudge;
import dev.jitterlab.lab.summary.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jitterlab resume RUN}: goes on with a run where it was interrupted. */
@Command(
    name = "resume",
    description = {
      "Continue a run that was interrupted, failed or killed.",
      "Finished blocks stay; a block that was under way is measured again from its start. The plan"
          + " in the run directory counts; changes of the experiment file have no effect. If the"
          + " run is complete, nothing is done. This also continues a search of ./jitterlab"
          + " size."
    })
public final class ResumeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "RUN", description = "The run directory.")
  private Path directory;

  @Mixin private GateOptions gates;
  @Mixin private ServeOption serve;
  @Mixin private Output output;

  @Mixin private Detail detail;

  private final Function<Path, Plan> plan;

  /** Creates the command; {@code plan} reads and plans an experiment file. */
  ResumeCommand(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (SizeState.isIn(directory)) {
      requireOfSearch(gates.isStrict(), "--strict");
      requireOfSearch(!gates.parsed().isEmpty(), "--gate");
      requireOfSearch(serve.isAsked(), "--serve");
      return new SizeRun(directory, plan, output).run();
    }
    RunDirectory run = new RunDirectory(directory);
    try (LiveView live = serve.view(run, output.err())) {
      try (Progress progress = RunCommand.progress(output.err());
          InterruptedRun interrupted = InterruptedRun.open(run)) {
        gates.require(Json.read(run.plan(), Plan.class));
        if (interrupted.isComplete()) {
          progress.note("The run is complete: there is nothing to resume.");
          return showComplete(run, progress);
        }
        try {
          new Execution(interrupted, live.follow(progress), Time.system(), LocalHost::open)
              .judgedBy(new SequentialJudge())
              .run();
        } catch (LabException e) {
          Outcome.keep(run, e, progress);
          live.failed(e);
          throw e;
        }
        ExitCode outcome = Outcome.conclude(run, progress, output, detail, gates);
        live.ended(outcome);
        return outcome.status();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A search has no groups to compare, and no page while it goes on. */
  private void requireOfSearch(boolean isGiven, String option) {
    if (isGiven) {
      throw LabException.wrong(
          option,
          "this option is for a run, and the folder has a search of `size`: " + directory,
          "Leave the option out.");
    }
  }

  /** The lab may have been killed between the last block and the report. */
  private int showComplete(RunDirectory run, Progress progress) {
    if (!Files.exists(run.summary()) || !Files.exists(run.report())) {
      return Outcome.conclude(run, progress, output, detail, gates).status();
    }
    Summary summary = Outcome.of(run);
    progress.close();
    Outcome.print(summary, run, output, detail);
    return gates.judge(summary, run, output).status();
  }
}
