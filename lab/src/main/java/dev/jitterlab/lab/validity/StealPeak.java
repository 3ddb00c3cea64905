package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SamplesReader.Point;
import dev.jitterlab.lab.collect.SeriesSelector;
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
  private static final SeriesSelector STOLEN =
      new SeriesSelector(LabMetrics.MACHINE_CPU, List.of("state=\"steal\""));

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
    return peak(List.of(windows.span()), evidence); // the hypervisor knows no slices
  }

  /** In ten seconds of its own: nothing was taken from it while another one was measured. */
  @Override
  Optional<Double> figureOfSlices(Evidence.MeasuredProcess server, Evidence evidence) {
    return peak(server.windows().parts(), evidence);
  }

  /** The greatest share, as if each window began when the one before it ended. */
  private static Optional<Double> peak(List<Window> windows, Evidence evidence) {
    NavigableMap<Double, Double> stolen = new TreeMap<>();
    evidence
        .samples()
        .ifPresent(
            samples ->
                windows.forEach(window -> append(stolen, ofMeanCore(cores(window, samples)))));
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
        double share = (end.getValue() - begin.getValue()) / (end.getKey() - begin.getKey());
        peak = Math.max(peak, share);
      }
    }
    return Optional.of(peak);
  }

  /** Time to the seconds that were stolen from a core in the mean. */
  private static NavigableMap<Double, Double> ofMeanCore(List<List<Point>> cores) {
    NavigableMap<Double, Double> stolen = new TreeMap<>();
    cores.forEach(
        core ->
            core.forEach(
                point -> stolen.merge(point.at(), point.value() / cores.size(), Double::sum)));
    return stolen;
  }

  /** Lets time and counter go on where the first ones ended. */
  private static void append(
      NavigableMap<Double, Double> first, NavigableMap<Double, Double> next) {
    if (first.isEmpty() || next.isEmpty()) {
      first.putAll(next);
      return;
    }
    double later = next.firstKey() - first.lastKey();
    double higher = next.firstEntry().getValue() - first.lastEntry().getValue();
    next.forEach((at, seconds) -> first.put(at - later, seconds - higher));
  }

  /**
   * One line per core that was online throughout. Counters run since boot, so the sum over a core
   * that comes or goes meanwhile would jump.
   */
  private static List<List<Point>> cores(Window window, SamplesReader samples) {
    List<List<Point>> cores =
        samples.labelSets(LabMetrics.MACHINE, STOLEN).stream()
            .map(
                labels ->
                    samples.series(
                        LabMetrics.MACHINE, STOLEN.name(), labels, window.from(), window.to()))
            .toList();
    int most = cores.stream().mapToInt(List::size).max().orElse(0);
    return cores.stream().filter(core -> core.size() == most).toList();
  }
}
