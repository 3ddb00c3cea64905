package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapCostModelTest {
  private static final long MB = 1 << 20;

  /** In the order of the sizes that a search tries. */
  private static final long[] SIZES =
      Arrays.stream(new long[] {64, 64, 72, 96, 96, 128, 192, 192, 256, 512, 512})
          .map(mb -> mb * MB)
          .toArray();

  private static double cost(long bytes, double a, double b, double floorMb) {
    return a + b / (bytes / (double) MB - floorMb);
  }

  private static double[] costs(double a, double b, double floorMb, double noise, long seed) {
    Random random = new Random(seed);
    return Arrays.stream(SIZES)
        .mapToDouble(s -> cost(s, a, b, floorMb) * Math.exp(noise * random.nextGaussian()))
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({"0.01, 6, 50", "0, 10, 30", "0.1, 2, 60", "0.05, 20, 0"})
  void findsTheCurveThatWithoutNoiseIsThere(double a, double b, double floorMb) {
    HeapCostModel model = HeapCostModel.fit(SIZES, costs(a, b, floorMb, 0, 1), 1).orElseThrow();

    for (long mb : new long[] {80, 110, 160, 400, 1024}) {
      double truth = cost(mb * MB, a, b, floorMb);
      assertEquals(truth, model.at(mb * MB).orElseThrow().value(), 0.02 * truth, mb + " MiB");
    }
    assertEquals(floorMb, model.floorBytes() / MB, 1.5);
  }

  /** Between the smallest and the largest size; beyond, nothing is promised. */
  @Test
  void predictsSizesThatItHasNotSeenWithinTenPercent() {
    int within = 0;
    int trials = 0;
    for (int seed = 0; seed < 50; seed++) {
      HeapCostModel model =
          HeapCostModel.fit(SIZES, costs(0.02, 6, 50, 0.05, seed), 1).orElseThrow();
      for (long mb : new long[] {84, 112, 160, 360}) {
        double truth = cost(mb * MB, 0.02, 6, 50);
        trials++;
        within += Math.abs(model.at(mb * MB).orElseThrow().value() / truth - 1) < 0.10 ? 1 : 0;
      }
    }
    assertTrue(within >= 0.95 * trials, within + " of " + trials);
  }

  @Test
  void itsIntervalsHoldTheTruthAsOftenAsTheySay() {
    int held = 0;
    int trials = 0;
    for (int seed = 0; seed < 60; seed++) {
      HeapCostModel model =
          HeapCostModel.fit(SIZES, costs(0.02, 6, 50, 0.08, 1_000 + seed), 1).orElseThrow();
      for (long mb : new long[] {64, 110, 256}) {
        HeapCostModel.Cost cost = model.at(mb * MB).orElseThrow();
        double truth = cost(mb * MB, 0.02, 6, 50);
        trials++;
        held += cost.low() <= truth && truth <= cost.high() ? 1 : 0;
      }
    }
    assertTrue(held >= 0.90 * trials, held + " of " + trials);
  }

  @Test
  void saysWhichHeapBringsTheCostDown() {
    HeapCostModel model = HeapCostModel.fit(SIZES, costs(0.02, 6, 50, 0, 1), 1).orElseThrow();

    assertEquals(50 + 6 / 0.08, model.heapBytesFor(0.1).getAsDouble() / MB, 2);
    assertTrue(model.heapBytesFor(0.01).isEmpty(), "no heap is large enough");
  }

  @Test
  void costsThatDoNotHangOnTheHeapMakeAFlatCurve() {
    double[] flat = new double[SIZES.length];
    Arrays.fill(flat, 0.2);
    HeapCostModel model = HeapCostModel.fit(SIZES, flat, 1).orElseThrow();

    assertEquals(0.2, model.at(64 * MB).orElseThrow().value(), 1e-9);
    assertEquals(0.2, model.at(512 * MB).orElseThrow().value(), 1e-9);
  }

  @Test
  void saysNothingOfTooFewRunsAndOfACollectorThatNeverRan() {
    assertEquals(
        Optional.empty(),
        HeapCostModel.fit(new long[] {MB, 2 * MB, 3 * MB}, new double[] {3, 2, 1}, 1));
    assertEquals(
        Optional.empty(),
        HeapCostModel.fit(new long[] {MB, MB, 3 * MB, 3 * MB}, new double[] {3, 2, 1, 1}, 1));
    assertEquals(Optional.empty(), HeapCostModel.fit(SIZES, new double[SIZES.length], 1));
  }
}
