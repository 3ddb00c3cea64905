package dev.jitterlab.lab.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.jitterlab.lab.experiment.Sequential;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.statistics.SpendingBoundary;

/**
 * The design of the trial: in what order, with what at the same time, and how often.
 *
 * @param seed decides the order of the instances and every bot's play
 * @param execution how the instances are spread over time, and why
 * @param instancesPerGroup JVMs per group; the most, of a trial that ends when it is decided
 * @param sequential of a trial that ends when it is decided; null of one with a fixed number
 */
public record Design(long seed, Execution execution, int instancesPerGroup, Sequential sequential) {
  /**
   * How the instances are spread over time (docs/method.md).
   *
   * @param mode {@code together} (one block with all instances), {@code blocks} (each block one
   *     instance of every group, in random order) or {@code alternate} (each block one instance;
   *     one of every group in random order, then the next of every group) or {@code rotate} (each
   *     block one instance of every group, and the load goes from one to the next)
   * @param why the reason in words, for the report
   */
  public record Execution(String mode, String why) {}

  /**
   * The seed of all that is drawn for a round, its load and its faults: all groups of a round have
   * the same (decision 046).
   *
   * @param round from 1
   */
  public long seed(int round) {
    return seed + round;
  }

  /** The same with so many instances. */
  public Design with(int perGroup) {
    return new Design(seed, execution, perGroup, sequential);
  }

  /** Whether it ends when it is decided. */
  public boolean endsWhenDecided() {
    return sequential != null;
  }

  /** What it takes to decide after so many rounds, one instance of every group each. */
  public LookCorrection look(int rounds) {
    return sequential == null
        ? LookCorrection.NONE
        : SpendingBoundary.of(sequential.atLeast(), sequential.atMost()).after(rounds);
  }

  /** The level of a comparison by which it is reckoned what the whole trial finds. */
  public double levelOfPower(double level) {
    return sequential == null
        ? level
        : SpendingBoundary.of(sequential.atLeast(), sequential.atMost()).levelOfPower(level);
  }

  /** Whether the instances ran in rounds, one of every group in each, so that they are pairs. */
  @JsonIgnore
  public boolean isPaired() {
    return !execution.mode().equals("together");
  }
}
