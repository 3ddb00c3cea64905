package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Simulated runs whose parts are known. The seeds are fixed. */
class SpreadPartsTest {
  private static final int RUNS = 400;

  private record Truth(double jvm, double within, double sameSeconds, double rounds) {}

  private static double[][][] run(Truth truth, double trend, int seed) {
    SplittableRandom random = new SplittableRandom(20_261_122L + seed);
    double[][][] logs = new double[5][3][6];
    for (double[][] round : logs) {
      double ofRound = truth.rounds() * random.nextGaussian();
      double[] seconds =
          random.doubles(6).map(_ -> truth.sameSeconds() * random.nextGaussian()).toArray();
      for (int g = 0; g < 3; g++) {
        double jvm = truth.jvm() * random.nextGaussian();
        for (int s = 0; s < 6; s++) {
          round[g][s] =
              g + ofRound + jvm + seconds[s] + trend * s + truth.within() * random.nextGaussian();
        }
      }
    }
    return logs;
  }

  @Test
  void findsThePartsOfWhichARunWasMade() {
    Truth truth = new Truth(0.2, 0.3, 0.4, 0.5);
    double jvm = 0;
    double within = 0;
    double seconds = 0;
    double rounds = 0;
    double trend = 0;
    for (int i = 0; i < RUNS; i++) {
      SpreadParts parts = SpreadParts.of(run(truth, 0.1, i), true).orElseThrow();
      jvm += parts.jvm() / RUNS;
      within += parts.within() / RUNS;
      seconds += parts.sameSeconds() / RUNS;
      rounds += parts.rounds() / RUNS;
      trend += parts.trend() / RUNS;
    }
    assertEquals(0.04, jvm, 0.004);
    assertEquals(0.09 / 6, within, 0.001);
    assertEquals(0.16 / 6, seconds, 0.002);
    assertEquals(0.25, rounds, 0.03);
    assertEquals(0.5, trend, 0.05);
  }

  @Test
  void onlyWhatVariesWithinAJvmShrinksWithTheDuration() {
    SpreadParts steady = new SpreadParts(0.01, 0, 1, 1, 0, 6);
    SpreadParts noisy = new SpreadParts(0, 0.01, 1, 1, 0, 6);

    assertEquals(1, steady.widthWithTimesTheDuration(2), 1e-12);
    assertEquals(Math.sqrt(0.5), noisy.widthWithTimesTheDuration(2), 1e-12);
  }

  /** One after the other, what a second did to a server cannot be told from the server. */
  @Test
  void seesNoSharedSecondsWhereNoTwoServersWereMeasuredAtOnce() {
    SpreadParts parts = SpreadParts.of(run(new Truth(0, 0.3, 0, 0), 0, 1), false).orElseThrow();

    assertEquals(0, parts.sameSeconds());
    assertTrue(parts.within() > 0);
    assertEquals(Optional.empty(), SpreadParts.of(new double[1][3][6], true));
    assertEquals(Optional.empty(), SpreadParts.of(new double[5][1][6], true));
    assertEquals(Optional.empty(), SpreadParts.of(new double[5][3][1], true));
    assertEquals(Optional.empty(), SpreadParts.of(new double[0][][], true));
  }
}
