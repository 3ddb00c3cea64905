package dev.jitterlab.lab.changepoint;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How often a warm-up is ended too early, and how long it lasts where nothing warms up: simulated
 * series of a second each, looked at after every second as the lab does. The seeds are fixed.
 */
class SteadyNowTest {
  private static final int SERIES = 200;
  private static final double NOISE = 0.05;

  /** From twice the final time down to it: after 24 s a fifth is left, after 34 s a tenth. */
  @Test
  void seldomStopsInTheMiddleOfASlowDecline() {
    double stopped = falseStops(at -> 1 + Math.exp(-at / 15.0), 24);

    assertTrue(stopped <= 0.1, "stopped too early in " + stopped);
  }

  /** As when the optimising compiler comes after eight seconds: fifteen more must be quiet. */
  @Test
  void doesNotStopBeforeFifteenSecondsWereQuiet() {
    double stopped = falseStops(at -> at < 8 ? 2 : 1, 8 + SteadyNow.QUIET_VALUES);

    assertTrue(stopped <= 0.05, "stopped too early in " + stopped);
  }

  @Test
  void doesNotStopWhileTheTimesStillFallByTwoPercentASecond() {
    double stopped = falseStops(at -> Math.pow(0.98, at), 60);

    assertTrue(stopped <= 0.1, "stopped too early in " + stopped);
  }

  @Test
  void endsSoonWhereNothingWarmsUp() {
    double late =
        IntStream.range(0, SERIES).filter(seed -> stop(series(_ -> 1, seed)) > 40).count()
            / (double) SERIES;

    assertTrue(late <= 0.1, "not steady after 40 s: " + late);
  }

  private interface Mean {
    double at(int second);
  }

  private static double falseStops(Mean mean, int notBefore) {
    return IntStream.range(0, SERIES).filter(seed -> stop(series(mean, seed)) < notBefore).count()
        / (double) SERIES;
  }

  /** The first second at which the lab would begin to measure. */
  private static int stop(double[] series) {
    for (int end = SteadyNow.QUIET_VALUES; end <= series.length; end++) {
      if (SteadyNow.isSteady(SteadySeries.EXECUTION, Arrays.copyOf(series, end))) {
        return end;
      }
    }
    return series.length + 1;
  }

  private static double[] series(Mean mean, int seed) {
    SplittableRandom random = new SplittableRandom(20_261_122L + 7919L * seed);
    return IntStream.range(0, 90)
        .mapToDouble(at -> 1e-3 * mean.at(at) * Math.exp(NOISE * random.nextGaussian()))
        .toArray();
  }
}
