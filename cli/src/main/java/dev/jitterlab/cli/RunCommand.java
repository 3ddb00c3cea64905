package dev.jitterlab.cli;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.PlanWarnings;
import dev.jitterlab.lab.progress.LineProgress;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.TerminalProgress;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
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

  @Mixin private GateOptions gates;
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
    gates.require(planned);
    String name = planned.subject().experiment();
    return ExperimentRun.of(file, planned, out == null ? defaultFolder(name) : out)
        .run(serve, output, detail, gates, announcements(planned));
  }

  private static List<String> announcements(Plan planned) {
    List<String> lines = new ArrayList<>();
    lines.add(planned.subject().experiment() + ": " + PlanText.outlook(planned));
    PlanWarnings.of(planned).forEach(words -> lines.add("Warning: " + words));
    return lines;
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
