package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.collect.SampleSeries;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.jit.Deoptimisation;
import dev.jitterlab.lab.jit.DeoptimisationReasons;
import dev.jitterlab.lab.jit.JitLog;
import dev.jitterlab.lab.report.data.ReportData.Point;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
  public static final String COMPILED = "jvm_compilation_time_seconds_total";
  private static final Pattern CHANGES = Pattern.compile("--mode-change=(.+)");
  private static final Pattern CHANGE = Pattern.compile("(?:^|;)(\\d+):");

  /** Samples are a second apart; below half of that, a pair's quotient is mostly rounding. */
  private static final double LEAST_SECONDS = 0.5;

  /** Of a group of which nothing is known. */
  static JitTimeline empty() {
    return new JitTimeline(List.of(), List.of(), List.of(), Map.of());
  }

  /** The compiler's time between two samples, of one instance. */
  public static List<Point> seconds(SampleSeries samples, String instanceId, BlockTimes block) {
    List<Point> shares = new ArrayList<>();
    if (!shown(block)) {
      return shares;
    }
    SamplesReader.Point previous = null;
    for (SamplesReader.Point sample :
        samples.series(instanceId, COMPILED, null, block.loadStartedAt(), end(block))) {
      double elapsed = previous == null ? 0 : sample.at() - previous.at();
      if (previous != null && elapsed >= LEAST_SECONDS) {
        double middle = previous.at() + elapsed / 2 - block.measuredFrom();
        shares.add(new Point(middle, (sample.value() - previous.value()) / elapsed));
      }
      if (previous == null || elapsed >= LEAST_SECONDS) {
        previous = sample;
      }
    }
    return shares;
  }

  /** The deoptimisations of one instance; also the seconds without any. */
  static List<Point> deoptimisations(Path folder, List<String> tickPackages, BlockTimes block) {
    Path log = RunDirectory.jitLog(folder);
    if (!shown(block) || block.measuredTo() == null || !Files.isRegularFile(log)) {
      return List.of();
    }
    int first = (int) Math.floor(block.loadStartedAt() - block.measuredFrom());
    int[] counts = new int[(int) Math.ceil(end(block) - block.measuredFrom()) - first];
    for (Deoptimisation one : JitLog.deoptimisations(log)) {
      int second = (int) Math.floor(one.at() - block.measuredFrom()) - first;
      if (one.isIn(tickPackages) && second >= 0 && second < counts.length) {
        counts[second]++;
      }
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      points.add(new Point(first + i, counts[i]));
    }
    return points;
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
    Path recording = RunDirectory.recording(folder);
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
