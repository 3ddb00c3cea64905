package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.report.history.HistoryPage;
import dev.jitterlab.lab.report.history.HistoryReader;
import dev.jitterlab.lab.report.history.HistoryText;
import dev.jitterlab.lab.summary.RunHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab history DIR…}: a metric over many runs, and where it changed. */
@Command(
    name = "history",
    description = "Show a metric over many runs of an experiment, and when it changed.")
public final class HistoryCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Run directories, or folders of them such as runs/.")
  private List<Path> folders;

  @Option(
      names = "--experiment",
      paramLabel = "NAME",
      description = "The experiment to show, if the folders have runs of several.")
  private String experiment;

  @Option(
      names = "--metric",
      paramLabel = "KEY",
      description =
          "A key of summary.json, such as tick_drift_seconds.p99 (default: the newest run's"
              + " primary metric).")
  private String metric;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = "A group to show; may be repeated (default: all).")
  private List<String> groups = List.of();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the history as a page with charts.")
  private Path html;

  @Option(
      names = "--fail-on-change",
      paramLabel = "RUNS",
      description =
          "Exit status 5 if a group's latest change is for the worse and did not show yet this many"
              + " runs ago.")
  private Integer failOnChange;

  @Mixin private Output output;

  @Override
  public Integer call() {
    if (failOnChange != null && failOnChange < 1) {
      throw LabException.wrong(
          "--fail-on-change", "expected a number of runs, at least 1", "Correct the option.");
    }
    RunHistory history =
        HistoryReader.read(
            folders,
            new HistoryReader.Choice(
                experiment, metric, groups, failOnChange == null ? 0 : failOnChange));
    if (html != null) {
      write(HistoryPage.render(history));
    }
    output.print(out -> out.print(HistoryText.render(history, output.terminal())), history);
    return history.hasWorsened() ? ExitCode.GATE_FAILED.status() : ExitCode.OK.status();
  }

  private void write(String page) {
    try {
      WholeFile.write(html, page);
    } catch (IOException e) {
      throw LabException.wrong(
              "--html " + html,
              "the page cannot be written there",
              "Give another file with --html.")
          .because(e);
    }
  }
}
