package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.metric.AllRequests;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.util.Map;

/**
 * The response times of a group, as its load generators recorded them. Immutable.
 *
 * @param measured of the answers of the measured time together; without what was not recorded
 * @param all of all requests of the measured time, also those without a right answer; none of a run
 *     that goes on
 * @param steps the same of each step of the load's journeys, by {@code journey/step}
 * @param outcomes what became of the requests of each step
 * @param lines their quantiles over time, warm-up included
 */
public record GroupResponses(
    Map<ResponseMetric, Distribution> measured,
    AllRequests all,
    Map<String, AllRequests> steps,
    StepOutcomes outcomes,
    ReportData.Quantiles lines) {
  /** Of a group whose load generators record none. */
  public static final GroupResponses NONE =
      new GroupResponses(
          Map.of(),
          AllRequests.NONE,
          Map.of(),
          StepOutcomes.NONE,
          new ReportData.Quantiles(Map.of()));

  /** Copies the maps. */
  public GroupResponses {
    measured = Map.copyOf(measured);
    steps = Map.copyOf(steps);
  }
}
