package dev.jitterlab.lab.experiment;

import java.util.Locale;

/** How the author wants the instances to be spread over time. */
public enum ExecutionChoice {
  /** The planner decides by the machine's cores. */
  AUTO,
  /** All instances of all groups at the same time. */
  TOGETHER,
  /** One instance of every group at a time. */
  BLOCKS,
  /** One instance at a time, every group in turn. */
  ALTERNATE,
  /** One instance of every group is there, and the load goes from one to the next. */
  ROTATE;

  /** The word in the file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
