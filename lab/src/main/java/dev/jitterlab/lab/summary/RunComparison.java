package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.metric.OwnMetrics;
import java.util.List;

/**
 * Runs held against an earlier one; what {@code compare --format json} prints. Keys may be added
 * and are never renamed. Base units, as in {@link Summary}.
 *
 * @param baseline the run that the others are compared with
 * @param runs the others
 * @param invalid those among all of them whose figures must not be used
 * @param warnings what differs between the runs beside what is to be compared, and which of them
 *     are not valid
 * @param comparisons every group that a run has in common with the baseline, for every metric asked
 *     for
 * @param gates the outcome of every gate
 * @param metrics the metrics of the experiment's own that all runs have, as the newest makes them
 */
public record RunComparison(
    String baseline,
    List<String> runs,
    List<String> invalid,
    List<String> warnings,
    List<GroupChange> comparisons,
    List<GateOutcome> gates,
    OwnMetrics metrics) {

  /**
   * A group in a run against the same group in the baseline.
   *
   * @param group its name; {@code a → b} where both runs have one group, of different names
   * @param before the figure in the baseline; null where it is unknown
   * @param after the figure in the run; null where it is unknown
   * @param beforeBound what bounds the figure in the baseline, where only that is known; else null
   * @param afterBound what bounds the figure in the run, where only that is known; else null
   * @param ratio after / before; null where {@code before} is zero or one of them unknown
   * @param low lower end of the 95 % interval; null where it cannot be given
   * @param high upper end; null where it cannot be given
   * @param pHolm the p-value of "nothing has changed", corrected by Holm's method for the number of
   *     groups compared by this metric; null where it cannot be given
   * @param p the same p-value, not corrected; null where it cannot be given, or points to the other
   *     side of 1 than the ratio
   */
  public record GroupChange(
      String run,
      String group,
      String metric,
      Double before,
      Double after,
      FigureBound beforeBound,
      FigureBound afterBound,
      Double ratio,
      Double low,
      Double high,
      Double pHolm,
      Double p) {}

  /**
   * What is known of a figure that nobody knows itself; one of both is null.
   *
   * @param atLeast what the figure is at least
   * @param below what the figure is below
   */
  public record FigureBound(Double atLeast, Double below) {
    /** Of what a group has; null where that is a figure. */
    static FigureBound of(Contest.Standing standing) {
      return switch (standing.censoring()) {
        case AT_LEAST -> new FigureBound(standing.value(), null);
        case BELOW -> new FigureBound(null, standing.value());
        case NONE, UNKNOWN -> null;
      };
    }
  }

  /**
   * What a gate says of one group in one run.
   *
   * @param gate as it was given, such as {@code tick_drift_seconds.p99<=1.1}
   * @param state {@code passed}: the whole interval is within the limit; {@code failed}: the whole
   *     interval, widened for the number of gates and groups, is beyond it; {@code undecided}:
   *     neither
   * @param why the outcome in words
   */
  public record GateOutcome(String gate, String run, String group, String state, String why) {}

  /**
   * What the command ends with.
   *
   * @param strict whether a gate that is not decided matters
   */
  public ExitCode exitCode(boolean strict) {
    return invalid.isEmpty() ? exitCode(gates, strict) : ExitCode.INVALID_TRIAL;
  }

  /**
   * What gates make a command end with.
   *
   * @param strict whether a gate that is not decided matters
   */
  public static ExitCode exitCode(List<GateOutcome> gates, boolean strict) {
    List<String> states = gates.stream().map(GateOutcome::state).toList();
    if (states.contains(Gate.FAILED)) {
      return ExitCode.GATE_FAILED;
    }
    return strict && states.contains(Gate.UNDECIDED) ? ExitCode.GATE_UNDECIDED : ExitCode.OK;
  }
}
