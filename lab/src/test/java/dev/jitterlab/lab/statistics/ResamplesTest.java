package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResamplesTest {
  /** C(9, 5) = 126: Hall 1992, "The Bootstrap and Edgeworth Expansion", table in appendix I. */
  @Test
  void takesEachOf126ResamplesOfFiveOnce() {
    Resamples resamples = Resamples.of(5, 0);

    assertEquals(126, resamples.size());
    assertEquals(126, all(resamples).map(Arrays::toString).distinct().count());
    all(resamples).forEach(m -> assertEquals(5, Arrays.stream(m).sum()));
  }

  @Test
  void givesEachResampleItsMultinomialProbability() {
    Resamples resamples = Resamples.of(5, 0);

    double sum = 0;
    for (int i = 0; i < resamples.size(); i++) {
      int[] sorted = resamples.multiplicities(i).clone();
      Arrays.sort(sorted);
      if (sorted[4] == 5) {
        assertEquals(1.0 / 3125, resamples.probability(i), 1e-15);
      }
      if (sorted[0] == 1) {
        assertEquals(120.0 / 3125, resamples.probability(i), 1e-15);
      }
      sum += resamples.probability(i);
    }
    assertEquals(1, sum, 1e-12);
  }

  @Test
  void drawsTheSameResamplesFromTheSameSeed() {
    Resamples once = Resamples.of(50, 7);
    Resamples again = Resamples.of(50, 7);

    assertEquals(Resamples.LIMIT, once.size());
    for (int i = 0; i < once.size(); i++) {
      assertArrayEquals(once.multiplicities(i), again.multiplicities(i));
      assertEquals(50, Arrays.stream(once.multiplicities(i)).sum());
    }
  }

  /** A multiplicity is binomial(50, 1/50): mean 1, variance 0.98. */
  @Test
  void drawsEveryInstanceEquallyOften() {
    Resamples resamples = Resamples.of(50, 7);

    for (int instance = 0; instance < 50; instance++) {
      int index = instance;
      double mean = all(resamples).mapToInt(m -> m[index]).average().orElseThrow();
      assertEquals(1, mean, 5 * Math.sqrt(0.98 / Resamples.LIMIT));
    }
  }

  private static java.util.stream.Stream<int[]> all(Resamples resamples) {
    return IntStream.range(0, resamples.size()).mapToObj(resamples::multiplicities);
  }
}
