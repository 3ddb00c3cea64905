package dev.jitterlab.lab.changepoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PeltTest {
  /**
   * The annual flow of the Nile at Aswan from 1871 to 1970, in 10⁸ m³: Cobb, "The Problem of the
   * Nile" (Biometrika 65, 1978), who dates its change to 1898.
   */
  private static final double[] NILE = {
    1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
    799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833,
    701, 916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845,
    864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649,
    846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815,
    1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
  };

  private static final double LOG_100 = Math.log(100);

  /** 28 years up to 1898; the second one from a quadratic-time partitioning written in Python. */
  @Test
  void findsTheChangeOfTheNile() {
    NormalCost cost = new NormalCost(NILE, 1);

    assertEquals(List.of(28), Pelt.changePoints(cost, 5 * LOG_100, 2));
    assertEquals(List.of(28, 97), Pelt.changePoints(cost, 3 * LOG_100, 2));
    assertEquals(List.of(), Pelt.changePoints(cost, 15 * LOG_100, 2));
  }

  /** −2 × the log-likelihood, from Python: 1309.0315 for all years. */
  @Test
  void costsWhatTheLikelihoodSays() {
    assertEquals(1309.0314665042044, new NormalCost(NILE, 1).of(0, 100), 1e-6);
  }

  /** Of (2, 4) with a least deviation of 2: variance 1, so 2 (ln 2π + ln 4 + 1/4). */
  @Test
  void doesNotBelieveInTooLittleNoise() {
    double expected = 2 * (Math.log(2 * Math.PI) + Math.log(4) + 0.25);

    assertEquals(expected, new NormalCost(new double[] {2, 4}, 2).of(0, 2), 1e-12);
    assertThrows(IllegalArgumentException.class, () -> new NormalCost(NILE, 0));
  }

  @Test
  void findsAChangeOfTheVarianceAlone() {
    double[] series = new double[80];
    for (int i = 0; i < series.length; i++) {
      series[i] = (i % 2 == 0 ? 1 : -1) * (i < 40 ? 1 : 10);
    }

    assertEquals(List.of(40), Pelt.changePoints(new NormalCost(series, 0.1), 20, 3));
  }

  @Test
  void hasNoChangesInWhatIsTooShortForTwoSegments() {
    assertEquals(List.of(), Pelt.changePoints(new NormalCost(new double[0], 1), 0, 3));
    assertEquals(
        List.of(), Pelt.changePoints(new NormalCost(new double[] {0, 0, 0, 90, 90}, 1), 0, 3));
  }
}
