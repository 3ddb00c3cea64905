package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All checks of a trial, in the order in which their findings should be read. Stateless. */
public final class TrialChecks {
  private static final Check LOAD_IMBALANCE = new LoadImbalance();
  private static final Check CLOSED_MODEL = new ClosedModel();
  private static final Check EXTERNAL_LOAD = new ExternalLoad();
  private static final Check METRICS_SEEN = new ScrapedMetricsSeen();

  /** What only a trial with load processes can be asked. */
  private static final Set<Check> OF_THE_LOAD =
      Set.of(
          AchievedLoad.SENT,
          AchievedLoad.ANSWERED,
          LOAD_IMBALANCE,
          CLOSED_MODEL,
          LoadLateness.OF_PERIOD,
          LoadLateness.OF_RESPONSE);

  private TrialChecks() {}

  /**
   * Makes every check that applies.
   *
   * @param nullified an instance's id to the cause for which it does not count
   */
  public static List<Finding> examine(Evidence evidence, Map<String, String> nullified) {
    return checks(nullified).stream()
        .filter(check -> !OF_THE_LOAD.contains(check) || isAskedOfTheLoad(check, evidence))
        .filter(check -> evidence.plan().hasExternalLoad() || check != EXTERNAL_LOAD)
        .filter(
            check ->
                check != METRICS_SEEN || !evidence.plan().analysis().metrics().keys().isEmpty())
        .map(check -> check.examine(evidence))
        .toList();
  }

  /** The clients of a closed model each take what they get: unequal loads are its result. */
  private static boolean isAskedOfTheLoad(Check check, Evidence evidence) {
    if (!evidence.plan().hasLoad()) {
      return false;
    }
    boolean isClosed = ClosedModel.isUsed(evidence);
    return switch (check) {
      case ClosedModel _ -> isClosed;
      case LoadImbalance _ -> !isClosed;
      case LoadLateness lateness -> lateness == LoadLateness.of(evidence);
      default -> true;
    };
  }

  private static List<Check> checks(Map<String, String> nullified) {
    return List.of(
        new RunComplete(),
        new Interruptions(),
        new RepeatedBlocks(),
        new GroupsSkipped(),
        new ProcessExits(),
        new InstancesPerGroup(nullified),
        AchievedLoad.SENT,
        AchievedLoad.ANSWERED,
        LOAD_IMBALANCE,
        CLOSED_MODEL,
        LoadLateness.OF_PERIOD,
        LoadLateness.OF_RESPONSE,
        EXTERNAL_LOAD,
        new TickLogGap(),
        new SteadyWhileMeasured(),
        new Recordings(),
        new ScrapeLoss(),
        new ScrapeLateness(),
        new SamplesDropped(),
        new LateTicksInStalls(),
        MachineShare.STEAL,
        new StealPeak(),
        MachineShare.LOAD,
        new OtherCpu(),
        Paging.SWAP,
        Paging.FAULTS,
        new ClockSource(),
        new Governor(),
        new Frequency(),
        METRICS_SEEN);
  }

  /** The worst of the findings. */
  public static Status status(List<Finding> findings) {
    return findings.stream()
        .map(Finding::status)
        .map(Status::ofTrial)
        .reduce(Status.VALID, Status::worse);
  }
}
