package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.statistics.SpreadParts;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickInterval;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where the spread between the instances of a run comes from ({@link SpreadParts}): the tick logs
 * of all servers, in slices of the measured time. Immutable.
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

  /** What is looked at where the primary metric is no quantile of ticks. */
  private static final Question USUAL = new Question(TickTime.EXECUTION, Quantile.P50);

  private record Question(TickTime time, Quantile quantile) {
    /** The quantile of ticks that a key names. */
    static Optional<Question> of(String key) {
      for (TickTime time : TickTime.values()) {
        for (Quantile quantile : Quantile.values()) {
          if (TickTimes.of(time, quantile).key().equals(key)) {
            return Optional.of(new Question(time, quantile));
          }
        }
      }
      return Optional.empty();
    }

    String key() {
      return TickTimes.of(time, quantile).key();
    }
  }

  /**
   * Reads a run's tick logs.
   *
   * @throws LabException if the run has too few rounds, groups or seconds, or records no ticks
   */
  public static RunSpread of(RunDirectory directory) {
    RunState state = Json.read(directory.runState(), RunState.class).finished();
    Plan plan = Json.read(directory.plan(), Plan.class).ran(state);
    RunTicks ticks = RunTicks.of(directory, state, plan.timing());
    Question question = Question.of(plan.analysis().primaryMetric()).orElse(USUAL);
    int slices = (int) Math.min(MOST_SLICES, plan.timing().durationSeconds() / LEAST_SLICE_SECONDS);
    List<String> groups =
        plan.blocks().stream()
            .flatMap(block -> block.instances().stream())
            .map(Plan.Instance::group)
            .distinct()
            .toList();
    Map<Integer, double[][]> byRound = new TreeMap<>();
    boolean together = true;
    for (Plan.Block block : plan.blocks()) {
      together &= block.instances().size() > 1 && block.rotation() == null;
      for (Plan.Instance instance : block.instances()) {
        Optional<double[]> logs =
            ticks
                .measured(block.number(), instance.id())
                .flatMap(windows -> logs(directory, instance, windows, question, slices));
        if (logs.isPresent()) {
          byRound
                  .computeIfAbsent(instance.number(), _ -> new double[groups.size()][])[
                  groups.indexOf(instance.group())] =
              logs.get();
        }
      }
    }
    List<double[][]> whole = new ArrayList<>();
    for (double[][] round : byRound.values()) {
      if (Arrays.stream(round).allMatch(Objects::nonNull)) {
        whole.add(round);
      }
    }
    boolean atOnce = together;
    return SpreadParts.of(whole.toArray(new double[0][][]), atOnce)
        .map(parts -> new RunSpread(question.key(), whole.size(), groups.size(), atOnce, parts))
        .orElseThrow(
            () ->
                LabException.failed(
                    directory.root().toString(),
                    "the spread of its instances cannot be divided",
                    "It takes two rounds of at least two groups whose ticks are recorded, and 6 s"
                        + " of measurement."));
  }

  private static Optional<double[]> logs(
      RunDirectory directory,
      Plan.Instance instance,
      MeasuredWindows windows,
      Question question,
      int slices) {
    Optional<Path> log = RunTicks.log(directory.instance(instance.id()));
    if (log.isEmpty() || slices < 2) {
      return Optional.empty();
    }
    List<List<Distribution>> bySlice = new ArrayList<>();
    for (int i = 0; i < slices; i++) {
      bySlice.add(new ArrayList<>());
    }
    for (TickInterval line : TickLog.within(log.get(), question.time(), windows)) {
      double part = windows.elapsed(line.window().from()) / windows.seconds();
      bySlice.get(Math.clamp((long) (part * slices), 0, slices - 1)).add(line.values());
    }
    double[] logs = new double[slices];
    for (int i = 0; i < slices; i++) {
      Distribution merged = Distribution.merge(bySlice.get(i));
      long figureNs = merged.isEmpty() ? 0 : merged.quantileNs(question.quantile().share());
      if (figureNs <= 0) {
        return Optional.empty();
      }
      logs[i] = Math.log((double) figureNs);
    }
    return Optional.of(logs);
  }
}
