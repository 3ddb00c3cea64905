package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalPlanTest {
  private static final long SECOND = 1_000_000_000L;

  private static ArrivalPlan plan(ArrivalProcess process, String rate) {
    return ArrivalPlan.of(process, rate, 7);
  }

  private static long[] first(int count, Arrivals arrivals) {
    long[] times = new long[count];
    Arrays.setAll(times, i -> arrivals.nextNs());
    return times;
  }

  private static int countBefore(long endNs, Arrivals arrivals) {
    int count = 0;
    while (arrivals.nextNs() <= endNs) {
      count++;
    }
    return count;
  }

  @Test
  void knowsTheGreatestRateOfAPlan() {
    assertEquals(200, plan(ArrivalProcess.CONSTANT, "200").greatestPerSecond());
    assertEquals(400, plan(ArrivalProcess.RAMP, "400..100:30s").greatestPerSecond());
    assertEquals(400, plan(ArrivalProcess.RAMP, "100..400:30s").greatestPerSecond());
    assertEquals(300, plan(ArrivalProcess.STEPS, "100:10s,300:10s,200").greatestPerSecond());
    assertEquals(
        Double.POSITIVE_INFINITY,
        ArrivalPlan.changing(ArrivalProcess.POISSON, new ChangingRate(5), 7).greatestPerSecond());
  }

  @Test
  void constantArrivalsComeOnePeriodApart() {
    long[] times = first(4, plan(ArrivalProcess.CONSTANT, "200").arrivals());
    assertEquals("[5000000, 10000000, 15000000, 20000000]", Arrays.toString(times));
  }

  @Test
  void aBurstComesWithItsLastArrival() {
    long[] times = first(6, plan(ArrivalProcess.CONSTANT, "200").inBursts(3).arrivals());
    assertEquals(
        "[15000000, 15000001, 15000002, 30000000, 30000001, 30000002]", Arrays.toString(times));
    assertEquals(
        15_000_000L + 2_500_000L,
        plan(ArrivalProcess.CONSTANT, "200").inBursts(3).arrivals(0.5).nextNs());
    assertThrows(
        IllegalArgumentException.class, () -> plan(ArrivalProcess.CONSTANT, "200").inBursts(0));
  }

  @Property
  void burstsKeepTheRateAndTheOrder(
      @ForAll @IntRange(min = 1, max = 100) int size,
      @ForAll @IntRange(min = 1, max = 1_000_000) int rate) {
    ArrivalPlan plan = plan(ArrivalProcess.POISSON, Integer.toString(rate));
    long[] each = first(size * 20, plan.arrivals());
    long[] inBursts = first(size * 20, plan.inBursts(size).arrivals());
    for (int i = 0; i < each.length; i++) {
      assertTrue(i == 0 || inBursts[i] > inBursts[i - 1], "at " + i);
      if (i % size == 0) {
        assertTrue(inBursts[i] >= each[i + size - 1], "at " + i);
      }
    }
  }

  @Property
  void constantArrivalsAreExactHoweverManyCameBefore(
      @ForAll @IntRange(min = 1, max = 1_000_000) int rate,
      @ForAll @IntRange(min = 1, max = 1_000_000_000) int index) {
    BigDecimal exact =
        BigDecimal.valueOf(index)
            .multiply(BigDecimal.valueOf(SECOND))
            .divide(BigDecimal.valueOf(rate), 3, RoundingMode.HALF_UP);
    long ns = RateProfile.parse(String.valueOf(rate)).reachedNs(index);
    double tolerance = 1 + Math.ulp(exact.doubleValue());
    assertTrue(
        exact.subtract(BigDecimal.valueOf(ns)).abs().doubleValue() <= tolerance,
        () -> exact + " and " + ns);
  }

  /** The integral of 100 + 10 t reaches n at (-100 + sqrt(10000 + 20 n)) / 10. */
  @Test
  void arrivalsOfARampFollowTheIntegralOfItsRate() {
    Arrivals ramp = plan(ArrivalProcess.RAMP, "100..400:30s").arrivals();
    long[] times = first(7_501, ramp);
    for (int n = 1; n <= 7_500; n++) {
      double expectedNs = (-100 + Math.sqrt(10_000 + 20.0 * n)) / 10 * 1e9;
      assertEquals(expectedNs, (double) times[n - 1], 2, "arrival " + n);
    }
    assertEquals(30e9 + 1e9 / 400, (double) times[7_500], 2, "the last rate is kept");
  }

  @Test
  void aRampMayComeDownAndMayBeginAtZero() {
    assertEquals(
        1_000, countBefore(10 * SECOND, plan(ArrivalProcess.RAMP, "0..200:10s").arrivals()), 1);
    assertEquals(
        1_010, countBefore(10 * SECOND, plan(ArrivalProcess.RAMP, "200..2:10s").arrivals()), 1);
  }

  @Test
  void stepsKeepEachRateForItsTime() {
    ArrivalPlan steps = plan(ArrivalProcess.STEPS, "100:10s,0:500ms,200:1m,50");
    assertEquals(1_000, countBefore(10 * SECOND, steps.arrivals()));
    assertEquals(1_000, countBefore(10 * SECOND + SECOND / 2, steps.arrivals()));
    assertEquals(13_000, countBefore(70 * SECOND + SECOND / 2, steps.arrivals()));
    assertEquals(13_050, countBefore(71 * SECOND + SECOND / 2, steps.arrivals()));
  }

  @Property(tries = 100)
  void theCountOverAnyTimeIsTheIntegralOfTheRate(
      @ForAll @IntRange(min = 0, max = 2_000) int from,
      @ForAll @IntRange(min = 1, max = 2_000) int to,
      @ForAll @IntRange(min = 1, max = 20) int seconds,
      @ForAll @DoubleRange(min = 0, max = 1) double share) {
    double t = share * seconds;
    double integral = from * t + (to - from) * t * t / (2.0 * seconds);
    RateProfile profile = RateProfile.parse(from + ".." + to + ":" + seconds + "s");
    int count = countBefore((long) (t * 1e9), new EvenArrivals(profile, 0));
    assertEquals(integral, count, 1.001);
  }

  @Property(tries = 50)
  void everyArrivalIsLaterThanTheOneBefore(@ForAll long seed) {
    for (String rate : new String[] {"1000000", "0..1000000:100ms", "1:1s,1000000:10ms,3"}) {
      Arrivals arrivals = ArrivalPlan.of(ArrivalProcess.POISSON, rate, seed).arrivals();
      long last = -1;
      for (int i = 0; i < 5_000; i++) {
        long next = arrivals.nextNs();
        assertTrue(next > last, rate);
        last = next;
      }
    }
  }

  @Property(tries = 50)
  void theSameSeedIsTheSamePlanAndAnotherIsNot(@ForAll long seed) {
    ArrivalPlan plan = ArrivalPlan.of(ArrivalProcess.POISSON, "100", seed);
    long[] once = first(100, plan.arrivals());
    assertEquals(Arrays.toString(once), Arrays.toString(first(100, plan.arrivals())));
    long[] other = first(100, ArrivalPlan.of(ArrivalProcess.POISSON, "100", seed + 1).arrivals());
    assertNotEquals(Arrays.toString(once), Arrays.toString(other));
  }

  @Test
  void aShiftMakesAllArrivalsLaterByPartOfAGap() {
    ArrivalPlan even = plan(ArrivalProcess.CONSTANT, "100");
    assertEquals(12_500_000, even.arrivals(0.25).nextNs());
    ArrivalPlan random = plan(ArrivalProcess.POISSON, "100");
    long[] plain = first(1_000, random.arrivals());
    long[] shifted = first(1_000, random.arrivals(0.25));
    for (int i = 0; i < plain.length; i++) {
      assertEquals(2_500_000, (double) (shifted[i] - plain[i]), 2);
    }
  }

  /** Of a Poisson process, the count in a second has the rate for its mean and for its variance. */
  @Test
  void poissonCountsHaveTheRateForMeanAndVariance() {
    int seconds = 20_000;
    double rate = 50;
    double[] counts = new double[seconds];
    Arrivals arrivals = plan(ArrivalProcess.POISSON, "50").arrivals();
    for (long at = arrivals.nextNs(); at < seconds * SECOND; at = arrivals.nextNs()) {
      counts[(int) (at / SECOND)]++;
    }
    double mean = Arrays.stream(counts).average().orElseThrow();
    double variance = Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (seconds - 1);
    // Four standard errors: sqrt(rate / n), and about rate x sqrt(2 / n).
    assertEquals(rate, mean, 4 * Math.sqrt(rate / seconds));
    assertEquals(rate, variance, 4 * rate * Math.sqrt(2.0 / seconds));
  }

  /**
   * Kolmogorov-Smirnov against 1 - exp(-rate x gap): the greatest distance of the two distributions
   * is below 1.949 / sqrt(n) with a probability of 99.9 % (Smirnov's table).
   */
  @Test
  void poissonGapsAreExponential() {
    int n = 20_000;
    double rate = 80;
    long[] times = first(n, plan(ArrivalProcess.POISSON, "80").arrivals());
    double[] gaps = new double[n];
    for (int i = 0; i < n; i++) {
      gaps[i] = (times[i] - (i == 0 ? 0 : times[i - 1])) / 1e9;
    }
    Arrays.sort(gaps);
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double expected = 1 - Math.exp(-rate * gaps[i]);
      distance =
          Math.max(
              distance,
              Math.max(Math.abs(expected - (double) i / n), Math.abs(expected - (i + 1.0) / n)));
    }
    assertTrue(distance < 1.949 / Math.sqrt(n), "distance " + distance);
    assertEquals(1 / rate, Arrays.stream(gaps).average().orElseThrow(), 4 / rate / Math.sqrt(n));
  }

  @Test
  void poissonArrivalsFollowARateThatChanges() {
    ArrivalPlan plan = plan(ArrivalProcess.POISSON, "20:100s,0:100s,80:100s,1");
    assertEquals(2_000, countBefore(100 * SECOND, plan.arrivals()), 4 * Math.sqrt(2_000));
    assertEquals(
        countBefore(100 * SECOND, plan.arrivals()), countBefore(200 * SECOND, plan.arrivals()));
    assertEquals(10_000, countBefore(300 * SECOND, plan.arrivals()), 4 * Math.sqrt(10_000));
  }

  @Test
  void everyTargetHasTheSameArrivals() {
    ArrivalPlan plan = plan(ArrivalProcess.STEPS, "100:1s,300");
    int alone = countBefore(10 * SECOND, plan.arrivals());
    assertEquals(alone, countBefore(10 * SECOND, plan.arrivals(0.5)), 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "constant | '' | is no rate",
        "constant | x | is no rate",
        "constant | -1 | a rate is 0 to 1,000,000 a second",
        "constant | 2000000 | a rate is 0 to 1,000,000 a second",
        "constant | 0 | must be above 0",
        "constant | 100..200:1s | does not fit constant, which takes one rate",
        "ramp | 100 | does not fit ramp, which takes two rates and the time",
        "ramp | 100..200 | how long the rate takes to change",
        "ramp | 100..200:30 | a number with a unit",
        "ramp | 100..200:xs | is no time",
        "ramp | 100..200:0s | a duration is above 0",
        "ramp | 100..0:30s | must be above 0",
        "steps | 100 | does not fit steps",
        "steps | 100..200:1s | does not fit steps, which takes rates and how long each is kept",
        "steps | 100,200:1s | only the last part may lack its duration",
        "poisson | NaN | a rate is 0 to"
      })
  void saysWhatIsWrongWithARate(String process, String rate, String why) {
    ArrivalProcess of = ArrivalProcess.valueOf(process.toUpperCase(java.util.Locale.ROOT));
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> ArrivalPlan.of(of, rate, 1));
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
  }
}
