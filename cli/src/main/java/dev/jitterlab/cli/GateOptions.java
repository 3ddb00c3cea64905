package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.text.GateText;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Gate;
import dev.jitterlab.lab.summary.RunComparer;
import dev.jitterlab.lab.summary.RunComparison;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that make a command fail where a figure is surely worse than the baseline's. */
public final class GateOptions {
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
      description =
          "Exit status 6 if no gate fails but the figures do not decide one of them; needs --gate.")
  private boolean strict;

  /**
   * Those that were given.
   *
   * @throws LabException if one is no gate, or if there is none that {@code --strict} is about
   */
  List<Gate> parsed() {
    if (strict && gates.isEmpty()) {
      throw LabException.wrong(
          "--strict",
          "no --gate is given, so there is nothing to be strict about",
          "Add a gate, such as --gate 'ticks_late_ratio<=1.1', or leave --strict out.");
    }
    return gates.stream().map(Gate::parse).toList();
  }

  boolean isStrict() {
    return strict;
  }

  /** Refuses, before anything starts, gates that this experiment's run could not be judged by. */
  void require(Plan plan) {
    Gate.requireAll(parsed(), plan);
  }

  /**
   * Judges the groups of a run against its baseline, and prints the outcome; OK without gates. The
   * figures of an invalid trial pass none, and fail none.
   */
  ExitCode judge(Summary summary, RunDirectory run, Output output) {
    if (gates.isEmpty()) {
      return ExitCode.OK;
    }
    if (summary.validity().status().equals("invalid")) {
      return ExitCode.INVALID_TRIAL;
    }
    List<GateOutcome> outcomes = RunComparer.judge(run, parsed());
    output.note("\n" + GateText.render(outcomes, output.terminal()));
    return RunComparison.exitCode(outcomes, strict);
  }
}
