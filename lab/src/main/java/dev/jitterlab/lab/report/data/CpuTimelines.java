package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.CounterRate;
import dev.jitterlab.lab.collect.SampleSeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * CPU load over time from the scraped counters: between two samples, the CPU time used over the CPU
 * time that all cores had. Time 0 is the start of the block's measurement. Not thread-safe.
 */
public final class CpuTimelines {
  public static final String MACHINE_CPU = LabMetrics.MACHINE_CPU;

  private final SampleSeries samples;

  public CpuTimelines(SampleSeries samples) {
    this.samples = samples;
  }

  /** One server's share of the machine's CPU time; empty where it was not sampled. */
  public List<Point> process(String instanceId, BlockTimes block) {
    if (!shown(block)) {
      return List.of();
    }
    int cores = cores("idle", block).size();
    return cores == 0
        ? List.of()
        : shares(
            read(instanceId, LabMetrics.PROCESS_CPU, null, block), cores, block.measuredFrom());
  }

  /** One server's CPU time in seconds per second; empty where it was not sampled. */
  public List<Point> processSeconds(String instanceId, BlockTimes block) {
    return shown(block)
        ? shares(read(instanceId, LabMetrics.PROCESS_CPU, null, block), 1, block.measuredFrom())
        : List.of();
  }

  /** 1 − the cores' idle share; empty where it was not sampled. */
  public List<Point> machine(BlockTimes block) {
    if (!shown(block)) {
      return List.of();
    }
    return ofAllCores("idle", block).stream()
        .map(p -> new Point(p.at(), Math.clamp(1 - p.value(), 0, 1)))
        .toList();
  }

  /** The share of all cores' time that the hypervisor took away; empty where it was not sampled. */
  public List<Point> stolen(BlockTimes block) {
    return shown(block) ? ofAllCores("steal", block) : List.of();
  }

  private List<Point> ofAllCores(String state, BlockTimes block) {
    List<List<SamplesReader.Point>> cores = cores(state, block);
    NavigableMap<Double, Double> sums = new TreeMap<>();
    cores.forEach(core -> core.forEach(p -> sums.merge(p.at(), p.value(), Double::sum)));
    List<SamplesReader.Point> sum =
        sums.entrySet().stream()
            .map(e -> new SamplesReader.Point(e.getKey(), e.getValue()))
            .toList();
    return shares(sum, cores.size(), block.measuredFrom());
  }

  /** The mean of several lines, second by second. */
  public static List<Point> mean(List<List<Point>> lines) {
    NavigableMap<Integer, List<Double>> bySecond = new TreeMap<>();
    for (List<Point> line : lines) {
      for (Point point : line) {
        bySecond
            .computeIfAbsent((int) Math.floor(point.at()), second -> new ArrayList<>())
            .add(point.value());
      }
    }
    List<Point> mean = new ArrayList<>();
    bySecond.forEach(
        (second, values) ->
            mean.add(
                new Point(
                    second,
                    values.stream().mapToDouble(Double::doubleValue).average().orElseThrow())));
    return mean;
  }

  private static boolean shown(BlockTimes block) {
    return block.loadStartedAt() != null && block.measuredFrom() != null;
  }

  /** One line per core. */
  private List<List<SamplesReader.Point>> cores(String state, BlockTimes block) {
    List<List<SamplesReader.Point>> cores = new ArrayList<>();
    while (true) {
      String labels = "cpu=\"" + cores.size() + "\",state=\"" + state + "\"";
      List<SamplesReader.Point> core = read(LabMetrics.MACHINE, MACHINE_CPU, labels, block);
      if (core.isEmpty()) {
        return cores;
      }
      cores.add(core);
    }
  }

  private List<SamplesReader.Point> read(
      String source, String metric, String labels, BlockTimes block) {
    double to = block.measuredTo() == null ? Double.MAX_VALUE : block.measuredTo();
    return samples.series(source, metric, labels, block.loadStartedAt(), to);
  }

  private static List<Point> shares(List<SamplesReader.Point> counter, int cores, double zero) {
    return CounterRate.of(counter).stream()
        .map(rate -> new Point((rate.from() + rate.to()) / 2 - zero, rate.perSecond() / cores))
        .toList();
  }
}
