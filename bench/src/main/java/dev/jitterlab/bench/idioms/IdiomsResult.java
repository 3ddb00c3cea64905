package dev.jitterlab.bench.idioms;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.statistics.Holm;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a bench of idioms found out; {@code bench.json}, a public interface. Times of an operation
 * are in nanoseconds.
 *
 * @param rounds how often everything was measured
 * @param secondsPerFork how long each fork was measured
 * @param seed of the order in each round
 * @param jdks feature release to the whole version
 * @param rows by idiom, case, JDK and way; the way that others are compared with comes first
 * @param shapes what the JIT made of each way, where that could be read
 * @param notes what is to be read with care, or was left out, and why
 * @param environment the machine
 */
public record IdiomsResult(
    int rounds,
    double secondsPerFork,
    long seed,
    Map<Integer, String> jdks,
    List<Row> rows,
    List<CodeShape> shapes,
    List<String> notes,
    Environment environment) {
  /** Stands for a round in which a cell was left out, so that the others keep their places. */
  static final double LEFT_OUT = Double.NaN;

  /** What takes no more than so many times an empty benchmark cannot be told from it. */
  private static final double AS_NOTHING = 1.1;

  /** From the smallest size to the largest, a time must grow by that factor at least. */
  private static final double LEAST_GROWTH = 2;

  /**
   * One way of an idiom in one case on one JDK.
   *
   * @param at the case: a size or a number of threads, or 1
   * @param ns of one operation, in each round in which it was measured; with several threads, of
   *     one operation of one thread
   * @param meanNs of these rounds
   * @param ratio to the idiom's first way on the same JDK in the rounds that both have, with its
   *     interval; null for that way, and where they have none in common
   */
  public record Row(
      String idiom, int at, int jdk, String way, List<Double> ns, double meanNs, Ratio ratio) {}

  /**
   * A ratio of mean times; below 1 the way is quicker.
   *
   * @param low lower end of the 95 % interval; null with one round
   * @param high upper end; null with one round
   * @param pHolm how probable so large a difference would be by chance, corrected for the number of
   *     ways in the case; null with one round
   */
  public record Ratio(double ratio, Double low, Double high, Double pHolm) {}

  /**
   * The times of a fork.
   *
   * @param measured by feature release, then by the id of the cell: the rounds' nanoseconds, or
   *     {@link #LEFT_OUT}
   */
  static IdiomsResult of(
      IdiomsPlan plan,
      Map<Integer, Map<String, List<Double>>> measured,
      List<CodeShape> shapes,
      List<String> leftOut,
      Environment environment) {
    Map<Integer, String> jdks = new LinkedHashMap<>();
    plan.jdks().forEach(jdk -> jdks.put(jdk.feature(), jdk.version()));
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>(leftOut);
    for (Idiom idiom : plan.idioms()) {
      for (int number : idiom.cases()) {
        for (int jdk : jdks.keySet()) {
          rows.addAll(rows(idiom, number, jdk, measured.getOrDefault(jdk, Map.of()), plan.seed()));
        }
      }
      for (int jdk : jdks.keySet()) {
        notes.addAll(doubts(idiom, jdk, rows, measured.getOrDefault(jdk, Map.of())));
      }
    }
    return new IdiomsResult(
        plan.rounds(), plan.seconds(), plan.seed(), jdks, rows, shapes, notes, environment);
  }

  private static List<Row> rows(
      Idiom idiom, int number, int jdk, Map<String, List<Double>> measured, long seed) {
    List<Double> baseline = measured.getOrDefault(id(idiom, number, idiom.baseline()), List.of());
    List<Idiom.Way> compared =
        idiom.contenders().stream()
            .filter(way -> !way.equals(idiom.baseline()))
            .filter(
                way ->
                    hasCommon(measured.getOrDefault(id(idiom, number, way), List.of()), baseline))
            .toList();
    List<RatioEstimate> estimates =
        compared.stream()
            .map(way -> estimate(measured.get(id(idiom, number, way)), baseline, seed))
            .toList();
    double[] pValues =
        Holm.adjusted(estimates.stream().mapToDouble(one -> one.pValue().orElse(1.0)).toArray());
    List<Row> rows = new ArrayList<>();
    for (Idiom.Way way : idiom.contenders()) {
      List<Double> ns = known(measured.getOrDefault(id(idiom, number, way), List.of()));
      if (ns.isEmpty()) {
        continue;
      }
      int place = compared.indexOf(way);
      rows.add(
          new Row(
              idiom.name(),
              number,
              jdk,
              way.name(),
              ns,
              mean(ns),
              place < 0 ? null : ratio(estimates.get(place), pValues[place])));
    }
    return rows;
  }

  private static String id(Idiom idiom, int number, Idiom.Way way) {
    return new IdiomsPlan.Cell(idiom, number, way).id();
  }

  /** Without the rounds in which it was left out. */
  private static List<Double> known(List<Double> rounds) {
    return rounds.stream().filter(ns -> !ns.isNaN()).toList();
  }

  /** The rounds, from 0, in which both were measured. */
  private static int[] common(List<Double> ns, List<Double> baseline) {
    return IntStream.range(0, Math.min(ns.size(), baseline.size()))
        .filter(round -> !ns.get(round).isNaN() && !baseline.get(round).isNaN())
        .toArray();
  }

  private static boolean hasCommon(List<Double> ns, List<Double> baseline) {
    return common(ns, baseline).length > 0;
  }

  private static RatioEstimate estimate(List<Double> ns, List<Double> baseline, long seed) {
    int[] common = common(ns, baseline);
    return RatioBootstrap.paired(
            new Mean(IntStream.of(common).mapToDouble(ns::get).toArray()),
            new Mean(IntStream.of(common).mapToDouble(baseline::get).toArray()),
            seed)
        .orElseThrow();
  }

  private static Ratio ratio(RatioEstimate estimate, double pHolm) {
    Optional<RatioEstimate.Interval> interval = estimate.interval();
    return new Ratio(
        estimate.ratio(),
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).orElse(null),
        interval.map(_ -> pHolm).orElse(null));
  }

  /** Whether the JIT may have removed what was to be measured. */
  private static List<String> doubts(
      Idiom idiom, int jdk, List<Row> all, Map<String, List<Double>> measured) {
    List<String> doubts = new ArrayList<>();
    List<Double> nothing =
        known(measured.getOrDefault(id(Idiom.NOTHING, 1, Idiom.NOTHING.baseline()), List.of()));
    for (Idiom.Way way : idiom.contenders()) {
      List<Row> rows =
          all.stream()
              .filter(row -> row.idiom().equals(idiom.name()) && row.jdk() == jdk)
              .filter(row -> row.way().equals(way.name()))
              .toList();
      for (Row row : rows) {
        if (!nothing.isEmpty() && row.meanNs() <= AS_NOTHING * mean(nothing)) {
          doubts.add(
              "%s, %s on JDK %d takes no longer than an empty benchmark"
                  .formatted(idiom.caseName(row.at()), way.name(), jdk));
        }
      }
      if (idiom.unit().equals(Idiom.SIZE)
          && rows.size() > 1
          && rows.getLast().meanNs() < LEAST_GROWTH * rows.getFirst().meanNs()) {
        doubts.add(
            "%s, %s on JDK %d hardly takes longer at %d than at %d: was the work removed?"
                .formatted(
                    idiom.name(), way.name(), jdk, rows.getLast().at(), rows.getFirst().at()));
      }
    }
    return doubts;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElseThrow();
  }

  /** The row of that way, case and JDK, if it was measured. */
  public Optional<Row> row(String idiom, int at, int jdk, String way) {
    return rows.stream()
        .filter(row -> row.idiom().equals(idiom) && row.at() == at)
        .filter(row -> row.jdk() == jdk && row.way().equals(way))
        .findFirst();
  }
}
