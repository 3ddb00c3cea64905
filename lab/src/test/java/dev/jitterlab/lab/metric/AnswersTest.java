package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.statistics.Censoring;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Of 1,000 requests some are refused, in the 50 s of a measurement. */
class AnswersTest {
  private static Distribution answered(int count) {
    Histogram times = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      times.recordValue(1_000L * i);
    }
    return Distribution.of(times);
  }

  private static Optional<Answers> read(int answered, Map<String, Double> outcomes) {
    return Answers.of(
        LoggedServer.counting(outcomes), answered(answered), outcome -> "requests " + outcome);
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

  @Test
  void aServerThatAnsweredNothingHasABoundAndOneThatWasAskedNothingHasNothing() {
    Answers none = read(0, Map.of("requests overflow", 7.0)).orElseThrow();

    assertEquals(Map.of("at_least", 50.0), figure(Quantile.P50, none));
    assertEquals(Optional.empty(), read(0, Map.of()));
    assertEquals(Optional.empty(), read(0, Map.of("requests timeout", 7.0)));
  }
}
