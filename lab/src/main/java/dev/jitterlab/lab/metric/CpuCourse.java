package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.collector.ProcSamples;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.statistics.RankCorrelation;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The CPU load of a server over the measured time, second by second. Points have wall-clock times;
 * where the load goes from server to server, the seconds in which others were measured lie between
 * them.
 */
public final class CpuCourse implements MetricProvider {
  private static final double BEGIN_SECONDS = 15;
  private static final double PEAK_SECONDS = 5;
  private static final double HALF_SECOND = 0.5;

  /** Of the first seconds of the measured time; of a server that starts then, its start. */
  public static final Metric BEGIN =
      Metric.of("cpu_load_begin", "CPU load, first 15 s", Unit.RATIO)
          .compared("CPU load of the first 15 s", "needs less CPU at the beginning")
          .optional()
          .read(Pooling.mean(CpuCourse::begin));

  /** The highest mean over some seconds in a row. */
  public static final Metric PEAK =
      Metric.of("cpu_load_peak", "CPU load, highest over 5 s", Unit.RATIO)
          .compared("highest CPU load over 5 s", "needs less CPU at its peak")
          .optional()
          .read(Pooling.mean(CpuCourse::peak));

  /** Whether its JIT compilers work in the seconds in which its CPU load is high. */
  public static final Metric WITH_JIT =
      Metric.of("jit_cpu_correlation", "JIT time and CPU load", Unit.NUMBER)
          .optional()
          .read(Pooling.mean(CpuCourse::withJit));

  @Override
  public List<Metric> metrics() {
    return List.of(BEGIN, PEAK, WITH_JIT);
  }

  private static List<Series.Point> loads(MeasuredInstance server) {
    return server.recorded(ProcSamples.PROCESS_LOAD.name());
  }

  /** Empty where less than twice that time was measured: there is nothing else to tell it from. */
  private static Optional<Double> begin(MeasuredInstance server) {
    MeasuredWindows windows = server.windows();
    return windows.seconds() < 2 * BEGIN_SECONDS
        ? Optional.empty()
        : mean(
            loads(server).stream()
                .filter(point -> windows.elapsed(windows.from() + point.at()) < BEGIN_SECONDS)
                .toList());
  }

  /** Empty where no part of the measured time is that long. */
  private static Optional<Double> peak(MeasuredInstance server) {
    List<Series.Point> all = loads(server);
    double from = server.windows().from();
    return server.windows().parts().stream()
        .map(part -> new Window(part.from() - from, part.to() - from))
        .flatMap(part -> highestMean(all, part).stream())
        .max(Double::compare);
  }

  /**
   * The highest mean in one part of the measured time, which may be half a second shorter than the
   * mean is long: slices are of about five seconds.
   *
   * @param all points in order of time; each is the middle of a second
   */
  private static Optional<Double> highestMean(List<Series.Point> all, Window part) {
    List<Series.Point> points =
        all.stream().filter(point -> point.at() >= part.from() && point.at() < part.to()).toList();
    List<Double> means = new ArrayList<>();
    double sum = 0;
    int next = 0;
    for (int i = 0; i < points.size(); i++) {
      double until = points.get(i).at() - HALF_SECOND + PEAK_SECONDS;
      if (until > part.to() + HALF_SECOND) {
        break;
      }
      for (; next < points.size() && points.get(next).at() < until; next++) {
        sum += points.get(next).value();
      }
      means.add(sum / (next - i));
      sum -= points.get(i).value();
    }
    return means.stream().max(Double::compare);
  }

  private static Optional<Double> mean(List<Series.Point> points) {
    return points.isEmpty()
        ? Optional.empty()
        : Optional.of(points.stream().mapToDouble(Series.Point::value).average().orElseThrow());
  }

  private static Optional<Double> withJit(MeasuredInstance server) {
    Map<Long, Double> loads = bySecond(loads(server));
    Map<Long, Double> compiled = bySecond(server.recorded(Scrapes.JIT_COMPILE.name()));
    List<Long> both = loads.keySet().stream().filter(compiled::containsKey).toList();
    return RankCorrelation.of(
        both.stream().mapToDouble(loads::get).toArray(),
        both.stream().mapToDouble(compiled::get).toArray());
  }

  private static Map<Long, Double> bySecond(List<Series.Point> points) {
    return points.stream()
        .collect(
            Collectors.groupingBy(
                point -> (long) Math.floor(point.at()),
                TreeMap::new,
                Collectors.averagingDouble(Series.Point::value)));
  }
}
