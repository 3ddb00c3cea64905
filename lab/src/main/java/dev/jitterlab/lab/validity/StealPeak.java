package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.Evidence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Did the hypervisor take much in a short time? A second that is gone makes twenty ticks late, and
 * vanishes in the share of a whole measurement. Looked at ten seconds at a time.
 */
final class StealPeak implements Check {
  private static final String NAME = "machine_steal_peak_ratio";
  private static final Limit LIMIT = new Limit(0.05, 0.25);
  private static final double SPAN_SECONDS = 10;

  @Override
  public Finding examine(Evidence evidence) {
    Map<String, Double> peaks = new LinkedHashMap<>();
    evidence
        .measured()
        .forEach(
            (block, window) ->
                peak(window, evidence).ifPresent(peak -> peaks.put("block " + block, peak)));
    return Finding.ofWorst(
        NAME,
        LIMIT,
        Worst.greatest(peaks),
        worst ->
            "the hypervisor took away %s of the CPU time in the worst %s of %s"
                .formatted(Units.share(worst.value()), Units.seconds(SPAN_SECONDS), worst.of()),
        "Run on a machine without neighbours, or again at another time.",
        "the machine's CPU time was not sampled");
  }

  private static Optional<Double> peak(Window window, Evidence evidence) {
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
