package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.statistics.SpreadParts;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.DistributionSum;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseLog;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where the spread between the instances of a run comes from ({@link SpreadParts}): the ticks of
 * all servers, or their response times, in slices of the measured time. Immutable.
 *
 * @param metric the figure that was looked at, such as {@code tick_drift_seconds.p90}
 * @param rounds how many rounds have all groups with all slices
 * @param together whether the servers of a round were measured at the same time
 */
public record RunSpread(
    String metric, int rounds, int groups, boolean together, SpreadParts parts) {
  /** Shorter slices have neighbours that are alike, and few ticks beyond a quantile. */
  private static final double LEAST_SLICE_SECONDS = 3;

  private static final int MOST_SLICES = 8;

  /**
   * A quantile of times.
   *
   * @param time of ticks; null for response times
   */
  private record Question(TickTime time, Quantile quantile) {
    /** The one that a key names, or else the median execution, or response time without ticks. */
    static Question of(String key, boolean hasTicks) {
      return Stream.of(Quantile.values())
          .flatMap(
              quantile ->
                  Stream.concat(Stream.of(TickTime.values()), Stream.of((TickTime) null))
                      .map(time -> new Question(time, quantile)))
          .filter(question -> question.key().equals(key))
          .findFirst()
          .orElseGet(() -> new Question(hasTicks ? TickTime.EXECUTION : null, Quantile.P50));
    }

    String key() {
      return (time == null
              ? ResponseTimes.of(ResponseMetric.RESPONSE, quantile)
              : TickTimes.of(time, quantile))
          .key();
    }

    /** The times of a server in the windows, by second. */
    void read(RunDirectory directory, int block, String id, MeasuredWindows windows, Lines lines) {
      Optional<Path> log =
          RunTicks.log(time == null ? directory.load(block) : directory.instance(id));
      if (log.isPresent() && time != null) {
        TickLog.forEachWithin(
            log.get(), time, windows, line -> lines.take(line.window(), line.values()));
      } else if (log.isPresent()) {
        var unused =
            new ResponseLog(log.get())
                .readNew(
                    _ -> windows,
                    line -> {
                      if (line.server().equals(id) && windows.holds(line.window(), line.values())) {
                        lines.take(line.window(), line.values());
                      }
                    });
      }
    }
  }

  private interface Lines {
    void take(Window window, Distribution values);
  }

  /**
   * Reads the logs of a run's servers, or of their load.
   *
   * @throws LabException if the run has too few rounds, groups or seconds, or records no times
   */
  public static RunSpread of(RunDirectory directory) {
    RunState state = Json.read(directory.runState(), RunState.class).finished();
    Plan plan = Json.read(directory.plan(), Plan.class).ran(state);
    RunTicks ticks = RunTicks.of(directory, state, plan.timing());
    Question question = Question.of(plan.analysis().primaryMetric(), plan.hasTicks());
    int slices = (int) Math.min(MOST_SLICES, plan.timing().durationSeconds() / LEAST_SLICE_SECONDS);
    List<String> groups = plan.instances().map(Plan.Instance::group).distinct().toList();
    Map<Integer, double[][]> byRound = new TreeMap<>();
    boolean together =
        plan.blocks().stream()
            .allMatch(block -> block.instances().size() > 1 && block.rotation() == null);
    for (Plan.Block block : plan.blocks()) {
      for (Plan.Instance instance : block.instances()) {
        Optional<double[]> logs =
            ticks
                .measured(block.number(), instance.id())
                .flatMap(
                    windows ->
                        logs(directory, block.number(), instance, windows, question, slices));
        if (logs.isPresent()) {
          byRound
                  .computeIfAbsent(instance.number(), _ -> new double[groups.size()][])[
                  groups.indexOf(instance.group())] =
              logs.get();
        }
      }
    }
    double[][][] whole =
        byRound.values().stream()
            .filter(round -> Arrays.stream(round).allMatch(Objects::nonNull))
            .toArray(double[][][]::new);
    return SpreadParts.of(whole, together)
        .map(parts -> new RunSpread(question.key(), whole.length, groups.size(), together, parts))
        .orElseThrow(
            () ->
                LabException.failed(
                    directory.root().toString(),
                    "the spread of its instances cannot be divided",
                    "It takes two rounds of at least two groups whose ticks, or response times"
                        + " under Jitterlab's own load, are recorded, and 6 s of measurement."));
  }

  private static Optional<double[]> logs(
      RunDirectory directory,
      int block,
      Plan.Instance instance,
      MeasuredWindows windows,
      Question question,
      int slices) {
    if (slices < 2) {
      return Optional.empty();
    }
    List<DistributionSum> bySlice = new ArrayList<>();
    for (int i = 0; i < slices; i++) {
      bySlice.add(new DistributionSum());
    }
    question.read(
        directory,
        block,
        instance.id(),
        windows,
        (line, values) -> {
          double part = windows.elapsed(line.from()) / windows.seconds();
          bySlice.get(Math.clamp((long) (part * slices), 0, slices - 1)).add(values);
        });
    double[] logs = new double[slices];
    for (int i = 0; i < slices; i++) {
      Distribution merged = bySlice.get(i).sum();
      long figureNs = merged.isEmpty() ? 0 : merged.quantileNs(question.quantile().share());
      if (figureNs <= 0) {
        return Optional.empty();
      }
      logs[i] = Math.log((double) figureNs);
    }
    return Optional.of(logs);
  }
}
