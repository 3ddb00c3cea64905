package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.plan.Plan;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How far a run has come; written as {@code run.json}, anew at every change of phase, so that it is
 * true also after a crash of the lab.
 *
 * <p>All times are seconds since the epoch, from the wall clock.
 *
 * @param state {@code running}, {@code complete}, {@code failed} or {@code interrupted}
 * @param why the problem that ended the run, in words; null while running or complete
 * @param startedAt when the run started
 * @param endedAt when it ended; null while running
 * @param blocks the blocks begun so far
 * @param skipped groups that the run went on without
 */
public record RunState(
    String state,
    String why,
    double startedAt,
    Double endedAt,
    List<BlockTimes> blocks,
    List<Skipped> skipped) {

  /** Takes the state as it is; runs of earlier versions skipped nothing. */
  public RunState {
    skipped = skipped == null ? List.of() : List.copyOf(skipped);
  }

  /** What of the plan could run on this machine. */
  public Plan ran(Plan plan) {
    return plan.without(skipped.stream().map(Skipped::group).collect(Collectors.toSet()));
  }

  /**
   * A group that this machine cannot run.
   *
   * @param group its name
   * @param why in the words of its server
   */
  public record Skipped(String group, String why) {}

  /**
   * When a block's phases were. A time that has not come yet is null.
   *
   * @param number the block's number in the plan
   * @param loadStartedAt the load process was ready: warm-up begins
   * @param measuredFrom warm-up is over
   * @param measuredTo the measurement is over
   */
  public record BlockTimes(
      int number, Double loadStartedAt, Double measuredFrom, Double measuredTo) {}
}
