package dev.jitterlab.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The expected figures were computed apart, by summing over all pairs as the paper writes it. */
class EDivisiveTest {
  private static final double[] ONE_STEP = {
    1.02, 0.97, 1.05, 0.99, 1.01, 1.31, 1.28, 1.36, 1.30, 1.33
  };
  private static final double[] THERE_AND_BACK = {
    3.1, 2.7, 3.0, 2.9, 5.2, 5.0, 4.8, 5.1, 3.0, 2.8, 3.2, 2.9
  };

  private final EDivisive method = new EDivisive(2, 0.05, 999, 1);

  @Test
  void measuresADivisionAsThePaperDoes() {
    EDivisive.Division step = method.best(ONE_STEP, 0, 10);
    assertEquals(5, step.at());
    assertEquals(1.35, step.q(), 1e-12);

    EDivisive.Division first = method.best(THERE_AND_BACK, 0, 12);
    assertEquals(4, first.at(), "a second stretch may end before the series does");
    assertEquals(7.533333333333333, first.q(), 1e-12);
  }

  /** Of the 1680 different orders of these numbers, 60 have a division as clear: p = 0.0357. */
  @Test
  void itsChanceIsThatOfAllOrders() {
    List<EDivisive.Change> changes =
        new EDivisive(2, 0.05, 20_000, 1).changes(1, 2, 1, 2, 1, 8, 9, 8);

    assertEquals(5, changes.getFirst().at());
    assertEquals(60.0 / 1680, changes.getFirst().pValue(), 0.004);
  }

  @Test
  void findsEveryChange() {
    assertEquals(List.of(5), places(ONE_STEP));
    assertEquals(List.of(4, 8), places(THERE_AND_BACK));
  }

  @Test
  void oneOutlierIsNoLevel() {
    assertEquals(List.of(), places(1, 1.1, 0.9, 1, 9, 1.1, 1, 0.9, 1.1, 1));
  }

  @Test
  void tooFewPointsShowNothing() {
    assertEquals(List.of(), places());
    assertEquals(List.of(), places(1, 2, 3));
    assertEquals(List.of(), places(1, 1, 9, 9));
    assertEquals(List.of(), places(5, 5, 5, 5, 5, 5, 5, 5));
  }

  /** At 5 %: of 600 series 30 are expected, with a standard error of 5.3. */
  @Test
  void aSeriesWithoutChangeRarelyShowsOne() {
    SplittableRandom random = new SplittableRandom(7);
    EDivisive quick = new EDivisive(2, 0.05, 199, 3);
    int alarms = 0;
    for (int i = 0; i < 600; i++) {
      double[] series = DoubleStream.generate(random::nextGaussian).limit(20).toArray();
      alarms += quick.changes(series).isEmpty() ? 0 : 1;
    }
    int seen = alarms;
    assertTrue(alarms >= 14 && alarms <= 46, () -> seen + " of 600");
  }

  /** A rise of 10 % between runs that differ by 3 % is seen within a few runs, at its place. */
  @Test
  void findsARiseThatMatters() {
    SplittableRandom random = new SplittableRandom(11);
    int found = 0;
    for (int i = 0; i < 100; i++) {
      double[] series = new double[16];
      for (int run = 0; run < series.length; run++) {
        series[run] = Math.log(run < 12 ? 1 : 1.1) + 0.03 * random.nextGaussian();
      }
      found +=
          new EDivisive(2, 0.05, 199, 5)
                  .changes(series).stream().anyMatch(change -> Math.abs(change.at() - 12) <= 1)
              ? 1
              : 0;
    }
    int seen = found;
    assertTrue(found >= 85, () -> seen + " of 100");
  }

  private List<Integer> places(double... series) {
    return method.changes(series).stream().map(EDivisive.Change::at).toList();
  }
}
