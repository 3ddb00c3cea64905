package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When servers changed their work by plan, as their option {@code mode-change} says. Stateless. */
final class PlannedChanges {
  private static final Pattern CHANGES = Pattern.compile("--mode-change=(.+)");
  private static final Pattern CHANGE = Pattern.compile("(?:^|;)(\\d+):");

  private PlannedChanges() {}

  /** In seconds since the start of the measurement; empty where it was not told to. */
  static List<Double> of(ProcessRecord server, BlockTimes block) {
    if (server.readyAt() == null) {
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

  /** The mean of several servers' changes; of those that have equally many. */
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
}
