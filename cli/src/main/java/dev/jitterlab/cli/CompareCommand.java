package dev.jitterlab.cli;

import dev.jitterlab.lab.report.text.RunComparisonText;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
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

  @Mixin private GateOptions gates;
  @Mixin private Output output;

  @Override
  public Integer call() {
    List<RunDirectory> later = runs.stream().map(RunDirectory::new).toList();
    RunLock.requireIdle(new RunDirectory(baseline));
    later.forEach(RunLock::requireIdle);
    RunComparison comparison =
        RunComparer.compare(new RunDirectory(baseline), later, metrics, gates.parsed());
    output.print(
        out -> out.print(RunComparisonText.render(comparison, output.terminal())), comparison);
    return comparison.exitCode(gates.isStrict()).status();
  }
}
