package dev.jitterlab.lab.validity;

import java.util.Locale;

/**
 * What an answer can depend on. Only what no server can move may excuse an instance: a group must
 * not be able to talk itself out of its own figures.
 */
public enum Dependence {
  /** What was asked for: groups, blocks, and the load that they were to get. */
  PLAN,
  /**
   * What the idle control process saw, less what it waited for a CPU that the run itself had, and
   * less what the hypervisor took: servers that wake threads up bring that about.
   */
  CONTROL,
  /** The machine as it is, its other processes, and who runs the experiment. */
  OUTSIDE,
  /** What the measured servers did, or what came of it. */
  OUTCOME;

  /** The word in the documents. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
