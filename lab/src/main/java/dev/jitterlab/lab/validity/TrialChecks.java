package dev.jitterlab.lab.validity;

import java.util.List;

/** All checks of a trial, in the order in which their findings should be read. Stateless. */
public final class TrialChecks {
  private static final List<Check> CHECKS =
      List.of(
          new RunComplete(),
          new ProcessExits(),
          new InstancesPerGroup(),
          AchievedLoad.SENT,
          AchievedLoad.ANSWERED,
          new LoadImbalance(),
          new LoadLateness(),
          new TickLogGap(),
          new Recordings(),
          new ScrapeLoss(),
          new ScrapeLateness(),
          MachineShare.STEAL,
          MachineShare.LOAD);

  private TrialChecks() {}

  /** Makes every check. */
  public static List<Finding> examine(Evidence evidence) {
    return CHECKS.stream().map(check -> check.examine(evidence)).toList();
  }

  /** The worst of the findings. */
  public static Status status(List<Finding> findings) {
    return findings.stream().map(Finding::status).reduce(Status.VALID, Status::worse);
  }
}
