package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A second that is gone makes twenty ticks late, and vanishes in the share of a whole measurement.
 * Looked at ten seconds at a time.
 */
final class StealPeak extends StolenTime {
  private static final double SPAN_SECONDS = 10;

  StealPeak() {
    super(
        Question.of(
                "machine_steal_peak_ratio",
                Unit.RATIO,
                "Did the hypervisor never take much CPU time within a short time?")
            .from(Dependence.OUTSIDE, Dependence.OUTCOME)
            .limit(0.05, 0.25)
            .needs("the machine's CPU time was not sampled", Kind.SAMPLES));
  }

  @Override
  String why(Worst worst, Evidence evidence) {
    return "the hypervisor took away %s of the CPU time in the worst %s of %s"
        .formatted(Units.share(worst.value()), Units.seconds(SPAN_SECONDS), worst.of());
  }

  @Override
  Optional<Double> figure(int block, MeasuredWindows windows, Evidence evidence) {
    Window window = windows.span(); // the hypervisor knows no slices
    NavigableMap<Double, Double> stolen = new TreeMap<>();
    int cores = 0;
    for (List<Point> core = core(cores, window, evidence);
        !core.isEmpty();
        core = core(++cores, window, evidence)) {
      core.forEach(point -> stolen.merge(point.at(), point.value(), Double::sum));
    }
    if (stolen.size() < 2) {
      return Optional.empty();
    }
    double peak = 0;
    for (Map.Entry<Double, Double> end : stolen.entrySet()) {
      Map.Entry<Double, Double> begin = stolen.floorEntry(end.getKey() - SPAN_SECONDS);
      if (begin == null && end.equals(stolen.lastEntry())) {
        begin = stolen.firstEntry(); // a measurement that is shorter than the span
      }
      if (begin != null) {
        double share =
            (end.getValue() - begin.getValue()) / (end.getKey() - begin.getKey()) / cores;
        peak = Math.max(peak, share);
      }
    }
    return Optional.of(peak);
  }

  private static List<Point> core(int cpu, Window window, Evidence evidence) {
    String labels = "cpu=\"" + cpu + "\",state=\"steal\"";
    return evidence
        .samples()
        .map(
            samples ->
                samples.series(
                    LabMetrics.MACHINE, LabMetrics.MACHINE_CPU, labels, window.from(), window.to()))
        .orElse(List.of());
  }
}
