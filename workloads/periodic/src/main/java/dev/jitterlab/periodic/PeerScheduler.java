package dev.jitterlab.periodic;

import java.util.List;

/**
 * Another library's way to run periodic tasks, to be measured as the tick library's schedulers are.
 * Its jar comes on the class path and names the class, which has a public constructor without
 * parameters, in {@code META-INF/services/dev.jitterlab.periodic.PeerScheduler}.
 */
public interface PeerScheduler {
  /** The name on the command line: small letters, digits and hyphens. */
  String name();

  /**
   * Starts to run all tasks, and returns. The times in {@link PeerTask} are those of {@link
   * System#nanoTime}.
   *
   * @param threads how many threads are to share the tasks, if it has a choice
   * @return ends all of it: when its {@code close} returns, no task runs any more
   */
  AutoCloseable start(List<PeerTask> tasks, int threads);
}
