package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.CounterRate;
import dev.jitterlab.lab.collect.SampleSeries;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.JitLog;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.collector.Scrapes;
import dev.jitterlab.lab.jit.DeoptimisationReasons;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JIT compiler of a group did over time, per second of the mean instance. Time 0 is the
 * start of the measurement.
 *
 * @param seconds how long the compiler's threads compiled
 * @param deoptimisations how often optimised code of tick methods was thrown away
 * @param changes when the servers changed their work by plan, as their option {@code mode-change}
 *     says
 * @param reasons why threads left optimised code during the measurement, and how often, of all
 *     instances; empty where their JDK records none
 */
public record JitTimeline(
    List<Point> seconds,
    List<Point> deoptimisations,
    List<Double> changes,
    Map<String, Long> reasons) {
  private static final Pattern CHANGES = Pattern.compile("--mode-change=(.+)");
  private static final Pattern CHANGE = Pattern.compile("(?:^|;)(\\d+):");

  /** Of a group of which nothing is known. */
  static JitTimeline empty() {
    return new JitTimeline(List.of(), List.of(), List.of(), Map.of());
  }

  /** The compiler's time between two samples, of one instance. */
  public static List<Point> seconds(SampleSeries samples, String instanceId, BlockTimes block) {
    return shown(block)
        ? CounterRate.of(
                samples.series(
                    instanceId, Scrapes.COMPILED, null, block.loadStartedAt(), end(block)))
            .stream()
            .map(
                rate ->
                    new Point(
                        (rate.from() + rate.to()) / 2 - block.measuredFrom(), rate.perSecond()))
            .toList()
        : List.of();
  }

  /** The deoptimisations of one instance; also the seconds without any. */
  static List<Point> deoptimisations(Path folder, List<String> tickPackages, BlockTimes block) {
    if (!shown(block) || block.measuredTo() == null) {
      return List.of();
    }
    Window shown = new Window(block.loadStartedAt(), block.measuredTo());
    Recorded server =
        new Recorded("", folder, shown, block.measuredFrom(), tickPackages, Optional.empty());
    return JitLog.DEOPTIMISATIONS.read(server).stream()
        .map(point -> new Point(point.at(), point.value()))
        .toList();
  }

  /** When a server changed its work by plan; empty where it was not told to. */
  static List<Double> changes(ProcessRecord server, BlockTimes block) {
    if (server.readyAt() == null || !shown(block)) {
      return List.of();
    }
    double start = server.readyAt() - block.measuredFrom();
    return server.command().stream()
        .map(CHANGES::matcher)
        .filter(Matcher::matches)
        .map(option -> CHANGE.matcher(option.group(1)))
        .flatMap(Matcher::results)
        .map(change -> start + Integer.parseInt(change.group(1)))
        .toList();
  }

  /** The reasons of one instance. */
  static Map<String, Long> reasons(Path folder, BlockTimes block) {
    Path recording = FlightRecording.file(folder);
    return shown(block) && block.measuredTo() != null && Files.isRegularFile(recording)
        ? DeoptimisationReasons.in(recording, new Window(block.measuredFrom(), block.measuredTo()))
        : Map.of();
  }

  /** The mean of several instances' changes; of those that have equally many. */
  static List<Double> mean(List<List<Double>> changes) {
    if (changes.isEmpty()) {
      return List.of();
    }
    int count = changes.getFirst().size();
    double[] sums = new double[count];
    List<List<Double>> alike = changes.stream().filter(own -> own.size() == count).toList();
    for (List<Double> own : alike) {
      for (int i = 0; i < count; i++) {
        sums[i] += own.get(i) / alike.size();
      }
    }
    return Arrays.stream(sums).boxed().toList();
  }

  private static boolean shown(BlockTimes block) {
    return block.loadStartedAt() != null && block.measuredFrom() != null;
  }

  private static double end(BlockTimes block) {
    return block.measuredTo() == null ? Double.MAX_VALUE : block.measuredTo();
  }
}
