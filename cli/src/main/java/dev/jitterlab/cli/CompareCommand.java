package dev.jitterlab.cli;

import dev.jitterlab.lab.report.text.RunComparisonText;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.summary.Gate;
import dev.jitterlab.lab.summary.RunComparer;
import dev.jitterlab.lab.summary.RunComparison;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab compare BASELINE RUN…}: whole runs against an earlier one, with gates. */
@Command(
    name = "compare",
    description = "Compare runs with an earlier one; fail if a figure is clearly worse.")
public final class CompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BASELINE", description = "The earlier run's directory.")
  private Path baseline;

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "RUN", description = "Later runs.")
  private List<Path> runs;

  @Option(
      names = "--metric",
      paramLabel = "KEY",
      description =
          "A key of summary.json to show, such as tick_drift_seconds.p999; may be repeated."
              + " Default: the main ones, and the experiment's own.")
  private List<String> metrics = List.of();

  @Option(
      names = "--gate",
      paramLabel = "GATE",
      description =
          "The greatest ratio to the baseline that passes, such as 'ticks_late_ratio<=1.1', or the"
              + " least, such as 'capacity>=0.95'; may be repeated. Exit status 5 if the whole"
              + " 95 %% interval is beyond it, widened for the number of gates and groups.")
  private List<String> gates = List.of();

  @Option(
      names = "--strict",
      description = "Exit status 6 if no gate fails but the runs do not decide one of them.")
  private boolean strict;

  @Mixin private Output output;

  @Override
  public Integer call() {
    List<RunDirectory> later = runs.stream().map(RunDirectory::new).toList();
    RunLock.requireIdle(new RunDirectory(baseline));
    later.forEach(RunLock::requireIdle);
    RunComparison comparison =
        RunComparer.compare(
            new RunDirectory(baseline), later, metrics, gates.stream().map(Gate::parse).toList());
    output.print(
        out -> out.print(RunComparisonText.render(comparison, output.terminal())), comparison);
    return comparison.exitCode(strict).status();
  }
}
