package dev.jitterlab.lab.execution;

import java.util.List;

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
 */
public record RunState(
    String state, String why, double startedAt, Double endedAt, List<BlockTimes> blocks) {

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
