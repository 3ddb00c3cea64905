package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Of some requests a few are refused, or still out at the end of the measurement, of 50 s. */
class AnswersTest {
  private static Distribution answered(int count) {
    Histogram times = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      times.recordValue(1_000L * i);
    }
    return Distribution.of(times);
  }

  private static Optional<Answers> read(int answered, Map<String, Double> outcomes) {
    return read(answered, Distribution.empty(), outcomes);
  }

  private static Optional<Answers> read(
      int answered, Distribution waiting, Map<String, Double> outcomes) {
    return Answers.of(
        LoggedServer.counting(outcomes),
        answered(answered),
        waiting,
        Answers.UNANSWERED,
        outcome -> "requests " + outcome);
  }

  /** Still out, for such a time, twice, three times and so on. */
  private static Distribution waiting(int count, long stepNs) {
    Histogram waits = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      waits.recordValue(stepNs * i);
    }
    return Distribution.of(waits);
  }

  private static double bound(Object figure) {
    return (double) ((Map<?, ?>) figure).get("at_least");
  }

  private static Object figure(Quantile quantile, Answers... servers) {
    return pooling(quantile).figure(List.of(servers));
  }

  private static Pooling<Answers> pooling(Quantile quantile) {
    return Pooling.answers(quantile, _ -> Optional.empty());
  }

  @Test
  void aQuantileAmongUnansweredRequestsIsABound() {
    Answers all = read(1_000, Map.of()).orElseThrow();
    Answers most =
        read(980, Map.of("requests refused", 15.0, "requests failed", 5.0)).orElseThrow();

    assertEquals(20, most.unanswered());
    assertEquals(900e-6, (double) figure(Quantile.P90, most), 1e-6, "900 of 1,000, not of 980");
    assertEquals(Map.of("at_least", 50.0), figure(Quantile.P99, most));
    assertEquals(Censoring.AT_LEAST, pooling(Quantile.P99).censoring(List.of(most)));
    assertEquals(990e-6, (double) figure(Quantile.P99, all), 1e-6);
    assertEquals(990e-6, (double) figure(Quantile.P99, all, all, most), 20e-6, "7 of 1,000");
    assertEquals(Censoring.NONE, pooling(Quantile.P99).censoring(List.of(all, all, most)));
    assertEquals(Map.of("at_least", 50.0), figure(Quantile.MAX, all, all, most));
  }

  /** Its counters would say how many it refused. */
  @Test
  void whereTheLoadNeverAnsweredNobodyKnowsTheUnanswered() {
    assertEquals(Optional.empty(), read(1_000, Map.of(LoggedServer.LOAD_FAILED, 50.0)));
  }

  /** It was asked for before the measurement began, and was answered in it. */
  @Test
  void aRequestWithoutAnAnswerIsSlowerThanOneThatTookLongerThanTheMeasurement() {
    Answers slow =
        Answers.of(MeasuredWindows.of(0, 50), waiting(1, 60_000_000_000L), Distribution.empty(), 1)
            .orElseThrow();

    assertEquals(60, slow.atLeastNs() / 1e9, 0.1);
  }

  /** 100 requests a second, of which those of the last 9 s have no answer yet. */
  @Test
  void aServerThatHangsUntilTheEndHasBounds() {
    Answers hung = read(5_100, waiting(900, 10_000_000), Map.of()).orElseThrow();

    assertEquals(8.4, bound(figure(Quantile.P99, hung)), 0.01, "60 of 6,000 wait for longer");
    assertEquals(3, bound(figure(Quantile.P90, hung)), 0.01);
    assertEquals(9, bound(figure(Quantile.MAX, hung)), 0.01);
    assertEquals(Censoring.AT_LEAST, pooling(Quantile.P99).censoring(List.of(hung)));
    assertEquals(3e-3, (double) figure(Quantile.P50, hung), 1e-5, "of 6,000, and surely so");
  }

  @Test
  void oneHungServerIsEnoughForItsGroup() {
    Answers well = read(6_000, Map.of()).orElseThrow();
    Answers hung = read(5_100, waiting(900, 10_000_000), Map.of()).orElseThrow();

    assertEquals(6, bound(figure(Quantile.P99, well, well, well, well, hung)), 0.01);
  }

  /** Of 1,000 requests eleven hang, or ten: the p99 is the 990th. */
  @Test
  void aQuantileBelowThoseThatAreOutIsAFigure() {
    Answers eleven = read(989, waiting(11, 1_000_000_000), Map.of()).orElseThrow();
    Answers ten = read(990, waiting(10, 1_000_000_000), Map.of()).orElseThrow();

    assertEquals(1, bound(figure(Quantile.P99, eleven)), 0.01);
    assertEquals(990e-6, (double) figure(Quantile.P99, ten), 1e-6);
    assertEquals(Censoring.NONE, pooling(Quantile.P99).censoring(List.of(ten)));
  }

  /** As at every moment of a load: they wait for no longer than answers take. */
  @Test
  void requestsOnTheirWayMakeNoBound() {
    Answers steady = read(1_000, waiting(9, 100_000), Map.of()).orElseThrow();

    for (Quantile quantile : Quantile.values()) {
      assertEquals(
          Censoring.NONE, pooling(quantile).censoring(List.of(steady)), quantile.toString());
    }
    assertEquals(990e-6, (double) figure(Quantile.P99, steady), 2e-6);
  }

  @Test
  void aServerThatHungAllTheTimeHasABoundToo() {
    Answers hung = read(0, waiting(7, 1_000_000_000), Map.of()).orElseThrow();

    assertEquals(4, bound(figure(Quantile.P50, hung)), 0.01);
  }

  /** The load shows the counter, and answered no scrape near an end of the measurement. */
  @Test
  void aServerHasNothingIfNobodyKnowsHowManyRequestsGotNoAnswer() {
    Map<String, Double> unknown = new HashMap<>();
    unknown.put("requests refused", null);

    assertEquals(Optional.empty(), read(700, unknown));
  }

  @Test
  void aServerThatAnsweredNothingHasABoundAndOneThatWasAskedNothingHasNothing() {
    Answers none = read(0, Map.of("requests overflow", 7.0)).orElseThrow();

    assertEquals(Map.of("at_least", 50.0), figure(Quantile.P50, none));
    assertEquals(Optional.empty(), read(0, Map.of()));
    assertEquals(Optional.empty(), read(0, Map.of("requests timeout", 7.0)));
  }
}
