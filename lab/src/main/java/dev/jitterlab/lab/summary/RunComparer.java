package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.CpuLoad;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunComparison.FigureBound;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.summary.RunComparison.GroupChange;
import dev.jitterlab.lab.validity.HelperCpu;
import dev.jitterlab.lab.validity.Status;
import dev.jitterlab.lab.validity.TrialChecks;
import dev.jitterlab.lab.yaml.Spelling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares whole runs: the groups of the same name in each. Instances of different runs never ran
 * side by side, so they are taken as independent, and everything that changed between the runs is
 * in the difference; only groups within one run show what a change does by itself.
 */
public final class RunComparer {
  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private RunComparer() {}

  /**
   * Compares. A run or a gate that is given twice counts once: each judgement widens the intervals
   * of the others.
   *
   * @param metrics keys of summary.json that are shown, with those of the gates; none for those
   *     that are shown first
   * @throws LabException if a directory is no run's, or the baseline's, no group is in both, or a
   *     metric is unknown or not in every run
   */
  public static RunComparison compare(
      RunDirectory baseline,
      List<RunDirectory> givenRuns,
      List<String> metrics,
      List<Gate> givenGates) {
    List<RunDirectory> runs = once(givenRuns, RunComparer::place);
    List<Gate> gates = once(givenGates, Gate::withoutText);
    MeasuredRun before = MeasuredRun.read(baseline);
    List<MeasuredRun> later = runs.stream().map(MeasuredRun::read).toList();
    for (RunDirectory run : runs) {
      if (place(run).equals(place(baseline))) {
        throw LabException.wrong(
            run.root().toString(),
            "this is the baseline itself, and no gate could fail",
            "Give another run's directory.");
      }
    }
    OwnMetrics own = before.plan().analysis().metrics();
    for (MeasuredRun after : later) {
      own = after.plan().analysis().metrics().inCommonWith(own);
    }
    List<Metric> known = Metrics.with(own).compared();
    gates.forEach(gate -> gate.require(known));
    boolean isTicking =
        Stream.concat(Stream.of(before), later.stream()).anyMatch(run -> run.plan().hasTicks());
    List<String> shown =
        metrics.isEmpty()
            ? known.stream()
                .filter(Metric::isMain)
                .filter(metric -> metric.appliesTo(isTicking))
                .map(Metric::key)
                .toList()
            : metrics;
    List<Metric> compared = metrics(known, shown, gates);
    List<String> invalid = new ArrayList<>(invalid(baseline, before));
    List<String> warnings = new ArrayList<>();
    List<Change> changes = new ArrayList<>();
    List<GateOutcome> unjudged = new ArrayList<>();
    for (int i = 0; i < later.size(); i++) {
      RunDirectory run = runs.get(i);
      MeasuredRun after = later.get(i);
      invalid.addAll(invalid(run, after));
      List<Pair> groups = pairs(baseline, before, run, after);
      Map<String, String> names = new LinkedHashMap<>();
      groups.forEach(pair -> names.put(pair.before(), pair.after()));
      warnings.addAll(Comparability.warnings(baseline, before, run, after, names));
      List<String> absent =
          before.counting().keySet().stream()
              .filter(group -> groups.stream().noneMatch(pair -> pair.before().equals(group)))
              .toList();
      for (String group : absent) {
        warnings.add("%s: no figures of the group %s".formatted(run.root(), group));
        gates.forEach(gate -> unjudged.add(gate.unjudged(run.root().toString(), group)));
      }
      for (String group : skippedBefore(before, after, groups)) {
        warnings.add(
            "%s: the group %s was skipped, so it is not compared"
                .formatted(baseline.root(), group));
        gates.forEach(
            gate ->
                unjudged.add(
                    gate.withoutBaseline(
                        run.root().toString(), group, "the baseline run skipped this group")));
      }
      for (Pair pair : groups) {
        lessWork(run, after, pair.after(), baseline, before, pair.before())
            .ifPresent(warnings::add);
        lessWork(baseline, before, pair.before(), run, after, pair.after())
            .ifPresent(warnings::add);
        moreHelp(run, after, pair.after(), baseline, before, pair.before())
            .ifPresent(warnings::add);
        moreHelp(baseline, before, pair.before(), run, after, pair.after())
            .ifPresent(warnings::add);
      }
      List<Versus> versus = groups.stream().map(pair -> versus(pair, before, after)).toList();
      compared.forEach(metric -> changes.addAll(changes(run.root().toString(), metric, versus)));
    }
    return new RunComparison(
        baseline.root().toString(),
        runs.stream().map(run -> run.root().toString()).toList(),
        invalid,
        warnings.stream().distinct().toList(),
        changes.stream().map(Change::shown).toList(),
        Stream.concat(judged(gates, changes).stream(), unjudged.stream()).toList(),
        own);
  }

  /** Groups that a run has, and that its baseline was to have and went on without. */
  private static List<String> skippedBefore(
      MeasuredRun before, MeasuredRun after, List<Pair> compared) {
    return after.counting().keySet().stream()
        .filter(before.state().skippedGroups()::contains)
        .filter(group -> compared.stream().noneMatch(pair -> pair.after().equals(group)))
        .toList();
  }

  private static <T> List<T> once(List<T> given, Function<T, Object> identity) {
    Map<Object, T> first = new LinkedHashMap<>();
    given.forEach(one -> first.putIfAbsent(identity.apply(one), one));
    return List.copyOf(first.values());
  }

  private static Path place(RunDirectory run) {
    try {
      return run.root().toRealPath();
    } catch (IOException _) {
      return run.root().toAbsolutePath().normalize(); // reading it says what is wrong
    }
  }

  private static List<String> invalid(RunDirectory directory, MeasuredRun run) {
    return TrialChecks.status(run.findings()) == Status.INVALID
        ? List.of(directory.root().toString())
        : List.of();
  }

  private static List<Metric> metrics(List<Metric> known, List<String> keys, List<Gate> gates) {
    List<String> names = known.stream().map(Metric::key).toList();
    for (String key : keys) {
      if (!names.contains(key)) {
        throw LabException.wrong(
            "--metric " + key,
            "unknown metric\n" + Spelling.expected(key, names),
            "Give a metric that every run's summary.json compares.");
      }
    }
    List<String> wanted = Stream.concat(keys.stream(), gates.stream().map(Gate::metric)).toList();
    return known.stream().filter(m -> wanted.contains(m.key())).toList();
  }

  /**
   * What is compared: mostly two groups of the same name.
   *
   * @param name how it is shown
   */
  private record Pair(String name, String before, String after) {}

  /**
   * Groups of the same name. Two runs of one group each are compared whatever its name: of an
   * experiment on how the machine was booted, each run has another group.
   */
  private static List<Pair> pairs(
      RunDirectory baseline, MeasuredRun before, RunDirectory run, MeasuredRun after) {
    List<String> common =
        after.counting().keySet().stream().filter(before.counting()::containsKey).toList();
    if (common.isEmpty() && before.counting().size() == 1 && after.counting().size() == 1) {
      String one = before.counting().keySet().iterator().next();
      String other = after.counting().keySet().iterator().next();
      return List.of(new Pair(one + " → " + other, one, other));
    }
    if (common.isEmpty()) {
      throw LabException.wrong(
          run.root().toString(),
          "no group is in both runs: it has %s, and %s has %s"
              .formatted(
                  String.join(", ", after.counting().keySet()),
                  baseline.root(),
                  String.join(", ", before.counting().keySet())),
          "Compare runs of the same experiment.");
    }
    return common.stream().map(group -> new Pair(group, group, group)).toList();
  }

  /**
   * Judges the groups of one run against its baseline, as runs are judged against an earlier one. A
   * gate that is given twice counts once. A group that the machine could not run is not judged, and
   * neither is any if that is the baseline: that is not decided.
   *
   * @throws LabException if the directory is no run's, or a gate is not one for it
   */
  public static List<GateOutcome> judge(RunDirectory directory, List<Gate> givenGates) {
    List<Gate> gates = once(givenGates, Gate::withoutText);
    MeasuredRun run = MeasuredRun.read(directory);
    List<Metric> known = run.metrics().compared();
    String name = directory.root().toString();
    Contest contest = run.contest();
    Plan asked = Json.read(directory.plan(), Plan.class);
    Gate.requireAll(gates, asked);
    String baseline = asked.analysis().baseline();
    Set<String> ran =
        run.plan().groups().stream().map(Plan.Group::name).collect(Collectors.toSet());
    // Another baseline may have taken its place, and nobody asked about that one.
    Predicate<String> isJudged = group -> ran.contains(group) && ran.contains(baseline);
    List<String> others =
        asked.contestants().stream()
            .map(Plan.Group::name)
            .filter(group -> !group.equals(baseline))
            .toList();
    List<Versus> groups =
        others.stream()
            .filter(isJudged)
            .map(group -> new Versus(group, contest, group, baseline))
            .toList();
    Stream<GateOutcome> unjudged =
        gates.stream()
            .flatMap(
                gate ->
                    others.stream()
                        .filter(isJudged.negate())
                        .map(
                            one ->
                                ran.contains(one)
                                    ? gate.withoutBaseline(
                                        name, one, "the run skipped the baseline " + baseline)
                                    : gate.unjudged(name, one)));
    List<Change> changes =
        metrics(known, List.of(), gates).stream()
            .flatMap(metric -> changes(name, metric, groups).stream())
            .toList();
    return Stream.concat(judged(gates, changes).stream(), unjudged).toList();
  }

  /**
   * What is judged against what.
   *
   * @param name how it is shown
   * @param after its name in the contest
   * @param before the other's
   */
  private record Versus(String name, Contest contest, String after, String before) {
    private Double value(Metric metric, String group) {
      return contest.value(metric, group).orElse(null);
    }

    private FigureBound bound(Metric metric, String group) {
      return contest.standing(metric, group).map(FigureBound::of).orElse(null);
    }
  }

  private static Versus versus(Pair pair, MeasuredRun before, MeasuredRun after) {
    Contest contest =
        new Contest(
            false,
            before.plan().design().seed(),
            Map.of(
                BEFORE, figures(before, pair.before(), after, pair.after()),
                AFTER, figures(after, pair.after(), before, pair.before())),
            before.look().orStricter(after.look()));
    return new Versus(pair.name(), contest, AFTER, BEFORE);
  }

  /**
   * Of a group that answered less than in the other run, what less work improves is a bound; so it
   * is where that is known of the other run alone. Where its helper processes used clearly more CPU
   * time than in the other run, its CPU load is a bound.
   */
  private static List<InstanceFigures> figures(
      MeasuredRun run, String group, MeasuredRun other, String otherGroup) {
    boolean didLess =
        run.answered().less(group, other.answered(), otherGroup).isPresent()
            || isUnknown(run, group, other, otherGroup);
    boolean isHelped = moreHelp(run, group, other, otherGroup).isPresent();
    return run.counting().get(group).stream()
        .map(
            one ->
                one.doubted(
                    metric ->
                        (didLess && metric.isBetterWithLessWork())
                            || (isHelped && CpuLoad.isOfServer(metric))))
        .toList();
  }

  private static OptionalDouble moreHelp(
      MeasuredRun run, String group, MeasuredRun other, String otherGroup) {
    HelperCpu own = run.helpers().get(group);
    HelperCpu there = other.helpers().get(otherGroup);
    return own == null || there == null ? OptionalDouble.empty() : own.moreThan(there);
  }

  private static Optional<String> moreHelp(
      RunDirectory directory,
      MeasuredRun run,
      String group,
      RunDirectory otherDirectory,
      MeasuredRun other,
      String otherGroup) {
    OptionalDouble more = moreHelp(run, group, other, otherGroup);
    return more.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: the helper processes of %s used %s of CPU time more than in %s, so its CPU load is only a bound"
                .formatted(
                    directory.root(),
                    group,
                    Unit.SECONDS.format(more.getAsDouble()),
                    otherDirectory.root()));
  }

  /** A run without a load whose servers count no work, as older ones, has nothing to be known. */
  private static boolean isUnknown(
      MeasuredRun run, String group, MeasuredRun other, String otherGroup) {
    boolean isCounted = run.plan().hasLoad() || !run.answered().means().isEmpty();
    return isCounted
        && !run.answered().means().containsKey(group)
        && other.answered().means().containsKey(otherGroup);
  }

  private static Optional<String> lessWork(
      RunDirectory directory,
      MeasuredRun run,
      String group,
      RunDirectory otherDirectory,
      MeasuredRun other,
      String otherGroup) {
    if (isUnknown(run, group, other, otherGroup)) {
      return Optional.of(
          "%s: how much %s %s is not known, so figures that less work improves are only bounds"
              .formatted(directory.root(), group, did(run)));
    }
    OptionalDouble less = run.answered().less(group, other.answered(), otherGroup);
    return less.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s: %s %s %s of what it did in %s, so figures that less work improves are only bounds"
                .formatted(
                    directory.root(),
                    group,
                    did(run),
                    Units.share(less.getAsDouble()),
                    otherDirectory.root()));
  }

  private static String did(MeasuredRun run) {
    return run.plan().hasLoad() ? "answered" : "did";
  }

  private static List<Change> changes(String run, Metric metric, List<Versus> groups) {
    List<Optional<Contest.Meeting>> meetings =
        groups.stream()
            .map(group -> group.contest().meeting(metric, group.after(), group.before()))
            .toList();
    List<Optional<RatioEstimate>> ratios =
        meetings.stream().map(meeting -> ratio(meeting, Censoring.NONE)).toList();
    Censoring worse = metric.isHigherBetter() ? Censoring.BELOW : Censoring.AT_LEAST;
    double[] corrected =
        Holm.adjusted(
            ratios.stream()
                .mapToDouble(ratio -> ratio.flatMap(RatioEstimate::pValue).orElse(1.0))
                .toArray());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      Versus group = groups.get(i);
      Optional<RatioEstimate> ratio = ratios.get(i);
      Optional<RatioEstimate.Interval> interval =
          ratio.flatMap(RatioEstimate::interval).filter(RatioEstimate.Interval::isFinite);
      changes.add(
          new Change(
              new GroupChange(
                  run,
                  group.name(),
                  metric.key(),
                  group.value(metric, group.before()),
                  group.value(metric, group.after()),
                  group.bound(metric, group.before()),
                  group.bound(metric, group.after()),
                  ratio.filter(RatioEstimate::isFinite).map(RatioEstimate::ratio).orElse(null),
                  interval.map(RatioEstimate.Interval::low).orElse(null),
                  interval.map(RatioEstimate.Interval::high).orElse(null),
                  ratio.flatMap(RatioEstimate::pValue).isPresent() ? corrected[i] : null,
                  ratio
                      .filter(RatioEstimate::isOfOneSign)
                      .flatMap(RatioEstimate::pValue)
                      .orElse(null)),
              ratio,
              ratio(meetings.get(i), worse)));
    }
    return changes;
  }

  private static Optional<RatioEstimate> ratio(
      Optional<Contest.Meeting> meeting, Censoring censoring) {
    return meeting.filter(known -> known.censoring() == censoring).flatMap(Contest.Meeting::ratio);
  }

  /**
   * A group's change by a metric, and the estimate behind it.
   *
   * @param bound what the change is at least, for the worse, where only that is known
   */
  private record Change(
      GroupChange shown, Optional<RatioEstimate> ratio, Optional<RatioEstimate> bound) {
    GateOutcome judgedBy(Gate gate, int judgements) {
      return bound.isPresent()
          ? gate.judgeBound(shown, bound.get(), judgements)
          : gate.judge(shown, ratio, judgements);
    }
  }

  private static List<GateOutcome> judged(List<Gate> gates, List<Change> changes) {
    int judgements =
        gates.stream().mapToInt(gate -> Math.toIntExact(of(gate, changes).count())).sum();
    return gates.stream()
        .flatMap(gate -> of(gate, changes).map(change -> change.judgedBy(gate, judgements)))
        .toList();
  }

  private static Stream<Change> of(Gate gate, List<Change> changes) {
    return changes.stream().filter(change -> change.shown().metric().equals(gate.metric()));
  }
}
