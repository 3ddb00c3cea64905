package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.validity.Status;
import dev.jitterlab.lab.validity.TrialChecks;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares whole runs: the groups of the same name in each. Instances of different runs never ran
 * side by side, so they are taken as independent, and everything that changed between the runs is
 * in the difference; only groups within one run show what a change does by itself.
 */
public final class RunComparer {
  private static final double NS_PER_SECOND = 1e9;
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private RunComparer() {}

  /**
   * Compares.
   *
   * @param metrics keys of summary.json that are shown; those of the gates are added
   * @throws LabException if a directory is no run's, no group is in both, or a metric is unknown
   */
  public static RunComparison compare(
      RunDirectory baseline, List<RunDirectory> runs, List<String> metrics, List<Gate> gates) {
    MeasuredRun before = MeasuredRun.read(baseline);
    List<ComparedMetric> compared = metrics(metrics, gates);
    List<String> invalid = new ArrayList<>(invalid(baseline, before));
    List<String> warnings = new ArrayList<>();
    List<GroupChange> changes = new ArrayList<>();
    for (RunDirectory run : runs) {
      MeasuredRun after = MeasuredRun.read(run);
      invalid.addAll(invalid(run, after));
      warnings.addAll(Comparability.warnings(baseline, before, run, after));
      List<String> groups = common(baseline, before, run, after);
      compared.forEach(
          metric -> changes.addAll(changes(run.root().toString(), metric, groups, before, after)));
    }
    return new RunComparison(
        baseline.root().toString(),
        runs.stream().map(run -> run.root().toString()).toList(),
        invalid,
        warnings.stream().distinct().toList(),
        changes,
        gates.stream().flatMap(gate -> judge(gate, changes)).toList());
  }

  private static List<String> invalid(RunDirectory directory, MeasuredRun run) {
    return TrialChecks.status(run.findings()) == Status.INVALID
        ? List.of(directory.root().toString())
        : List.of();
  }

  private static List<ComparedMetric> metrics(List<String> keys, List<Gate> gates) {
    List<String> known = ComparedMetric.all().stream().map(ComparedMetric::key).toList();
    for (String key : keys) {
      if (!known.contains(key)) {
        throw new LabException(
            ExitCode.WRONG_EXPERIMENT,
            Problem.in(
                "--metric " + key,
                "unknown metric\n" + Spelling.expected(key, known),
                "Give a metric that summary.json compares."));
      }
    }
    List<String> wanted = Stream.concat(keys.stream(), gates.stream().map(Gate::metric)).toList();
    return ComparedMetric.all().stream().filter(m -> wanted.contains(m.key())).toList();
  }

  private static List<String> common(
      RunDirectory baseline, MeasuredRun before, RunDirectory run, MeasuredRun after) {
    List<String> common =
        after.counting().keySet().stream().filter(before.counting()::containsKey).toList();
    if (common.isEmpty()) {
      throw new LabException(
          ExitCode.WRONG_EXPERIMENT,
          Problem.in(
              run.root().toString(),
              "no group is in both runs: it has %s, and %s has %s"
                  .formatted(
                      String.join(", ", after.counting().keySet()),
                      baseline.root(),
                      String.join(", ", before.counting().keySet())),
              "Compare runs of the same experiment."));
    }
    return common;
  }

  private static List<GroupChange> changes(
      String run,
      ComparedMetric metric,
      List<String> groups,
      MeasuredRun before,
      MeasuredRun after) {
    List<Contest> contests =
        groups.stream()
            .map(
                group ->
                    new Contest(
                        false,
                        before.plan().seed(),
                        Map.of(
                            BEFORE, before.counting().get(group),
                            AFTER, after.counting().get(group))))
            .toList();
    List<Optional<RatioEstimate>> ratios =
        contests.stream().map(contest -> contest.ratio(metric, AFTER, BEFORE)).toList();
    double[] corrected =
        Holm.adjusted(
            ratios.stream()
                .mapToDouble(ratio -> ratio.flatMap(RatioEstimate::pValue).orElse(1.0))
                .toArray());
    List<GroupChange> changes = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      Optional<RatioEstimate.Interval> interval = ratios.get(i).flatMap(RatioEstimate::interval);
      changes.add(
          new GroupChange(
              run,
              groups.get(i),
              metric.key(),
              value(contests.get(i), metric, BEFORE),
              value(contests.get(i), metric, AFTER),
              ratios.get(i).map(RatioEstimate::ratio).orElse(null),
              interval.map(RatioEstimate.Interval::low).orElse(null),
              interval.map(RatioEstimate.Interval::high).orElse(null),
              interval.isPresent() ? corrected[i] : null));
    }
    return changes;
  }

  /** In the unit of summary.json. */
  private static Double value(Contest contest, ComparedMetric metric, String side) {
    double unit =
        switch (metric) {
          case ComparedMetric.TickQuantile _, ComparedMetric.ResponseQuantile _ -> NS_PER_SECOND;
          case ComparedMetric.LateRatio _,
              ComparedMetric.CpuLoad _,
              JitMetric _,
              ComparedMetric.Scraped _,
              ComparedMetric.GreatestLoad _ ->
              1;
        };
    return contest.value(metric, side).map(value -> value / unit).orElse(null);
  }

  private static Stream<GateOutcome> judge(Gate gate, List<GroupChange> changes) {
    return changes.stream()
        .filter(change -> change.metric().equals(gate.metric()))
        .map(gate::judge);
  }
}
