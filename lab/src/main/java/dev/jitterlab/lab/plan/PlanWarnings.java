package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.changepoint.SteadyState;
import dev.jitterlab.lab.experiment.Timing;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a plan says that can be run, and that is probably not what its author means. Stateless. */
public final class PlanWarnings {
  /** A line of a log covers a second, and the first and the last one are not whole. */
  private static final double LEAST_LOAD_SECONDS = SteadyState.LEAST_VALUES + 2;

  private PlanWarnings() {}

  /** Sentences; none where there is nothing to say. */
  public static List<String> of(Plan plan) {
    return Stream.of(
            EqualGroups.warnings(plan).stream(),
            tooShort(plan).stream(),
            ConnectionLimit.warning(plan).stream())
        .flatMap(sentences -> sentences)
        .toList();
  }

  /** Nobody can see whether its servers were steady, so it would end weak on any machine. */
  private static Optional<String> tooShort(Plan plan) {
    Timing timing = plan.timing();
    boolean isAsked =
        timing.warmupSeconds() > 0
            && plan.subject().workload() != null
            && plan.analysis().metrics().capacity() == null
            && (plan.hasTicks() || !plan.instances().allMatch(Plan.Instance::keepsCpusBusy));
    return isAsked && timing.loadSeconds() < LEAST_LOAD_SECONDS
        ? Optional.of(
            "Warm-up and measurement take %s together. It takes %s to see whether a server is steady, so the trial will be weak. Give a longer `warmup` or `duration`."
                .formatted(
                    Units.duration(timing.loadSeconds()), Units.duration(LEAST_LOAD_SECONDS)))
        : Optional.empty();
  }
}
