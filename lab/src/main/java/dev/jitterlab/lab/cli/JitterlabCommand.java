package dev.jitterlab.lab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.yaml.Spelling;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
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
      "3:a process could not be started or died; what was measured is kept",
      "4:the trial is invalid; its figures must not be used",
      "130:interrupted; what was measured is kept"
    })
public final class JitterlabCommand implements Runnable {
  @Spec private CommandSpec spec;

  private final Terminal terminal;
  private final PrintWriter err;

  private JitterlabCommand(Terminal terminal, PrintWriter err) {
    this.terminal = terminal;
    this.err = err;
  }

  /**
   * Runs one command line.
   *
   * @param terminal what {@code out} and {@code err} can do
   * @return the process's exit status, see {@link ExitCode}
   */
  public static int execute(
      String[] arguments, Terminal terminal, PrintWriter out, PrintWriter err) {
    JitterlabCommand root = new JitterlabCommand(terminal, err);
    return new CommandLine(root)
        .addSubcommand(new RunCommand(Planner::planHere))
        .addSubcommand(new PlanCommand(Planner::planHere))
        .addSubcommand(new ShowCommand())
        .addSubcommand(new ReportCommand())
        .addSubcommand(new JdksCommand())
        .addSubcommand(new BenchCommand())
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(terminal.width())
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi(terminal)))
        .setExecutionExceptionHandler(
            (failure, _, _) -> new ErrorPrinter(err, terminal).print(failure).status())
        .setParameterExceptionHandler((wrong, _) -> root.wrongArguments(wrong))
        .execute(arguments);
  }

  private static CommandLine.Help.Ansi ansi(Terminal terminal) {
    return terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF;
  }

  /** What the commands print to. */
  Terminal terminal() {
    return terminal;
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
    new ErrorPrinter(err, terminal).print(Problem.in(name, what, remedy));
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
