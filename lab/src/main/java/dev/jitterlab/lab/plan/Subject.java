package dev.jitterlab.lab.plan;

import java.util.List;

/**
 * What is examined, and why.
 *
 * @param experiment the experiment's name
 * @param question what the experiment asks, in the author's words; may be empty
 * @param workload the reference workload, or null where the file names none (then it can be
 *     planned, not run)
 * @param tickPackages the packages whose methods are on the tick's path, as the workload names
 *     them; empty where it names none
 */
public record Subject(
    String experiment, String question, String workload, List<String> tickPackages) {
  /** Copies the list; older plans lack it. */
  public Subject {
    tickPackages = tickPackages == null ? List.of() : List.copyOf(tickPackages);
  }
}
