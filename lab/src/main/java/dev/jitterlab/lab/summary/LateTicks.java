package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.experiment.PrimaryMetric;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.TickMetric;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many ticks of an instance were late. A server counts them itself, for it alone knows the
 * period of each; where ticks are events of the flight recording, all have the period of the
 * experiment's rate, and the log is counted.
 *
 * @param total how many ticks had a total; empty where that was not sampled
 * @param late threshold to how many of those were late
 */
record LateTicks(Optional<Double> total, Map<String, Double> late) {

  static LateTicks of(Evidence.MeasuredProcess server, MeasuredTicks ticks, Evidence evidence) {
    Optional<Plan.Instance> byEvent =
        evidence.plan().blocks().stream()
            .flatMap(block -> block.instances().stream())
            .filter(instance -> instance.id().equals(server.id()))
            .filter(Plan.Instance::ticksByEvent)
            .findFirst();
    return byEvent
        .map(instance -> counted(ticks.of(TickMetric.TOTAL), instance.foreign().ticks().rateHz()))
        .orElseGet(() -> sampled(server, evidence));
  }

  private static LateTicks sampled(Evidence.MeasuredProcess server, Evidence evidence) {
    Map<String, Double> late = new LinkedHashMap<>();
    for (String threshold : PrimaryMetric.LATE_THRESHOLDS) {
      evidence
          .increase(
              server.id(),
              "jitterlab_ticks_late_total",
              "threshold=\"" + threshold + "\"",
              server.window())
          .ifPresent(count -> late.put(threshold, count));
    }
    return new LateTicks(
        evidence.increase(server.id(), "jitterlab_tick_total_seconds_count", null, server.window()),
        late);
  }

  static LateTicks counted(Distribution totals, double rateHz) {
    Map<String, Double> late = new LinkedHashMap<>();
    for (String threshold : PrimaryMetric.LATE_THRESHOLDS) {
      double limitNs = Double.parseDouble(threshold) * 1e9 / rateHz;
      long above = 0;
      for (int i = 0; i < totals.size(); i++) {
        above += totals.valueNsAt(i) > limitNs ? totals.countAt(i) : 0;
      }
      late.put(threshold, (double) above);
    }
    return new LateTicks(Optional.of((double) totals.count()), late);
  }
}
