package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.CarriedLoad;
import dev.jitterlab.lab.metric.DriftReading;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.Share;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.statistics.LateCurve;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.statistics.LookCorrection;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.validity.Outlier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Whole trials that never ran: instances that differ, rounds that differ, instances that something
 * from outside slowed down, some of which are found out and left out. What they measured goes
 * through the code that decides of real runs. Immutable; the seed decides everything.
 *
 * @param metric the primary one
 * @param reading what an instance whose speed differs by that factor has of it
 * @param groups how many, the first of them the baseline
 * @param instances of each
 * @param isPaired whether they ran in rounds
 * @param spread the standard deviation of an instance's log factor
 * @param disturbed the share of instances that something from outside makes three times as slow
 */
record TrialSimulation(
    Metric metric,
    BiFunction<Double, SplittableRandom, Object> reading,
    int groups,
    int instances,
    boolean isPaired,
    double spread,
    double disturbed) {
  private static final double SPREAD_OF_ROUNDS = 0.3;

  /** Of what is disturbed, so much leaves a trace by which it may be left out. */
  private static final double FOUND_OUT = 0.5;

  private static final int PAIRS = 10_000;

  private static final double[] SHAPE = shape();

  private static double[] shape() {
    NormalDistribution normal = new NormalDistribution();
    return IntStream.range(0, 100)
        .mapToDouble(i -> Math.exp(0.8 * normal.inverseCumulativeProbability((i + 0.5) / 100)))
        .toArray();
  }

  /** Of a quantile of the drift. */
  static TrialSimulation quantile(Quantile quantile) {
    Histogram ticks = new Histogram(3); // one for all instances: it grows once
    return new TrialSimulation(
        TickTimes.of(TickTime.DRIFT, quantile),
        (factor, _) -> {
          ticks.reset();
          for (double tick : SHAPE) {
            ticks.recordValue(Math.round(100_000 * factor * tick));
          }
          return DriftReading.of(Distribution.of(ticks));
        },
        2,
        5,
        true,
        0.15,
        0);
  }

  /** Of the share of late ticks, of which an instance has so many on the average. */
  static TrialSimulation lateTicks(double mean) {
    return new TrialSimulation(
        LateTicks.MAIN,
        (factor, random) -> new Share(poisson(mean * factor, random), 10_000),
        2,
        5,
        true,
        0.4,
        0);
  }

  /** Of a load that rises by one a second to sixty, of which so many are carried. */
  static TrialSimulation risingLoad(int carried) {
    return new TrialSimulation(
        CarriedLoad.metric(new CapacityQuestion("load", "1.1", 0.01)),
        (factor, random) ->
            LateCurve.of(
                    IntStream.rangeClosed(1, 60)
                        .mapToObj(
                            load ->
                                new LoadedTicks(
                                    load,
                                    100,
                                    poisson(100 * lateAt(load / (carried * factor)), random)))
                        .toList())
                .map(curve -> (Object) curve.capacity(0.01))
                .orElseThrow(),
        2,
        5,
        true,
        0.15,
        0);
  }

  private static double lateAt(double load) {
    return 0.01 * Math.pow(load, 8);
  }

  private static double poisson(double mean, SplittableRandom random) {
    if (mean > 200) {
      return Math.max(0, Math.rint(mean + Math.sqrt(mean) * random.nextGaussian()));
    }
    double product = random.nextDouble();
    int count = 0;
    for (double limit = Math.exp(-mean); product > limit; count++) {
      product *= random.nextDouble();
    }
    return count;
  }

  TrialSimulation with(int manyGroups, int ofEach, boolean inRounds) {
    return new TrialSimulation(metric, reading, manyGroups, ofEach, inRounds, spread, disturbed);
  }

  /** The same metric, as a plan has it. */
  TrialSimulation by(Metric ofThePlan) {
    return new TrialSimulation(ofThePlan, reading, groups, instances, isPaired, spread, disturbed);
  }

  TrialSimulation varying(double logSpread, double shareDisturbed) {
    return new TrialSimulation(
        metric, reading, groups, instances, isPaired, logSpread, shareDisturbed);
  }

  /**
   * One trial.
   *
   * @param ratios of each group to the baseline, the first one 1
   * @param margin of equivalence, if asked for
   */
  TrialOutcome run(long seed, Optional<Double> margin, double... ratios) {
    Map<String, List<InstanceFigures>> counting = measured(seed, ratios);
    return new Verdict(
            metric,
            new Contest(isPaired, seed, counting, LookCorrection.NONE),
            name(0),
            margin,
            Verdict.LEVEL)
        .of(List.copyOf(counting.keySet()), Optional.empty(), List.of());
  }

  /** What the instances of each group measured that count, in their order. */
  Map<String, List<InstanceFigures>> measured(long seed, double... ratios) {
    SplittableRandom random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L);
    double[] rounds = new double[instances];
    for (int i = 0; i < instances; i++) {
      rounds[i] = isPaired ? Math.exp(SPREAD_OF_ROUNDS * random.nextGaussian()) : 1;
    }
    Map<String, List<InstanceFigures>> counting = new LinkedHashMap<>();
    for (int group = 0; group < groups; group++) {
      String name = name(group);
      double ratio = group < ratios.length ? ratios[group] : 1;
      List<InstanceFigures> all = new ArrayList<>();
      List<String> traced = new ArrayList<>();
      for (int i = 0; i < instances; i++) {
        double factor = ratio * rounds[i] * Math.exp(spread * random.nextGaussian());
        String id = name + "/" + (i + 1);
        if (random.nextDouble() < disturbed) {
          factor *= metric.isHigherBetter() ? 1 / 3.0 : 3;
          if (random.nextDouble() < FOUND_OUT) {
            traced.add(id);
          }
        }
        all.add(new InstanceFigures(id, Map.of(metric, reading.apply(factor, random))));
      }
      counting.put(name, withoutOutliers(all, traced));
    }
    return counting;
  }

  /**
   * How much the ratio of two instances of a round varies, where the groups have that ratio: the
   * standard deviation of its logarithm. More than the instances do, because events are few.
   */
  double spreadOfRatios(double ratio) {
    SplittableRandom random = new SplittableRandom(20_261_128);
    double[] logs =
        IntStream.range(0, PAIRS)
            .mapToDouble(_ -> Math.log(figure(ratio, random) / figure(1, random)))
            .filter(Double::isFinite) // an instance without events has no logarithm
            .toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    return Math.sqrt(squares / (logs.length - 1));
  }

  private double figure(double ratio, SplittableRandom random) {
    double factor = ratio * Math.exp(spread * random.nextGaussian());
    return metric.value(List.of(reading.apply(factor, random)));
  }

  static String name(int group) {
    return "group-" + group;
  }

  /** As {@code Outliers} does: one far from its group does not count if a cause was recorded. */
  private List<InstanceFigures> withoutOutliers(List<InstanceFigures> all, List<String> traced) {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (InstanceFigures one : all) {
      one.known(metric).ifPresent(known -> figures.put(one.id(), metric.value(List.of(known))));
    }
    Map<String, Outlier> outliers = Outlier.among(figures);
    return all.stream()
        .filter(one -> !(outliers.containsKey(one.id()) && traced.contains(one.id())))
        .toList();
  }
}
