package dev.jitterlab.lab.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * The design of the trial: in what order, with what at the same time, and how often.
 *
 * @param seed decides the order of the instances and every bot's play
 * @param execution how the instances are spread over time, and why
 * @param instancesPerGroup JVMs per group
 */
public record Design(long seed, Execution execution, int instancesPerGroup) {
  /**
   * How the instances are spread over time (DESIGN.md, decision 5).
   *
   * @param mode {@code together} (one block with all instances), {@code blocks} (each block one
   *     instance of every group, in random order) or {@code alternate} (each block one instance;
   *     one of every group in random order, then the next of every group) or {@code rotate} (each
   *     block one instance of every group, and the load goes from one to the next)
   * @param why the reason in words, for the report
   */
  public record Execution(String mode, String why) {}

  /** The same with so many instances. */
  public Design with(int perGroup) {
    return new Design(seed, execution, perGroup);
  }

  /** Whether the instances ran in rounds, one of every group in each, so that they are pairs. */
  @JsonIgnore
  public boolean isPaired() {
    return !execution.mode().equals("together");
  }
}
