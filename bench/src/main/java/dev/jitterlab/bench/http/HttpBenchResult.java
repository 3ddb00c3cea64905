package dev.jitterlab.bench.http;

import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.lab.run.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a bench of HTTP load found out; {@code bench.json}, a public interface. Times are in
 * seconds.
 *
 * @param setting of all cells
 * @param leftOut what failed
 * @param rows by part, ours first
 * @param target whether ours sends {@link #TARGET} requests a second from one core
 * @param agreements of each generator that loads at the rate, with ours
 */
public record HttpBenchResult(
    Setting setting,
    int connections,
    int rounds,
    double secondsPerRound,
    long seed,
    List<Failure> leftOut,
    List<Row> rows,
    Target target,
    List<Agreement> agreements,
    Environment environment) {
  /** So many requests a second from one core are asked of our generator. */
  public static final double TARGET = 20_000;

  /** With less confidence an interval decides nothing: of fewer than five rounds. */
  private static final double LEAST_CONFIDENCE = 0.9;

  /** How far p50 and p99 may lie from another generator's. */
  public static final double MARGIN = 0.05;

  /**
   * What is the same for all cells.
   *
   * @param server nginx or java
   * @param pinned whether server and generator had a CPU each
   * @param rate requests a second of the second part
   * @param missing programs that are not on this machine
   */
  public record Setting(String server, boolean pinned, int rate, List<Missing> missing) {}

  /** A program that is not there. */
  public record Missing(String program, String install) {}

  /**
   * A generator that failed in a part, and did not run there again. Its row is of the rounds
   * before; without such rounds it has none.
   *
   * @param round in which it failed
   */
  public record Failure(String generator, String part, int round, String reason) {}

  /**
   * One generator in one part. Figures are medians of the rounds; ratios are to ours of the same
   * round, and absent for ours.
   *
   * @param perCore requests a second ÷ CPU use of the generator
   * @param byRound {@code per-core}, {@code p50} and {@code p99} of each round, in their order;
   *     what the generator was not asked for is absent
   * @param p50 of the response times, as p99; absent where the generator was not asked for them
   * @param bottleneck generator, server or none, in the median round
   * @param countsFrom from when response times count: when a request was due, when a timer let it
   *     go, or when it was sent
   * @param latenessP50 how late the generator itself was; absent where it does not say
   * @param failed requests of all rounds without the right answer; absent where it does not say
   */
  public record Row(
      String part,
      String generator,
      double requestsPerSecond,
      double cores,
      double serverCores,
      double perCore,
      Map<String, List<Double>> byRound,
      MedianInterval perCoreRatio,
      Double p50,
      MedianInterval p50Ratio,
      Double p99,
      MedianInterval p99Ratio,
      String bottleneck,
      String countsFrom,
      Double latenessP50,
      Double latenessP99,
      Long failed) {}

  /**
   * What our generator sends from one core.
   *
   * @param requestsPerSecond of the median round
   * @param reached whether that is {@link #TARGET} or more
   * @param bottleneck what did not let it send more
   */
  public record Target(double requestsPerSecond, boolean reached, String bottleneck) {}

  /**
   * Whether another generator says the same of the response times at half load.
   *
   * @param reference which of ours it is compared with: sent evenly, or in bursts
   * @param p50 {@code agree}, {@code differ} or {@code undecided}, by the interval of the ratio
   * @param p99 the same
   * @param p50Ratio its p50 ÷ ours of the same round
   * @param p99Ratio the same of the p99
   */
  public record Agreement(
      String generator,
      String reference,
      String p50,
      MedianInterval p50Ratio,
      String p99,
      MedianInterval p99Ratio) {}

  static HttpBenchResult of(
      HttpBenchPlan plan,
      Setting setting,
      Map<HttpCell, HttpFigures> measured,
      List<HttpBench.LeftOutLoad> leftOut,
      Environment environment) {
    List<Row> rows = new ArrayList<>();
    for (LoadPart part : LoadPart.values()) {
      Map<Integer, HttpFigures> ours = rounds(measured, part, HttpContender.JITTERLAB);
      for (HttpContender contender : plan.of(part)) {
        Map<Integer, HttpFigures> own = rounds(measured, part, contender);
        if (!own.isEmpty()) {
          rows.add(row(part, contender, own, ours));
        }
      }
    }
    Row closed = rows.getFirst();
    return new HttpBenchResult(
        setting,
        plan.choice().connections(),
        plan.choice().rounds(),
        plan.choice().seconds(),
        plan.choice().seed(),
        leftOut.stream()
            .map(
                one ->
                    new Failure(
                        one.cell().contender().label(),
                        one.cell().part().word(),
                        one.cell().round(),
                        one.problem().what()))
            .toList(),
        rows,
        new Target(perOneCore(closed), perOneCore(closed) >= TARGET, closed.bottleneck()),
        agreements(plan, measured),
        environment);
  }

  /** Of each generator with ours; of others' also with ours in bursts. */
  private static List<Agreement> agreements(
      HttpBenchPlan plan, Map<HttpCell, HttpFigures> measured) {
    List<Agreement> agreements = new ArrayList<>();
    for (HttpContender contender : plan.of(LoadPart.HALF_LOAD)) {
      for (HttpContender reference : contender.comparedWith()) {
        Map<Integer, HttpFigures> own = rounds(measured, LoadPart.HALF_LOAD, contender);
        Map<Integer, HttpFigures> ours = rounds(measured, LoadPart.HALF_LOAD, reference);
        MedianInterval p50 = ratio(own, ours, HttpFigures::p50);
        MedianInterval p99 = ratio(own, ours, HttpFigures::p99);
        if (p50 != null && p99 != null) {
          agreements.add(
              new Agreement(
                  contender.label(), reference.label(), agreement(p50), p50, agreement(p99), p99));
        }
      }
    }
    return agreements;
  }

  /** What it really sent, where it used no more than a core; else a core's part of it. */
  private static double perOneCore(Row row) {
    return row.cores() <= 1 ? row.requestsPerSecond() : row.perCore();
  }

  private static Map<Integer, HttpFigures> rounds(
      Map<HttpCell, HttpFigures> measured, LoadPart part, HttpContender contender) {
    Map<Integer, HttpFigures> rounds = new TreeMap<>();
    measured.forEach(
        (cell, figures) -> {
          if (cell.part() == part && cell.contender() == contender) {
            rounds.put(cell.round(), figures);
          }
        });
    return rounds;
  }

  private static Row row(
      LoadPart part,
      HttpContender contender,
      Map<Integer, HttpFigures> own,
      Map<Integer, HttpFigures> ours) {
    boolean isOurs = contender == HttpContender.JITTERLAB;
    Function<Function<HttpFigures, Double>, MedianInterval> ratio =
        of -> isOurs ? null : ratio(own, ours, of);
    List<Long> failed =
        own.values().stream().map(HttpFigures::failed).filter(Objects::nonNull).toList();
    double cores = median(own, HttpFigures::cores).orElseThrow();
    double serverCores = median(own, HttpFigures::serverCores).orElseThrow();
    double perSecond = median(own, HttpFigures::requestsPerSecond).orElseThrow();
    Double p50 = median(own, HttpFigures::p50).orElse(null);
    Double p99 = median(own, HttpFigures::p99).orElse(null);
    return new Row(
        part.word(),
        contender.label(),
        perSecond,
        cores,
        serverCores,
        median(own, HttpFigures::perCore).orElseThrow(),
        byRound(own),
        ratio.apply(HttpFigures::perCore),
        p50,
        ratio.apply(HttpFigures::p50),
        p99,
        ratio.apply(HttpFigures::p99),
        new HttpFigures(perSecond, p50, p99, cores, serverCores, null, null, null).bottleneck(),
        part == LoadPart.CLOSED ? "sent" : contender.countsFrom(),
        median(own, HttpFigures::latenessP50).orElse(null),
        median(own, HttpFigures::latenessP99).orElse(null),
        failed.isEmpty() ? null : failed.stream().mapToLong(Long::longValue).sum());
  }

  private static Map<String, List<Double>> byRound(Map<Integer, HttpFigures> rounds) {
    Map<String, List<Double>> byRound = new LinkedHashMap<>();
    put(byRound, "per-core", rounds, HttpFigures::perCore);
    put(byRound, "p50", rounds, HttpFigures::p50);
    put(byRound, "p99", rounds, HttpFigures::p99);
    return byRound;
  }

  private static void put(
      Map<String, List<Double>> byRound,
      String name,
      Map<Integer, HttpFigures> rounds,
      Function<HttpFigures, Double> figure) {
    List<Double> each = each(rounds, figure);
    if (!each.isEmpty()) {
      byRound.put(name, each);
    }
  }

  private static List<Double> each(
      Map<Integer, HttpFigures> rounds, Function<HttpFigures, Double> figure) {
    return rounds.values().stream().map(figure).filter(Objects::nonNull).toList();
  }

  private static Optional<Double> median(
      Map<Integer, HttpFigures> rounds, Function<HttpFigures, Double> figure) {
    return MedianInterval.of(each(rounds, figure)).map(MedianInterval::median);
  }

  /** Null where a generator does not say the figure. */
  private static MedianInterval ratio(
      Map<Integer, HttpFigures> own,
      Map<Integer, HttpFigures> ours,
      Function<HttpFigures, Double> of) {
    List<Double> ratios = new ArrayList<>();
    own.forEach(
        (round, figures) -> {
          Double figure = of.apply(figures);
          Double control = ours.containsKey(round) ? of.apply(ours.get(round)) : null;
          if (figure != null && control != null) {
            ratios.add(figure / control);
          }
        });
    return MedianInterval.of(ratios).orElse(null);
  }

  /** By the whole interval: one that is partly within the margin decides nothing. */
  static String agreement(MedianInterval ratio) {
    if (ratio.confidence() < LEAST_CONFIDENCE) {
      return "undecided";
    }
    double low = 1 - MARGIN;
    double high = 1 + MARGIN;
    if (ratio.low() >= low && ratio.high() <= high) {
      return "agree";
    }
    return ratio.high() < low || ratio.low() > high ? "differ" : "undecided";
  }
}
