package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.execution.Execution;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.plan.TemplateRenderer;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.LineProgress;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.TerminalProgress;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** From one YAML file to a verdict: plan, execute, summarise, report, print. */
@Command(
    name = "run",
    description = "Run an experiment: start its servers, put them under load, compare the groups.")
public final class RunCommand implements Callable<Integer> {
  private static final DateTimeFormatter FOLDER_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Parameters(paramLabel = "FILE", description = "The experiment, see docs/experiments.md.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the run, new or empty (default: runs/<time>-<experiment>).")
  private Path out;

  @Mixin private ServeOption serve;
  @Mixin private Output output;

  @Mixin private Detail detail;

  private final Function<Path, Plan> plan;

  /** Creates the command; {@code plan} reads and plans an experiment file. */
  RunCommand(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public Integer call() throws InterruptedException {
    Plan planned = plan.apply(file);
    List<RenderedFile> rendered = TemplateRenderer.render(planned, file);
    RunDirectory directory =
        new RunDirectory(out == null ? defaultFolder(planned.subject().experiment()) : out);
    try (LiveView live = serve.view(directory, output.err())) {
      try (Progress progress = progress(output.err())) {
        progress.note(planned.subject().experiment() + ": " + PlanText.outlook(planned));
        byte[] experiment = experimentBytes();
        try {
          new Execution(
                  planned,
                  experiment,
                  rendered,
                  directory,
                  live.follow(progress),
                  Time.system(),
                  LocalHost::open)
              .run();
        } catch (LabException e) {
          Outcome.keep(directory, e, progress);
          live.failed(e);
          throw e;
        }
      }
      ExitCode outcome = Outcome.conclude(directory, output, detail);
      live.ended(outcome);
      return outcome.status();
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

  static Path defaultFolder(String name) {
    return Path.of(
        "runs", LocalDateTime.now(ZoneId.systemDefault()).format(FOLDER_TIME) + "-" + name);
  }

  /** On standard error, so that {@code --format json} stays clean on standard output. */
  static Progress progress(Terminal err) {
    return err.interactive()
        ? new TerminalProgress(System.err, err, Time.system())
        : new LineProgress(System.err, Time.system());
  }
}
