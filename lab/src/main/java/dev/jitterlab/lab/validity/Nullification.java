package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which instances do not count, and why. The cause is always something recorded that happened to
 * the instance, never its result: a slow instance counts.
 */
public final class Nullification {
  /** A tick log that lacks more than this share of the measured time is lost. */
  public static final double LOST_GAP_RATIO = MeasuredTicks.LOST_GAP_RATIO;

  private Nullification() {}

  /** Instance id to the cause, in the plan's order; instances that count are absent. */
  public static Map<String, String> causes(Evidence evidence) {
    Map<String, String> causes = new LinkedHashMap<>();
    for (Plan.Block block : evidence.plan().blocks()) {
      for (Plan.Instance instance : block.instances()) {
        cause(instance, block.number(), evidence)
            .ifPresent(cause -> causes.put(instance.id(), cause));
      }
    }
    return causes;
  }

  private static Optional<String> cause(Plan.Instance instance, int block, Evidence evidence) {
    String id = instance.id();
    if (!evidence.measured().containsKey(block)) {
      return Optional.of("block " + block + " was not measured");
    }
    ProcessRecord process = evidence.processes().get(id);
    if (process != null && process.fate().state().equals("died")) {
      return Optional.of("the process died with status " + process.fate().exitCode());
    }
    return instance.ticks() ? lostTicks(instance, evidence) : Optional.empty();
  }

  private static Optional<String> lostTicks(Plan.Instance instance, Evidence evidence) {
    MeasuredTicks ticks = evidence.ticks().get(instance.id());
    if (ticks == null) {
      return Optional.of(
          instance.ticksByEvent()
              ? "its " + FlightRecording.FILE + " has no event " + instance.foreign().ticks().name()
              : "its " + RunDirectory.TICKS + " is missing");
    }
    if (ticks.isLost()) {
      return Optional.of(
          "its %s lacks %s of the measured time"
              .formatted(RunDirectory.TICKS, Units.share(ticks.gapRatio())));
    }
    return ticks.isEmpty() ? Optional.of("it recorded no ticks") : Optional.empty();
  }
}
