package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.summary.Comparability;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.LeftOut;
import dev.jitterlab.lab.summary.RunHistory.Point;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.validity.Answered;
import dev.jitterlab.lab.validity.HelperCpu;
import dev.jitterlab.lab.yaml.Spelling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads a metric's history from the small files of many run directories; not their logs. */
public final class HistoryReader {
  /** Of all groups together. */
  private static final double FALSE_ALARM_RATE = 0.05;

  private final List<LeftOut> leftOut = new ArrayList<>();

  private HistoryReader() {}

  /**
   * What is asked for; what is null is chosen.
   *
   * @param experiment the experiment's name, if the runs are not all of one
   * @param metric a key of summary.json; by default the primary one of the newest run
   * @param groups by default all
   * @param lastRuns within how many last runs a group has {@link RunHistory.Group#worsened
   *     worsened}; 0 if nobody asks
   */
  public record Choice(String experiment, String metric, List<String> groups, int lastRuns) {}

  private record Past(RunDirectory directory, Plan plan, RunState state, Summary summary) {}

  /**
   * Reads a history.
   *
   * @param folders run directories, or folders of them
   * @throws LabException if there is no run, or none that has what is asked for
   */
  public static RunHistory read(List<Path> folders, Choice choice) {
    return new HistoryReader().history(folders, choice);
  }

  private RunHistory history(List<Path> folders, Choice choice) {
    List<Past> runs =
        runsIn(folders).stream()
            .flatMap(run -> past(run).stream())
            .sorted(Comparator.comparingDouble(past -> past.state.startedAt()))
            .toList();
    String experiment = experiment(runs, choice.experiment());
    runs =
        runs.stream().filter(past -> past.plan.subject().experiment().equals(experiment)).toList();
    Metric metric = metric(runs.getLast().summary, choice.metric());
    List<String> groups = groups(runs, choice.groups());
    List<RunHistory.Run> described = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      described.add(run(i == 0 ? null : runs.get(i - 1), runs.get(i)));
    }
    List<Past> read = runs;
    return new RunHistory(
        experiment,
        metric.key(),
        metric.isHigherBetter(),
        FALSE_ALARM_RATE,
        described,
        groups.stream()
            .map(group -> group(group, read, described, metric, groups.size(), choice.lastRuns()))
            .toList(),
        leftOut,
        runs.getLast().summary.metrics().scraped(metric.key()).stream().toList(),
        runs.getLast().summary.metrics().step(metric.key()).stream().toList());
  }

  /** Each run once, by whichever paths it is named: it must not be its own successor. */
  private static Collection<RunDirectory> runsIn(List<Path> folders) {
    Map<Path, RunDirectory> runs = new LinkedHashMap<>();
    for (Path folder : folders) {
      for (RunDirectory run : runsIn(folder)) {
        runs.putIfAbsent(Unchecked.io(() -> run.root().toRealPath()), run);
      }
    }
    return runs.values();
  }

  /** The folder itself, or those in it, if they are runs. */
  private static List<RunDirectory> runsIn(Path folder) {
    RunDirectory itself = new RunDirectory(folder);
    if (Files.isRegularFile(itself.plan())) {
      return List.of(itself);
    }
    if (!Files.isDirectory(folder)) {
      throw LabException.wrong(
          folder.toString(), "there is no such folder", "Give a folder of runs.");
    }
    return FileTree.children(folder).stream()
        .map(RunDirectory::new)
        .filter(run -> Files.isRegularFile(run.plan()))
        .toList();
  }

  private List<Past> past(RunDirectory run) {
    if (!Files.isRegularFile(run.summary()) || !Files.isRegularFile(run.runState())) {
      leftOut.add(
          new LeftOut(
              run.root().toString(), "it has no summary.json: run `./jitterlab report` on it"));
      return List.of();
    }
    RunState state = ReportDataReader.required(run.runState(), RunState.class);
    Plan plan = ReportDataReader.required(run.plan(), Plan.class).ran(state);
    if (plan.blocks().isEmpty()) {
      leftOut.add(new LeftOut(run.root().toString(), "no group could run on its machine"));
      return List.of();
    }
    return List.of(new Past(run, plan, state, ReportDataReader.summary(run)));
  }

  private String experiment(List<Past> runs, String asked) {
    Set<String> names =
        runs.stream()
            .map(past -> past.plan.subject().experiment())
            .collect(Collectors.toCollection(TreeSet::new));
    if (names.isEmpty()) {
      throw LabException.wrong(
          "history",
          "there is no finished run there"
              + (leftOut.isEmpty()
                  ? ""
                  : ": " + leftOut.getFirst().directory() + ", " + leftOut.getFirst().why()),
          "Give run directories, or a folder of them such as runs/.");
    }
    if (asked != null && !names.contains(asked)) {
      throw LabException.wrong(
          "--experiment " + asked,
          "no run is of it\n" + Spelling.expected(asked, List.copyOf(names)),
          "Give the name of an experiment that has runs there.");
    }
    if (asked == null && names.size() > 1) {
      throw LabException.wrong(
          "history",
          "the runs are of %d experiments: %s".formatted(names.size(), String.join(", ", names)),
          "Say which with --experiment NAME.");
    }
    return asked == null ? names.iterator().next() : asked;
  }

  private static Metric metric(Summary newest, String asked) {
    String key = asked == null ? newest.primaryMetric() : asked;
    return newest
        .metric(key)
        .filter(metric -> isKnown(newest, metric))
        .orElseThrow(
            () ->
                LabException.wrong(
                    "--metric " + key,
                    "the newest run has no such figure\n"
                        + Spelling.expected(
                            key, newest.shownFirst().stream().map(Metric::key).toList()),
                    "Give a key of summary.json, such as tick_drift_seconds.p99."));
  }

  /** Whether any group has a figure or a bound of it; of a run without figures nobody can tell. */
  private static boolean isKnown(Summary summary, Metric metric) {
    List<MetricValues> measured =
        summary.groups().stream()
            .map(Summary.GroupSummary::metrics)
            .filter(Objects::nonNull)
            .toList();
    return measured.isEmpty()
        || measured.stream().anyMatch(values -> metric.figureOrBound(values) != null);
  }

  private static List<String> groups(List<Past> runs, List<String> asked) {
    List<String> names =
        runs.reversed().stream()
            .flatMap(past -> past.summary.groups().stream())
            .map(Summary.GroupSummary::name)
            .distinct()
            .toList();
    for (String group : asked) {
      if (!names.contains(group)) {
        throw LabException.wrong(
            "--group " + group,
            "no run has it\n" + Spelling.expected(group, names),
            "Give the name of a group.");
      }
    }
    return asked.isEmpty() ? names : asked.stream().distinct().toList();
  }

  private static RunHistory.Run run(Past before, Past now) {
    return new RunHistory.Run(
        now.directory.root().toString(),
        now.state.startedAt(),
        TrialWords.status(now.summary),
        before == null
            ? List.of()
            : Comparability.between(
                before.plan,
                Comparability.environment(before.directory),
                now.plan,
                Comparability.environment(now.directory)));
  }

  /** The number of the series that each run belongs to. */
  private static List<Integer> series(List<RunHistory.Run> runs) {
    List<Integer> series = new ArrayList<>();
    int number = 0;
    for (RunHistory.Run run : runs) {
      number += run.breaks() ? 1 : 0;
      series.add(number);
    }
    return series;
  }

  /** Those of its series whose figures count, also the run itself. */
  private static List<Past> beside(List<Past> runs, List<Integer> series, int run) {
    return IntStream.range(0, runs.size())
        .filter(other -> series.get(other).equals(series.get(run)))
        .mapToObj(runs::get)
        .filter(other -> !TrialWords.status(other.summary).equals("invalid"))
        .toList();
  }

  /**
   * Whether the group answered clearly less in that run than in another of its series, or may have,
   * because it is known of the other run alone: in words. Summaries of older versions do not say
   * what any group answered.
   */
  private static Optional<String> answeredLess(String group, Past run, List<Past> others) {
    Optional<String> least = Optional.empty();
    double share = 1;
    for (Past other : others) {
      if (isUnknown(group, run, other)) {
        return Optional.of(
            "how much %s %s is not known, so figures that less work improves are only bounds"
                .formatted(group, did(run)));
      }
      OptionalDouble less = less(group, run, other);
      if (less.isPresent() && less.getAsDouble() < share) {
        share = less.getAsDouble();
        least =
            Optional.of(
                "%s %s %s of what it did in %s, so figures that less work improves are only bounds"
                    .formatted(
                        group, did(run), Units.share(share), other.directory.root().getFileName()));
      }
    }
    return least;
  }

  /** Whether it is not known what the group answered in that run, but in the other one. */
  private static boolean isUnknown(String group, Past run, Past other) {
    Answered own = run.summary.answered();
    Answered there = other.summary.answered();
    return own != null
        && there != null
        && (run.plan.hasLoad() || !own.means().isEmpty())
        && !own.means().containsKey(group)
        && there.means().containsKey(group);
  }

  private static OptionalDouble less(String group, Past run, Past other) {
    Answered own = run.summary.answered();
    Answered there = other.summary.answered();
    return own == null || there == null ? OptionalDouble.empty() : own.less(group, there, group);
  }

  private static String did(Past past) {
    return past.plan.hasLoad() ? "answered" : "did";
  }

  /** Whether its helper processes used clearly more than in another run of its series: in words. */
  private static Optional<String> helpedMore(String group, Past run, List<Past> others) {
    Optional<String> most = Optional.empty();
    double more = 0;
    for (Past other : others) {
      double beyond = helpBeyond(group, run, other).orElse(0);
      if (beyond > more) {
        more = beyond;
        most =
            Optional.of(
                "the helper processes of %s used %s of CPU time more than in %s, so its CPU load is only a bound"
                    .formatted(
                        group, Unit.SECONDS.format(beyond), other.directory.root().getFileName()));
      }
    }
    return most;
  }

  private static OptionalDouble helpBeyond(String group, Past run, Past other) {
    HelperCpu own = cpu(group, run);
    HelperCpu there = cpu(group, other);
    return own == null || there == null ? OptionalDouble.empty() : own.moreThan(there);
  }

  private static HelperCpu cpu(String group, Past past) {
    return past.summary.group(group).map(Summary.GroupSummary::cpu).orElse(null);
  }

  /** Whether that run may look better than the other one because its servers did less. */
  private static boolean isFavoured(String group, Metric metric, Past run, Past other) {
    boolean didLess = isUnknown(group, run, other) || less(group, run, other).isPresent();
    return (metric.isBetterWithLessWork() && didLess)
        || (CpuLoad.isOfServer(metric) && helpBeyond(group, run, other).isPresent());
  }

  private static RunHistory.Group group(
      String name,
      List<Past> runs,
      List<RunHistory.Run> described,
      Metric metric,
      int groups,
      int lastRuns) {
    List<Integer> series = series(described);
    List<Point> points = new ArrayList<>();
    List<Point> alone = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      Past past = runs.get(run);
      List<Past> others = beside(runs, series, run);
      points.add(
          HistoryPoint.of(
              past.summary,
              name,
              metric,
              answeredLess(name, past, others),
              helpedMore(name, past, others)));
      alone.add(HistoryPoint.of(past.summary, name, metric, Optional.empty(), Optional.empty()));
    }
    LevelChanges levels =
        new LevelChanges(
            described,
            alone,
            metric.isHigherBetter(),
            FALSE_ALARM_RATE / groups,
            (run, other) -> isFavoured(name, metric, runs.get(run), runs.get(other)));
    List<RunHistory.Change> changes = levels.find();
    return new RunHistory.Group(
        name, points, changes, lastRuns > 0 && levels.hasWorsenedWithin(lastRuns, changes));
  }
}
