package dev.jitterlab.bench.locks;

import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.statistics.Mean;
import dev.jitterlab.lab.statistics.RatioBootstrap;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What a bench of locks found out; {@code bench.json}, a public interface. Times are in seconds.
 *
 * @param rows by case, the unfair lock first
 * @param front by case, what our lock achieves with its best k
 */
public record LocksResult(
    int rounds,
    double secondsPerRound,
    long seed,
    List<Row> rows,
    List<Best> front,
    Environment environment) {
  /** What part of the unfair lock's throughput is asked of ours. */
  public static final double ENOUGH = 0.9;

  /**
   * One lock in one case.
   *
   * @param barges k; null of the JDK's locks
   * @param acquisitionsPerSecond mean of the rounds
   * @param throughput to that of the unfair lock in the same rounds; null of the unfair lock
   * @param waitP999Seconds mean of the rounds
   * @param waitP999 to that of the unfair lock; null of the unfair lock
   * @param waitP9999Seconds mean of the rounds; null if in one of them fewer than 100,000 waits
   *     were recorded
   * @param longestWaitSeconds the longest of all rounds
   * @param boundSeconds what (threads − 1)(k + 1) acquisitions take at this lock's pace: the most
   *     that a thread waits in the queue if acquisitions go on at that pace; null of the JDK's
   *     locks
   */
  public record Row(
      int threads,
      int sectionNs,
      String lock,
      Integer barges,
      double acquisitionsPerSecond,
      Ratio throughput,
      double waitP999Seconds,
      Ratio waitP999,
      Double waitP9999Seconds,
      double longestWaitSeconds,
      Double boundSeconds) {
    /** Whether it has nine tenths of the unfair lock's throughput, by the estimate. */
    boolean carriesEnough() {
      return throughput != null && throughput.ratio() >= ENOUGH;
    }

    /** Whether its p99.9 wait is within the bound and below the unfair lock's. */
    boolean waitsLess() {
      return boundSeconds != null && waitP999Seconds <= boundSeconds && waitP999.ratio() < 1;
    }
  }

  /** A ratio with its 95 % interval; the ends are null where there is none. */
  public record Ratio(double ratio, Double low, Double high) {}

  /**
   * The best of our locks in a case: of those that reach the target the one with the shortest p99.9
   * wait; or else the same of those with {@link #ENOUGH} throughput; or else the one with the most.
   *
   * @param target whether it has enough throughput, and its wait is within its own bound and below
   *     the unfair lock's
   */
  public record Best(int threads, int sectionNs, String lock, boolean target) {}

  static LocksResult of(
      LockPlan plan, Map<LockPlan.Cell, List<LockFigures>> measured, Environment environment) {
    List<Row> rows = new ArrayList<>();
    List<Best> front = new ArrayList<>();
    for (LockPlan.Case where : plan.cases()) {
      List<LockFigures> unfair = measured.get(new LockPlan.Cell(where, LockPlan.Lock.UNFAIR));
      List<Row> ofCase =
          plan.locks().stream()
              .map(
                  lock ->
                      row(
                          where,
                          lock,
                          measured.get(new LockPlan.Cell(where, lock)),
                          unfair,
                          plan.seed()))
              .toList();
      rows.addAll(ofCase);
      best(ofCase).ifPresent(front::add);
    }
    return new LocksResult(plan.rounds(), plan.seconds(), plan.seed(), rows, front, environment);
  }

  private static Row row(
      LockPlan.Case where,
      LockPlan.Lock lock,
      List<LockFigures> figures,
      List<LockFigures> unfair,
      long seed) {
    boolean isUnfair = lock.equals(LockPlan.Lock.UNFAIR);
    double pace = mean(figures, LockFigures::acquisitionsPerSecond);
    return new Row(
        where.threads(),
        where.sectionNs(),
        lock.name(),
        lock.barges().isPresent() ? lock.barges().getAsInt() : null,
        pace,
        isUnfair ? null : ratio(figures, unfair, LockFigures::acquisitionsPerSecond, seed),
        mean(figures, LockFigures::waitP999Seconds),
        isUnfair ? null : ratio(figures, unfair, LockFigures::waitP999Seconds, seed),
        figures.stream().allMatch(one -> one.waitP9999Seconds().isPresent())
            ? mean(figures, one -> one.waitP9999Seconds().getAsDouble())
            : null,
        figures.stream().mapToDouble(LockFigures::longestWaitSeconds).max().orElseThrow(),
        lock.barges().isPresent()
            ? (where.threads() - 1) * (lock.barges().getAsInt() + 1.0) / pace
            : null);
  }

  private static double mean(List<LockFigures> figures, ToDoubleFunction<LockFigures> of) {
    return figures.stream().mapToDouble(of).average().orElseThrow();
  }

  private static Ratio ratio(
      List<LockFigures> figures,
      List<LockFigures> unfair,
      ToDoubleFunction<LockFigures> of,
      long seed) {
    RatioEstimate estimate =
        RatioBootstrap.paired(
                new Mean(figures.stream().mapToDouble(of).toArray()),
                new Mean(unfair.stream().mapToDouble(of).toArray()),
                seed)
            .orElseThrow();
    Optional<RatioEstimate.Interval> interval = estimate.interval();
    return new Ratio(
        estimate.ratio(),
        interval.map(RatioEstimate.Interval::low).orElse(null),
        interval.map(RatioEstimate.Interval::high).orElse(null));
  }

  private static Optional<Best> best(List<Row> rows) {
    List<Row> ours = rows.stream().filter(row -> row.barges() != null).toList();
    Optional<Row> reached =
        quickest(ours.stream().filter(Row::carriesEnough).filter(Row::waitsLess));
    return reached
        .or(() -> quickest(ours.stream().filter(Row::carriesEnough)))
        .or(() -> ours.stream().max(Comparator.comparingDouble(Row::acquisitionsPerSecond)))
        .map(row -> new Best(row.threads(), row.sectionNs(), row.lock(), reached.isPresent()));
  }

  private static Optional<Row> quickest(Stream<Row> rows) {
    return rows.min(Comparator.comparingDouble(Row::waitP999Seconds));
  }
}
