package dev.jitterlab.lab.size;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.GcPauses;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.size.HeapCostModel.Cost;
import dev.jitterlab.lab.size.SizeProbe.Fate;
import dev.jitterlab.lab.statistics.ModifiedZScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a search for heap sizes has found; what {@code ./jitterlab size --format json} prints. CPU
 * times are in cores: 0.5 is half the time of one.
 *
 * <p>The ideal is the lowest CPU time that any run had outside its collector's threads, after Cai
 * et al., "Distilling the Real Cost of Production Garbage Collectors" (ISPASS 2022): a server
 * without a collector would need no more. So the excess over it is a lower bound of what the
 * collector costs.
 *
 * @param collector such as {@code G1}; empty where no log says it
 * @param liveBytes the least heap in use after a collection in any run; null where none collected
 * @param diesBytes the largest heap that was too small to live; null if none was tried
 * @param behindBytes the largest with which the server fell behind, if it is larger than {@code
 *     diesBytes}; null if there is none
 * @param livesBytes the smallest with which it lived and kept up, larger than both; null if none is
 * @param death how it died at {@code diesBytes}; empty if it did not
 * @param behind how it fell behind at {@code behindBytes}; empty if it did not
 * @param idealCpuCores see above; null where it was not measured
 * @param model what the collector costs by heap size; null with too few runs
 * @param sizes every size that was tried, from the smallest
 * @param steps which heap brings the collector's cost down to a share of the ideal
 * @param limit the smallest heap that holds what was asked for; null if nothing was
 * @param runs how many servers ran
 * @param warnings what a reader should know before using the figures
 * @param exhaustive what a search of every size found; null without one
 */
public record SizeAnswer(
    String collector,
    Double liveBytes,
    Long diesBytes,
    Long behindBytes,
    Long livesBytes,
    String death,
    String behind,
    Double idealCpuCores,
    Model model,
    List<Size> sizes,
    List<Step> steps,
    Limit limit,
    int runs,
    List<String> warnings,
    ExhaustiveSearch exhaustive) {
  /** In its figures, how many cores the machine of a run had. */
  public static final String CORES = "machine_cores";

  private static final String LONGEST_PAUSE = GcPauses.of(Quantile.MAX).key();
  private static final double[] SHARES = {0.20, 0.10, 0.05};
  private static final int CURVE_POINTS = 60;

  /**
   * What the collector costs by heap size, see {@link HeapCostModel}.
   *
   * @param floorBytes what stays occupied
   * @param fullBytes the largest heap with which the collector mostly collected the whole heap at
   *     once, where it did not with larger ones; null if there is none
   * @param heldOutErrorRatio by how much the model misses a size that it has not seen, in the
   *     median over the sizes between the smallest and the largest; null with too few sizes
   * @param curve the cost over the sizes that were tried, with its interval
   */
  public record Model(
      double floorBytes, Long fullBytes, Double heldOutErrorRatio, List<CurvePoint> curve) {}

  /** The model at one size, with the 95 % interval. */
  public record CurvePoint(long heapBytes, double cores, double low, double high) {}

  /** The mean of several runs, with the lowest and the highest. */
  public record Spread(double mean, double least, double most) {}

  /**
   * One size that was tried.
   *
   * @param runs how many servers ran with it
   * @param lived how many did what they should
   * @param gcCores the collector's CPU time; null where it was not measured, as all that follow
   * @param predicted what the model says of it
   * @param cpuCores the server's CPU time
   * @param excessRatio how much that is above the ideal; a lower bound of the collector's cost
   * @param p99Seconds the response time's; null as well where a run has only a bound of it
   * @param p99AtLeastSeconds what its mean is at least, where a run has only a bound; else null
   * @param longestPauseSeconds of the collector
   * @param why how it died or fell behind; empty where all lived
   */
  public record Size(
      long heapBytes,
      int runs,
      int lived,
      Spread gcCores,
      CurvePoint predicted,
      Spread cpuCores,
      Double excessRatio,
      Spread p99Seconds,
      Double p99AtLeastSeconds,
      Spread longestPauseSeconds,
      String why) {}

  /**
   * From which heap on the collector costs at most a share of the ideal.
   *
   * @param costRatio the share
   * @param heapBytes the smallest heap with it, which is the smallest that lived where that costs
   *     less; null where no heap that was tried is large enough
   */
  public record Step(double costRatio, Long heapBytes) {}

  /**
   * What holds the limits.
   *
   * @param words what was asked for
   * @param holdsBytes the smallest heap from which on they are held by all that were tried; null
   *     where the largest does not hold them
   * @param failsBytes the next smaller one that did not; null if all held them
   * @param fromBytes the lower end of the 95 % interval of the smallest heap that holds them, by
   *     the runs of all sizes; null where no heap may hold them, or with too few runs
   * @param toBytes the upper end; null where not even the largest heap shows that it holds them, or
   *     with too few runs
   */
  public record Limit(
      String words, Long holdsBytes, Long failsBytes, Long fromBytes, Long toBytes) {}

  /** Adds up what was seen. */
  public static SizeAnswer of(SizeQuestion question, List<SizeProbe> probes) {
    OptionalLong dies = SizeSearch.life(probes).failsBytes();
    SizeSearch.Bracket keepingUp = SizeSearch.keepingUp(probes);
    OptionalLong behind =
        keepingUp.failsBytes().equals(dies) ? OptionalLong.empty() : keepingUp.failsBytes();
    OptionalDouble ideal = ideal(probes);
    Optional<HeapCostModel> model = model(probes);
    return new SizeAnswer(
        probes.stream().map(SizeProbe::collector).filter(c -> !c.isEmpty()).findFirst().orElse(""),
        boxed(probes.stream().flatMapToDouble(one -> one.figure(SizeProbe.LIVE).stream()).min()),
        boxed(dies),
        boxed(behind),
        boxed(keepingUp.holdsBytes()),
        why(Fate.DIED, dies, probes),
        why(Fate.BEHIND, behind, probes),
        boxed(ideal),
        model.map(known -> described(known, probes)).orElse(null),
        sizesOf(probes).stream().map(bytes -> size(bytes, probes, ideal, model)).toList(),
        steps(model, ideal, probes),
        limit(question, probes),
        probes.size(),
        warnings(question, probes),
        null);
  }

  /** The same with what a search of every size found. */
  SizeAnswer beside(ExhaustiveSearch every) {
    return new SizeAnswer(
        collector,
        liveBytes,
        diesBytes,
        behindBytes,
        livesBytes,
        death,
        behind,
        idealCpuCores,
        model,
        sizes,
        steps,
        limit,
        runs,
        warnings,
        every);
  }

  private static String why(Fate fate, OptionalLong heapBytes, List<SizeProbe> probes) {
    return probes.stream()
        .filter(one -> heapBytes.isPresent() && one.heapBytes() == heapBytes.getAsLong())
        .filter(one -> one.fate() == fate)
        .map(SizeProbe::why)
        .findFirst()
        .orElse("");
  }

  private static List<Long> sizesOf(List<SizeProbe> probes) {
    return probes.stream().map(SizeProbe::heapBytes).distinct().sorted().toList();
  }

  /** In cores; empty where nothing was measured. */
  private static OptionalDouble cores(SizeProbe probe, String metric) {
    OptionalDouble share = probe.figure(metric);
    OptionalDouble cores = probe.figure(CORES);
    return share.isPresent() && cores.isPresent()
        ? OptionalDouble.of(share.getAsDouble() * cores.getAsDouble())
        : OptionalDouble.empty();
  }

  private static OptionalDouble ideal(List<SizeProbe> probes) {
    return probes.stream()
        .filter(SizeProbe::lived)
        .flatMapToDouble(
            probe -> {
              OptionalDouble all = cores(probe, SizeProbe.CPU);
              OptionalDouble gc = cores(probe, SizeProbe.GC_CPU);
              return all.isPresent() && gc.isPresent()
                  ? OptionalDouble.of(all.getAsDouble() - gc.getAsDouble()).stream()
                  : OptionalDouble.empty().stream();
            })
        .min();
  }

  private static Optional<HeapCostModel> model(List<SizeProbe> probes) {
    List<HeapCostModel.Run> runs = new ArrayList<>();
    for (SizeProbe probe : probes) {
      probe
          .figure(CORES)
          .ifPresent(
              cores -> runs.addAll(SizeSearch.runs(SizeProbe.GC_CPU, cores, List.of(probe))));
    }
    return HeapCostModel.fit(runs);
  }

  private static Model described(HeapCostModel model, List<SizeProbe> probes) {
    List<Long> lived = sizesOf(probes.stream().filter(SizeProbe::lived).toList());
    List<CurvePoint> curve = new ArrayList<>();
    double least = Math.log(lived.getFirst().doubleValue());
    double most = Math.log(lived.getLast().doubleValue());
    TreeSet<Long> places = new TreeSet<>();
    for (int i = 0; i <= CURVE_POINTS; i++) {
      places.add(Math.round(Math.exp(least + (most - least) * i / CURVE_POINTS)));
    }
    model.change().ifPresent(change -> places.addAll(change.around()));
    places.forEach(bytes -> point(model, bytes).ifPresent(curve::add));
    return new Model(
        model.floorBytes(),
        model.change().map(HeapCostModel.Switch::fullBytes).orElse(null),
        heldOutError(probes),
        List.copyOf(curve));
  }

  private static Optional<CurvePoint> point(HeapCostModel model, long bytes) {
    return model.at(bytes).map(c -> new CurvePoint(bytes, c.value(), c.low(), c.high()));
  }

  /** Leaves out each size between the smallest and the largest in turn; null with too few. */
  static Double heldOutError(List<SizeProbe> probes) {
    List<Long> lived = sizesOf(probes.stream().filter(SizeProbe::lived).toList());
    List<Double> errors = new ArrayList<>();
    for (int i = 1; i + 1 < lived.size(); i++) {
      long left = lived.get(i);
      List<SizeProbe> others = probes.stream().filter(one -> one.heapBytes() != left).toList();
      errors.addAll(
          misses(others, probes.stream().filter(one -> one.heapBytes() == left).toList()));
    }
    return errors.isEmpty() ? null : (Double) median(errors);
  }

  /**
   * By how much a model of the costs misses the mean of other runs, at each size of these that it
   * has not seen and speaks of.
   *
   * @param probes what the model knows
   * @param others the runs of any sizes
   */
  static List<Double> misses(List<SizeProbe> probes, List<SizeProbe> others) {
    Optional<HeapCostModel> model = model(probes);
    Set<Long> seen = Set.copyOf(sizesOf(probes));
    List<Double> misses = new ArrayList<>();
    for (long bytes : sizesOf(others)) {
      Optional<Cost> predicted =
          seen.contains(bytes) ? Optional.empty() : model.flatMap(known -> known.at(bytes));
      OptionalDouble measured =
          others.stream()
              .filter(one -> one.heapBytes() == bytes && one.lived())
              .flatMapToDouble(one -> cores(one, SizeProbe.GC_CPU).stream())
              .average();
      if (predicted.isPresent() && measured.isPresent() && measured.getAsDouble() > 0) {
        misses.add(Math.abs(predicted.orElseThrow().value() / measured.getAsDouble() - 1));
      }
    }
    return misses;
  }

  /** Of at least one value. */
  static double median(List<Double> values) {
    return ModifiedZScore.median(values.stream().mapToDouble(one -> one).toArray());
  }

  private static Size size(
      long bytes, List<SizeProbe> probes, OptionalDouble ideal, Optional<HeapCostModel> model) {
    List<SizeProbe> all = probes.stream().filter(one -> one.heapBytes() == bytes).toList();
    List<SizeProbe> lived = all.stream().filter(SizeProbe::lived).toList();
    Spread cpu = spread(lived, one -> cores(one, SizeProbe.CPU));
    Double p99AtLeast = p99AtLeast(lived);
    return new Size(
        bytes,
        all.size(),
        lived.size(),
        spread(lived, one -> cores(one, SizeProbe.GC_CPU)),
        lived.isEmpty() ? null : model.flatMap(known -> point(known, bytes)).orElse(null),
        cpu,
        cpu == null || ideal.isEmpty() ? null : Double.valueOf(cpu.mean / ideal.getAsDouble() - 1),
        p99AtLeast == null ? spread(lived, one -> one.figure(SizeProbe.P99)) : null,
        p99AtLeast,
        spread(lived, one -> one.figure(LONGEST_PAUSE)),
        all.stream().map(SizeProbe::why).filter(why -> !why.isEmpty()).findFirst().orElse(""));
  }

  /**
   * The runs that have only a bound are those that were slow: without them the mean would be too
   * low. Null where no run has only a bound.
   */
  private static Double p99AtLeast(List<SizeProbe> lived) {
    String bound = SizeProbe.atLeast(SizeProbe.P99);
    if (lived.stream().noneMatch(one -> one.figure(bound).isPresent())) {
      return null;
    }
    return boxed(
        lived.stream()
            .map(
                one ->
                    one.figure(bound).isPresent() ? one.figure(bound) : one.figure(SizeProbe.P99))
            .flatMapToDouble(OptionalDouble::stream)
            .average());
  }

  private static Spread spread(List<SizeProbe> probes, Function<SizeProbe, OptionalDouble> figure) {
    double[] values = probes.stream().flatMapToDouble(one -> figure.apply(one).stream()).toArray();
    return values.length == 0
        ? null
        : new Spread(
            Arrays.stream(values).average().orElseThrow(),
            Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow());
  }

  private static List<Step> steps(
      Optional<HeapCostModel> model, OptionalDouble ideal, List<SizeProbe> probes) {
    if (model.isEmpty() || ideal.isEmpty()) {
      return List.of();
    }
    List<Long> lived = sizesOf(probes.stream().filter(SizeProbe::lived).toList());
    return Arrays.stream(SHARES)
        .mapToObj(
            share -> {
              OptionalDouble bytes = model.orElseThrow().heapBytesFor(share * ideal.getAsDouble());
              boolean known =
                  bytes.isPresent() && bytes.getAsDouble() <= lived.getLast().doubleValue();
              return new Step(
                  share,
                  known
                      ? Long.valueOf(Math.max(lived.getFirst(), Math.round(bytes.getAsDouble())))
                      : null);
            })
        .toList();
  }

  private static Limit limit(SizeQuestion question, List<SizeProbe> probes) {
    if (question.limits().isEmpty()) {
      return null;
    }
    SizeSearch.Bracket found = SizeSearch.limit(question, probes);
    Optional<SmallestHeap> smallest = SmallestHeap.of(question, probes);
    return new Limit(
        String.join(" and ", question.limits().stream().map(SizeLimit::words).toList()),
        boxed(found.holdsBytes()),
        boxed(found.failsBytes()),
        smallest.map(SmallestHeap::fromBytes).orElse(null),
        smallest.map(SmallestHeap::toBytes).orElse(null));
  }

  private static List<String> warnings(SizeQuestion question, List<SizeProbe> probes) {
    List<String> warnings = new ArrayList<>();
    List<Long> lived = sizesOf(probes.stream().filter(SizeProbe::lived).toList());
    if (isChance(Fate.DIED, lived, probes)) {
      warnings.add(
          "The server died with a heap of a size at which, or below which, it lived in another run."
              + " Near that size it is a matter of chance.");
    }
    if (isChance(Fate.BEHIND, lived, probes)) {
      warnings.add(
          "The server fell behind with a heap of a size at which, or below which, it kept up in"
              + " another run. Near that size it is a matter of chance.");
    }
    if (probes.stream().anyMatch(SizeProbe::lived)
        && probes.stream().noneMatch(one -> one.figure(SizeProbe.GC_CPU).orElse(0) > 0)) {
      warnings.add(
          "The collector hardly ran: give more load or a longer --duration, so that there is a cost"
              + " to compare.");
    }
    worseWithMore(question, probes).ifPresent(warnings::add);
    if (SizeSearch.next(question.withRuns(Integer.MAX_VALUE), probes).isPresent()) {
      warnings.add("The runs were used up before everything was certain: give more --runs.");
    }
    return List.copyOf(warnings);
  }

  /** The search takes a larger heap to be no worse, which need not be so. */
  private static Optional<String> worseWithMore(SizeQuestion question, List<SizeProbe> probes) {
    OptionalLong fails = SizeSearch.limit(question, probes).failsBytes();
    if (fails.isEmpty()) {
      return Optional.empty();
    }
    return SizeSearch.verdicts(question, probes).headMap(fails.getAsLong()).entrySet().stream()
        .filter(size -> size.getValue() == SizeSearch.Verdict.HOLDS)
        .reduce((_, larger) -> larger)
        .map(
            size ->
                "With %s the server keeps what was asked for, and with %s it does not: here a larger heap is not always better."
                    .formatted(Units.bytes(size.getKey()), Units.bytes(fails.getAsLong())));
  }

  private static boolean isChance(Fate fate, List<Long> lived, List<SizeProbe> probes) {
    return !lived.isEmpty()
        && probes.stream()
            .anyMatch(one -> one.fate() == fate && one.heapBytes() >= lived.getFirst());
  }

  private static Double boxed(OptionalDouble value) {
    return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
  }
}
