package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Extensions;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import dev.jitterlab.lab.yaml.Spelling;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code jitterlab}: the one place that knows all of its subcommands. */
@Command(
    name = "jitterlab",
    description = "Finds out what makes a latency-sensitive Java server late.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:done; of a run: the trial is valid, or weak and marked so",
      "1:a defect of Jitterlab's own",
      "2:a wrong experiment, flag or argument; nothing was started",
      "3:a process could not be started or died, or a file could not be read or written;"
          + " what was measured is kept",
      "4:the trial is invalid; its figures must not be used",
      "5:a gate failed, or history found that a metric has become worse",
      "6:with --strict: no gate failed, and the figures do not decide one of them",
      "7:it cannot be done now, and nothing was changed; the same command can succeed later",
      "130:interrupted; what was measured is kept"
    })
public final class JitterlabCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** The least that picocli takes. */
  private static final int LEAST_HELP_WIDTH = 55;

  private final Terminals terminals;
  private final ErrorPrinter errors;

  private JitterlabCommand(Terminals terminals, ErrorPrinter errors) {
    this.terminals = terminals;
    this.errors = errors;
  }

  /**
   * Runs one command line.
   *
   * @param terminals where {@code out} and {@code err} go
   * @return the process's exit status, see {@link ExitCode}
   */
  public static int execute(
      String[] arguments, Terminals terminals, PrintWriter out, PrintWriter err) {
    try {
      Extensions.open(
          Optional.ofNullable(System.getProperty("jitterlab.home")).map(Path::of),
          System.getenv().getOrDefault("JITTERLAB_EXTENSIONS", ""));
    } catch (LabException e) {
      return new ErrorPrinter(err, terminals.err()).print(e).status();
    }
    return execute(arguments, Planner::planHere, Path.of(""), terminals, out, err);
  }

  /**
   * The same.
   *
   * @param plan reads and plans an experiment file
   * @param folder where experiments and runs are written to
   */
  static int execute(
      String[] arguments,
      Function<Path, Plan> plan,
      Path folder,
      Terminals terminals,
      PrintWriter out,
      PrintWriter err) {
    return commandLine(plan, folder, terminals, out, err).execute(arguments);
  }

  /** The command with all of its subcommands, ready to parse and to run. */
  static CommandLine commandLine(
      Function<Path, Plan> plan,
      Path folder,
      Terminals terminals,
      PrintWriter out,
      PrintWriter err) {
    ErrorPrinter errors = new ErrorPrinter(err, terminals.err());
    JitterlabCommand root = new JitterlabCommand(terminals, errors);
    return new CommandLine(root)
        .addSubcommand(new RunCommand(plan))
        .addSubcommand(new ResumeCommand(plan))
        .addSubcommand(new PlanCommand(plan))
        .addSubcommand(new AbCommand(plan, folder))
        .addSubcommand(new SizeCommand(plan, folder))
        .addSubcommand(new ShowCommand())
        .addSubcommand(new SpreadCommand())
        .addSubcommand(new ReportCommand())
        .addSubcommand(new DiagnoseCommand())
        .addSubcommand(new SuggestCommand(plan, folder))
        .addSubcommand(new CompareCommand())
        .addSubcommand(new CostCommand())
        .addSubcommand(new HistoryCommand())
        .addSubcommand(new CampaignCommand(new ChildRuns(plan)))
        .addSubcommand(new JdksCommand())
        .addSubcommand(new CollectorsCommand())
        .addSubcommand(new DoctorCommand(plan))
        .addSubcommand(new BenchCommand())
        .addSubcommand(new PlayCommand())
        .addSubcommand(new SoakCommand())
        .addSubcommand(
            "trace",
            new CommandLine(new TraceCommand())
                .setUnmatchedOptionsArePositionalParams(true)
                .setStopAtPositional(true)) // behind its first word, --help is the program's own
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(Math.max(LEAST_HELP_WIDTH, terminals.out().width()))
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminals.out())))
        .setExecutionExceptionHandler((failure, _, _) -> errors.print(failure).status())
        .setParameterExceptionHandler((wrong, _) -> root.wrongArguments(wrong));
  }

  private static CommandLine.Help.Ansi ansi(Terminal terminal) {
    return terminal.color() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  /** Where results go. */
  Terminal out() {
    return terminals.out();
  }

  /** Where progress goes. */
  Terminal err() {
    return terminals.err();
  }

  /** Without a subcommand. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a command");
  }

  private int wrongArguments(ParameterException wrong) {
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    String name = command.qualifiedName();
    String what = wrong.getMessage() + hint(wrong, command).map(hint -> "\n" + hint).orElse("");
    String remedy = "Run `./" + name + " --help` to see what it takes.";
    errors.print(Problem.in(name, what, remedy));
    return ExitCode.WRONG_EXPERIMENT.status();
  }

  /** The nearest of the command's words, or else the subcommands, where it has some. */
  private static Optional<String> hint(ParameterException wrong, CommandSpec command) {
    Set<String> commands = command.subcommands().keySet();
    Set<String> words = new LinkedHashSet<>(commands);
    words.addAll(command.optionsMap().keySet());
    Optional<String> near =
        wrong instanceof UnmatchedArgumentException unmatched
            ? Spelling.nearest(unmatched.getUnmatched().getFirst(), words)
            : Optional.empty();
    return near.map(word -> "did you mean `" + word + "`?")
        .or(
            () ->
                Optional.of("expected one of: " + String.join(", ", commands))
                    .filter(_ -> !commands.isEmpty()));
  }
}
