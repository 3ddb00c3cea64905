package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.size.HeapCostModel.Run;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
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

  /** Of runs with a known live set, of which those below a border collect fully. */
  private static Optional<HeapCostModel> fit(
      long[] sizes, double[] costs, double liveMb, long fullBelowMb) {
    return HeapCostModel.fit(
        IntStream.range(0, sizes.length)
            .mapToObj(
                i ->
                    new Run(
                        sizes[i],
                        costs[i],
                        OptionalDouble.of(liveMb * MB),
                        sizes[i] < fullBelowMb * MB))
            .toList());
  }

  private static HeapCostModel fit(double[] costs, double liveMb) {
    return fit(SIZES, costs, liveMb, 0).orElseThrow();
  }

  /** Two sizes of a kind tell nothing of what lies between: no interval would be honest. */
  @Test
  void twoSizesOfEachKindMakeNoModel() {
    long[] sizes = {64 * MB, 96 * MB, 256 * MB, 512 * MB};
    double[] costs = {1, 0.5, 0.1, 0.05};

    assertEquals(Optional.empty(), fit(sizes, costs, 50, 100));
    assertTrue(fit(sizes, costs, 50, 0).isPresent(), "four of one kind do");
  }

  /** Its own two sizes do not tell it. */
  @Test
  void theShorterCurveBendsAsTheLongerOne() {
    double[] costs =
        Arrays.stream(SIZES)
            .map(s -> s == 72 * MB ? 64 * MB : s)
            .mapToDouble(s -> s <= 96 * MB ? cost(s, 0, 12, 50) : cost(s, 0.02, 1, 50))
            .toArray();
    long[] sizes = Arrays.stream(SIZES).map(s -> s == 72 * MB ? 64 * MB : s).toArray();
    HeapCostModel.Cost between = fit(sizes, costs, 50, 100).orElseThrow().at(78 * MB).orElseThrow();
    assertTrue(between.halfWidth() > 0.01, between::toString);
  }

  /** As the parallel collector does: nothing but full collections up to 96 MiB. */
  @Test
  void aJumpWhereFullCollectionsEndDoesNotBendTheCurves() {
    double[] costs =
        Arrays.stream(SIZES)
            .mapToDouble(s -> s <= 96 * MB ? cost(s, 0, 12, 50) : cost(s, 0.02, 1, 50))
            .toArray();
    HeapCostModel model = fit(SIZES, costs, 50, 100).orElseThrow();

    assertEquals(new HeapCostModel.Switch(96 * MB, 128 * MB), model.change().orElseThrow());
    for (long mb : new long[] {68, 80, 90}) {
      double truth = cost(mb * MB, 0, 12, 50);
      assertEquals(truth, model.at(mb * MB).orElseThrow().value(), 0.001 * truth, mb + " MiB");
    }
    for (long mb : new long[] {130, 200, 400}) {
      double truth = cost(mb * MB, 0.02, 1, 50);
      assertEquals(truth, model.at(mb * MB).orElseThrow().value(), 0.05 * truth, mb + " MiB");
    }
    HeapCostModel.Cost between = model.at(112 * MB).orElseThrow();
    assertTrue(between.low() <= cost(112 * MB, 0.02, 1, 50) * 1.01, between::toString);
    assertTrue(between.high() >= cost(112 * MB, 0, 12, 50) * 0.99, between::toString);
    assertEquals(128, model.heapBytesFor(0.1).getAsDouble() / MB, 0.5, "beyond the jump");
    assertEquals(50 + 12 / 0.5, model.heapBytesFor(0.5).getAsDouble() / MB, 0.1, "before it");
  }

  @ParameterizedTest
  @CsvSource({"0.01, 6, 50, 0.03", "0, 10, 30, 0.001", "0.1, 2, 60, 0.05", "0.05, 20, 0, 0.02"})
  void findsTheCurveThatWithoutNoiseIsThere(double a, double b, double floorMb, double off) {
    HeapCostModel model = fit(costs(a, b, floorMb, 0, 1), floorMb);

    for (long mb : new long[] {68, 80, 110, 160, 220, 400}) {
      double truth = cost(mb * MB, a, b, floorMb);
      assertEquals(truth, model.at(mb * MB).orElseThrow().value(), off * truth, mb + " MiB");
      assertEquals(1, model.heapBytesFor(truth).getAsDouble() / (mb * MB), 0.08);
    }
    assertEquals(floorMb, model.floorBytes() / MB, 1e-6);
    assertTrue(model.at(Math.round(floorMb * MB)).isEmpty(), "the live set alone fills it");
  }

  /** Between the smallest and the largest size; beyond, nothing is promised. */
  @Test
  void predictsSizesThatItHasNotSeenWithinTenPercent() {
    int within = 0;
    int trials = 0;
    for (int seed = 0; seed < 50; seed++) {
      HeapCostModel model = fit(costs(0.02, 6, 50, 0.05, seed), 50);
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
      HeapCostModel model = fit(costs(0.02, 6, 50, 0.08, 1_000 + seed), 50);
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
    HeapCostModel model = fit(costs(0.02, 6, 50, 0, 1), 50);

    assertEquals(50 + 6 / 0.08, model.heapBytesFor(0.1).getAsDouble() / MB, 2);
    assertEquals(64, model.heapBytesFor(9).getAsDouble() / MB, 1e-6, "the smallest tried");
    assertTrue(model.heapBytesFor(0.01).isEmpty(), "no heap is large enough");
  }

  @Test
  void costsThatDoNotHangOnTheHeapMakeAFlatCurve() {
    double[] flat = new double[SIZES.length];
    Arrays.fill(flat, 0.2);
    HeapCostModel model = fit(flat, 50);

    assertEquals(0.2, model.at(64 * MB).orElseThrow().value(), 1e-9);
    assertEquals(0.2, model.at(512 * MB).orElseThrow().value(), 1e-9);
  }

  @Test
  void saysNothingOfTooFewRunsAndOfACollectorThatNeverRan() {
    assertEquals(
        Optional.empty(), fit(new long[] {MB, 2 * MB, 3 * MB}, new double[] {3, 2, 1}, 0, 0));
    assertEquals(
        Optional.empty(),
        fit(new long[] {MB, MB, 3 * MB, 3 * MB}, new double[] {3, 2, 1, 1}, 0, 0));
    assertEquals(Optional.empty(), fit(SIZES, new double[SIZES.length], 0, 0));
  }
}
