package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Extensions;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.List;
import java.util.stream.Stream;

/**
 * All checks of a trial, in the order in which their findings should be read. There is no check
 * beside this list but those of users' jars, which come last. Stateless and thread-safe.
 */
public final class TrialChecks {
  private static final List<Check> ALL =
      Stream.concat(
              Stream.of(
                  new RunComplete(),
                  new Interruptions(),
                  new RepeatedBlocks(),
                  new GroupsSkipped(),
                  new ProcessExits(),
                  new InstancesPerGroup(),
                  new InstancesWithoutFigure(),
                  AchievedLoad.SENT,
                  AchievedLoad.ANSWERED,
                  new WrongAnswers(),
                  new FailedTicks(),
                  new FailedWork(),
                  new LoadImbalance(),
                  new ClosedModel(),
                  LoadLateness.OF_PERIOD,
                  LoadLateness.OF_RESPONSE,
                  new LoadLatenessOfGroups(),
                  new ExternalLoad(),
                  new TickLogGap(),
                  new SteadyWhileMeasured(),
                  new Recordings(),
                  new ScrapeLoss(),
                  new ScrapeLateness(),
                  new SamplesDropped(),
                  new LateTicksInStalls(),
                  new Steal(),
                  new StealPeak(),
                  new MachineLoad(),
                  new OtherCpu(),
                  new OtherLabs(),
                  new RestingServers(),
                  new Swapping(),
                  new PageFaults(),
                  new ClockSource(),
                  new Governor(),
                  new Frequency(),
                  new ScrapedMetricsSeen(),
                  new OutlierInstances(),
                  new BaselineAgainstItself(),
                  new CapacityFound()),
              Extensions.of(Check.class).stream())
          .toList();

  private TrialChecks() {}

  /** Every check, whether its question arises in a trial or not. */
  public static List<Check> all() {
    return ALL;
  }

  /** The findings of all checks whose question arises. */
  public static List<Finding> examine(Evidence evidence) {
    return ALL.stream().flatMap(check -> check.judge(evidence).stream()).toList();
  }

  /** The question of that id; of one that this lab does not know, with a plain number. */
  public static Question question(String id) {
    return ALL.stream()
        .map(Check::question)
        .filter(question -> question.id().equals(id))
        .findFirst()
        .orElseGet(() -> Question.of(id, Unit.NUMBER, ""));
  }

  /** The worst of the findings. */
  public static Status status(List<Finding> findings) {
    return findings.stream()
        .map(Finding::status)
        .map(Status::ofTrial)
        .reduce(Status.VALID, Status::worse);
  }
}
