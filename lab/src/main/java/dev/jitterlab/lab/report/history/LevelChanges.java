package dev.jitterlab.lab.report.history;

import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.statistics.EDivisive;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.RunHistory.Change;
import dev.jitterlab.lab.summary.RunHistory.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Where the figures of one group change their level from run to run. The run is the unit: what the
 * machine did on a day, it did to all instances of that day. Looks at logarithms, where all figures
 * are positive, so that a level of 1 µs and one of 1 ms are treated alike.
 *
 * @param points the group's, one for each run; a bound is what a run says by itself
 * @param level the chance that the group, without any change, ever shows one, where somebody looks
 *     after every run; divided among the stretches between breaks, and among the looks
 * @param favour what makes the figure of a run a bound beside those of other runs
 */
record LevelChanges(
    List<RunHistory.Run> runs,
    List<Point> points,
    boolean higherIsBetter,
    double level,
    Favour favour) {
  /** Whether the figure of a run may look better beside that of another run than it deserves. */
  @FunctionalInterface
  interface Favour {
    /** By the numbers of the runs. */
    boolean isGiven(int run, int other);
  }

  /** One run is an outlier, two are a level. */
  private static final int LEAST_RUNS = 2;

  private static final int FEWEST_PERMUTATIONS = 999;

  private static final long SEED = 1;

  /**
   * In order; none lies across a run that breaks the series. A bound on the better side of a change
   * counts as the worst figure of the other side, if the figure itself may be as bad as that. A
   * bound on the worse side counts as the best figure of the other side, if the figure itself may
   * be as good. Each change is judged with its own bounds.
   */
  List<Change> find() {
    List<List<Integer>> stretches = new ArrayList<>();
    List<Integer> series = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      if (runs.get(run).breaks()) {
        stretches.add(series);
        series = new ArrayList<>();
      }
      if (isUsed(run)) {
        series.add(run);
      }
    }
    stretches.add(series);
    List<List<Integer>> tested =
        stretches.stream().filter(stretch -> stretch.size() >= 2 * LEAST_RUNS).toList();
    return tested.stream()
        .flatMap(stretch -> within(stretch, level / tested.size()).stream())
        .toList();
  }

  private boolean isUsed(int run) {
    return points.get(run).value() != null && !runs.get(run).status().equals("invalid");
  }

  /**
   * Whether the latest of the changes that were found is for the worse, and did not show yet
   * without so many last runs: a change shows only some runs after it happened.
   */
  boolean hasWorsenedWithin(int lastRuns, List<Change> found) {
    if (found.isEmpty() || !found.getLast().worse()) {
      return false;
    }
    int before = Math.max(0, runs.size() - lastRuns);
    return new LevelChanges(
            runs.subList(0, before), points.subList(0, before), higherIsBetter, level, favour)
        .find().stream().noneMatch(earlier -> isSame(earlier, found.getLast()));
  }

  /**
   * Two changes are as many runs apart as a level has at least. With fewer between them, both are
   * the same one, which a run more has moved; a bound between them may belong to either level.
   */
  private boolean isSame(Change one, Change other) {
    return one.worse() == other.worse()
        && IntStream.range(Math.min(one.run(), other.run()), Math.max(one.run(), other.run()))
                .filter(this::isUsed)
                .filter(run -> points.get(run).bound() == null)
                .count()
            < LEAST_RUNS;
  }

  /**
   * The first look is at the shortest series that can be divided, and each run brings another.
   * Since each looks at mostly the same runs as the one before, only every doubling of the looks
   * counts as another one; LevelChangesTest holds that against simulated histories.
   */
  private static EDivisive method(int runs, double level) {
    int looks = runs - 2 * LEAST_RUNS + 1;
    double ofOneLook = level / (1 + Math.log(looks) / Math.log(2));
    int permutations = Math.max(FEWEST_PERMUTATIONS, (int) Math.ceil(2 / ofOneLook));
    return new EDivisive(LEAST_RUNS, ofOneLook, permutations, SEED);
  }

  private List<Change> within(List<Integer> series, double ofSeries) {
    double[] values = series.stream().mapToDouble(run -> points.get(run).value()).toArray();
    List<Step> found = steps(series, values, ofSeries);
    return found.stream()
        .flatMap(step -> judged(step, found, series, values, ofSeries).stream())
        .toList();
  }

  /**
   * The change, if it stays with its bounds made as bad as they may be. Those of the others stay as
   * they are: a level between two changes may be a bound beside only one of its neighbours.
   *
   * <p>A bound beside a change moves it, because the bound now stands on the other side. So the two
   * are the same if only such bounds lie between them, and the new level is certain from the later
   * one on. If another change is nearer, it is that one which has moved.
   */
  private List<Change> judged(
      Step step, List<Step> found, List<Integer> series, double[] values, double ofSeries) {
    double[] asBad = values.clone();
    makeBoundsAsBad(step, series, asBad);
    if (Arrays.equals(asBad, values)) {
      return List.of(step.change());
    }
    IntPredicate isMadeAsBad = place -> asBad[place] != values[place];
    List<Step> left =
        steps(series, asBad, ofSeries).stream()
            .filter(other -> boundsAreAsBad(other, series, asBad))
            .filter(other -> isMoved(step, other.at(), other.change(), isMadeAsBad))
            .toList();
    List<Change> moved =
        left.stream()
            .filter(other -> nearest(other.at(), found, isMadeAsBad).equals(step))
            .map(Step::change)
            .map(change -> since(Math.max(step.change().run(), change.run()), change))
            .toList();
    boolean isDoubtful =
        left.stream()
            .map(other -> nearest(other.at(), found, isMadeAsBad))
            .anyMatch(other -> other.change().worse() != step.change().worse());
    return moved.isEmpty() && isDoubtful
        ? without(isMadeAsBad, step, series, values, ofSeries)
        : moved;
  }

  /**
   * The change between the levels before and after one that is made as bad as it may be. That level
   * is the worst or the best figure of a neighbour, so its other neighbour may differ from it by
   * chance alone. Only the figures without it say whether the two neighbours differ.
   */
  private List<Change> without(
      IntPredicate isMadeAsBad, Step step, List<Integer> series, double[] values, double ofSeries) {
    int[] places = IntStream.range(0, values.length).filter(isMadeAsBad.negate()).toArray();
    List<Integer> runsLeft = Arrays.stream(places).mapToObj(series::get).toList();
    double[] valuesLeft = Arrays.stream(places).mapToDouble(place -> values[place]).toArray();
    return steps(runsLeft, valuesLeft, ofSeries).stream()
        .filter(other -> boundsAreAsBad(other, runsLeft, valuesLeft))
        .filter(other -> isMoved(step, places[other.at()], other.change(), isMadeAsBad))
        .map(Step::change)
        .toList();
  }

  private static boolean isMoved(Step step, int at, Change change, IntPredicate isMadeAsBad) {
    return step.change().worse() == change.worse() && isAllBetween(step.at(), at, isMadeAsBad);
  }

  /** Of either direction; there is one. */
  private static Step nearest(int at, List<Step> found, IntPredicate isMadeAsBad) {
    return found.stream()
        .filter(step -> isAllBetween(step.at(), at, isMadeAsBad))
        .min(Comparator.comparingInt(step -> Math.abs(step.at() - at)))
        .orElseThrow();
  }

  private static boolean isAllBetween(int one, int other, IntPredicate isMadeAsBad) {
    return IntStream.range(Math.min(one, other), Math.max(one, other)).allMatch(isMadeAsBad);
  }

  private static Change since(int run, Change change) {
    return new Change(
        run, change.ratio(), change.low(), change.high(), change.pValue(), change.worse());
  }

  /**
   * A change, and between which others it stands.
   *
   * @param from the first run of the level before, as its place in the series
   * @param at the first of the level after
   * @param to the first of the level after that
   */
  private record Step(int from, int at, int to, Change change) {
    IntStream better() {
      return change.worse() ? IntStream.range(from, at) : IntStream.range(at, to);
    }

    IntStream worse() {
      return change.worse() ? IntStream.range(at, to) : IntStream.range(from, at);
    }
  }

  /** Those on the better side whose figures may be worse than they are shown. */
  private IntStream boundsOnTheBetterSide(Step step, List<Integer> series) {
    String mayBeWorse = higherIsBetter ? MetricValues.BELOW : MetricValues.AT_LEAST;
    return step.better()
        .filter(place -> isBound(place, mayBeWorse, series) || isFavoured(place, step, series));
  }

  /** Those on the worse side whose figures may be better than they are shown. */
  private IntStream boundsOnTheWorseSide(Step step, List<Integer> series) {
    String mayBeBetter = higherIsBetter ? MetricValues.AT_LEAST : MetricValues.BELOW;
    return step.worse().filter(place -> isBound(place, mayBeBetter, series));
  }

  private boolean isBound(int place, String bound, List<Integer> series) {
    return bound.equals(points.get(series.get(place)).bound());
  }

  /** Beside half of the runs on the other side: a single run there must not decide for all. */
  private boolean isFavoured(int place, Step step, List<Integer> series) {
    long beside =
        step.worse().filter(other -> favour.isGiven(series.get(place), series.get(other))).count();
    return 2 * beside >= step.worse().count();
  }

  private void makeBoundsAsBad(Step step, List<Integer> series, double[] values) {
    double worst = worst(step, values);
    double best = best(step, values);
    boundsOnTheBetterSide(step, series)
        .forEach(place -> values[place] = worse(values[place], worst));
    boundsOnTheWorseSide(step, series)
        .forEach(place -> values[place] = better(values[place], best));
  }

  private boolean boundsAreAsBad(Step step, List<Integer> series, double[] values) {
    double worst = worst(step, values);
    double best = best(step, values);
    return boundsOnTheBetterSide(step, series)
            .allMatch(place -> worse(values[place], worst) == values[place])
        && boundsOnTheWorseSide(step, series)
            .allMatch(place -> better(values[place], best) == values[place]);
  }

  private double worst(Step step, double[] values) {
    return most(step.worse(), values, this::worse);
  }

  private double best(Step step, double[] values) {
    return most(step.better(), values, this::better);
  }

  private static double most(IntStream places, double[] values, DoubleBinaryOperator which) {
    return places.mapToDouble(place -> values[place]).reduce(which).orElseThrow();
  }

  private double better(double one, double other) {
    return higherIsBetter ? Math.max(one, other) : Math.min(one, other);
  }

  private double worse(double one, double other) {
    return higherIsBetter ? Math.min(one, other) : Math.max(one, other);
  }

  private List<Step> steps(List<Integer> series, double[] values, double ofSeries) {
    boolean positive = Arrays.stream(values).allMatch(value -> value > 0);
    double[] compared = positive ? Arrays.stream(values).map(Math::log).toArray() : values;
    List<EDivisive.Change> found = method(series.size(), ofSeries).changes(compared);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int from = i == 0 ? 0 : found.get(i - 1).at();
      int at = found.get(i).at();
      int to = i + 1 == found.size() ? values.length : found.get(i + 1).at();
      Change change =
          change(
              series.get(at),
              Arrays.copyOfRange(values, from, at),
              Arrays.copyOfRange(values, at, to),
              found.get(i).pValue());
      steps.add(new Step(from, at, to, change));
    }
    return steps;
  }

  private Change change(int run, double[] before, double[] after, double pValue) {
    Mean level = new Mean(after);
    Mean earlier = new Mean(before);
    Optional<RatioEstimate> ratio =
        RatioBootstrap.independent(level, earlier, SEED).filter(RatioEstimate::isFinite);
    Optional<RatioEstimate.Interval> interval = ratio.flatMap(RatioEstimate::interval);
    return new Change(
        run,
        ratio.map(RatioEstimate::ratio).orElse(null),
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).orElse(null),
        pValue,
        level.value() > earlier.value() != higherIsBetter);
  }
}
