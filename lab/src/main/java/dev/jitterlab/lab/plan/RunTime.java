package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.Timing;

/** How long a plan will take. */
public final class RunTime {
  /** What starting, stopping and the last scrape of a block take on a small machine. */
  private static final double OVERHEAD_SECONDS_PER_BLOCK = 5;

  private RunTime() {}

  /**
   * An estimate in seconds: exact for warm-up and measurement, a round figure for starting and
   * stopping the processes of each block. Where the warm-up ends when the servers are steady, it is
   * the longest that the run may take.
   */
  public static double estimateSeconds(Plan plan) {
    return plan.blocks().stream().mapToDouble(block -> seconds(block, plan.timing())).sum();
  }

  /** The same of a trial that ends when it is decided, should that be at the first look. */
  public static double estimateSecondsAtLeast(Plan plan) {
    int rounds =
        plan.design().endsWhenDecided()
            ? plan.design().sequential().atLeast()
            : plan.design().instancesPerGroup();
    return plan.blocks().stream()
        .limit((long) rounds * plan.blocksPerRound())
        .mapToDouble(block -> seconds(block, plan.timing()))
        .sum();
  }

  /** The same, should as many rounds be measured again as may be. */
  public static double estimateSecondsAtMost(Plan plan) {
    double longest =
        plan.blocks().stream().mapToDouble(block -> seconds(block, plan.timing())).max().orElse(0);
    return estimateSeconds(plan) + plan.safeguards().repeats() * plan.blocksPerRound() * longest;
  }

  private static double seconds(Plan.Block block, Timing timing) {
    return OVERHEAD_SECONDS_PER_BLOCK + block.warmupSeconds(timing) + block.measuredSeconds(timing);
  }
}
