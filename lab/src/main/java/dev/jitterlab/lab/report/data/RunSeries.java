package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.SampleSeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collect.SpooledSamples;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A run's series, each read when it is first asked for, of all groups at once. Of a run that goes
 * on, series of files are left out: they would be read from their start every second.
 */
final class RunSeries implements SeriesOverTime {
  private final RunDirectory directory;
  private final Optional<SpooledSamples> growing;
  private final List<String> tickPackages;
  private final List<Placed> servers;
  private final List<BlockTimes> blocks;
  private final Map<String, Map<String, List<Point>>> byServer = new HashMap<>();
  private final Map<String, List<Point>> ofMachine = new HashMap<>();

  /**
   * Nothing is read yet.
   *
   * @param growing the samples of a run that goes on
   * @param blocks those of which the load began
   */
  RunSeries(
      RunDirectory directory,
      Optional<SpooledSamples> growing,
      List<String> tickPackages,
      List<Placed> servers,
      List<BlockTimes> blocks) {
    this.directory = directory;
    this.growing = growing;
    this.tickPackages = tickPackages;
    this.servers = servers;
    this.blocks = blocks;
  }

  @Override
  public List<Point> of(String name, String group) {
    Map<String, List<Point>> lines = byServer(name);
    return mean(
        servers.stream()
            .filter(server -> server.instance().group().equals(group))
            .map(server -> lines.get(server.id()))
            .toList());
  }

  @Override
  public synchronized Map<String, List<Point>> byServer(String name) {
    return byServer.computeIfAbsent(
        name,
        _ ->
            withSamples(
                samples ->
                    servers.parallelStream()
                        .collect(
                            Collectors.toMap(
                                Placed::id,
                                server ->
                                    read(
                                        name,
                                        server.id(),
                                        directory.instance(server.id()),
                                        server.times(),
                                        samples)))));
  }

  @Override
  public synchronized List<Point> ofMachine(String name) {
    return ofMachine.computeIfAbsent(
        name,
        _ ->
            withSamples(
                samples ->
                    mean(
                        blocks.stream()
                            .map(
                                times ->
                                    read(
                                        name, LabMetrics.MACHINE, directory.root(), times, samples))
                            .toList())));
  }

  private <T> T withSamples(Function<Optional<SampleSeries>, T> reading) {
    if (growing.isPresent()) {
      return reading.apply(Optional.of(growing.get()));
    }
    try (SamplesReader finished = SamplesReader.open(directory).orElse(null)) {
      return reading.apply(Optional.ofNullable(finished).map(samples -> samples));
    }
  }

  private List<Point> read(
      String name, String id, Path folder, BlockTimes times, Optional<SampleSeries> samples) {
    Series series =
        KnownCollectors.series(name)
            .orElseThrow(() -> new IllegalArgumentException("no collector has a series " + name));
    if (growing.isPresent() && series.samples().isEmpty()) {
      return List.of();
    }
    Window shown = Window.recorded(times.loadStartedAt(), times.measuredTo());
    return series
        .read(new Recorded(id, folder, shown, times.measuredFrom(), tickPackages, samples))
        .stream()
        .filter(point -> hadLoad(id, times, times.measuredFrom() + point.at()))
        .map(point -> new Point(point.at(), point.value()))
        .toList();
  }

  /** The machine always had, as one of the servers has. */
  private static boolean hadLoad(String id, BlockTimes times, double at) {
    return !times.wasRotated()
        || id.equals(LabMetrics.MACHINE)
        || MeasuredWindows.worked(times, id, times.measuredTo()).stream()
            .anyMatch(part -> at >= part.from() && at <= part.to());
  }

  /** The mean of several lines, second by second. */
  private static List<Point> mean(List<List<Point>> lines) {
    Map<Integer, Double> bySecond =
        lines.stream()
            .flatMap(List::stream)
            .collect(
                Collectors.groupingBy(
                    point -> (int) Math.floor(point.at()),
                    TreeMap::new,
                    Collectors.averagingDouble(Point::value)));
    return bySecond.entrySet().stream()
        .map(second -> new Point(second.getKey(), second.getValue()))
        .toList();
  }
}
