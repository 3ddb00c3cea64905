package dev.jitterlab.lab.changepoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.changepoint.SteadyState.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
  /**
   * The mean execution in µs of a battle server on JDK 25, second by second from its start, as
   * measured on the development machine.
   */
  private static final double[] BATTLE_SERVER = {
    52.0, 25.6, 19.4, 13.1, 15.2, 10.5, 10.2, 11.0, 11.3, 9.8, 9.7, 10.7, 9.5, 9.0, 9.3, 9.4, 9.3,
    9.1
  };

  private static final double US = 1e-6;

  /** Of the sizes of {@code stretches}, one after the other, with noise of 5 %. */
  private static double[] series(long seed, double... stretches) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] series = new double[0];
    for (int i = 0; i < stretches.length; i += 2) {
      double mean = stretches[i + 1];
      double[] stretch =
          random
              .doubles((long) stretches[i])
              .map(_ -> mean * Math.exp(0.05 * random.nextGaussian()))
              .toArray();
      series = Arrays.copyOf(series, series.length + stretch.length);
      System.arraycopy(stretch, 0, series, series.length - stretch.length, stretch.length);
    }
    return series;
  }

  private static SteadyState state(double... means) {
    return SteadyState.of(SteadySeries.EXECUTION, means).orElseThrow();
  }

  @Test
  void isFlatWithoutChange() {
    SteadyState state = state(series(1, 40, 100 * US));

    assertEquals(Kind.FLAT, state.kind());
    assertEquals(0, state.steadyFrom());
    assertEquals(100 * US, state.segments().getFirst().mean(), 3 * US);
  }

  @Test
  void warmsUpWhenItGetsFaster() {
    SteadyState state = state(series(2, 4, 900 * US, 6, 300 * US, 30, 100 * US));

    assertEquals(Kind.WARM_UP, state.kind());
    assertEquals(10, state.steadyFrom());
    assertEquals(
        List.of(0, 4, 10), state.segments().stream().map(SteadyState.Segment::from).toList());
  }

  @Test
  void slowsDownWhenItWasFasterBefore() {
    SteadyState state = state(series(3, 4, 900 * US, 15, 100 * US, 30, 150 * US));

    assertEquals(Kind.SLOWDOWN, state.kind());
    assertEquals(19, state.steadyFrom());
  }

  @Test
  void isNeverSteadyWhenTheLastQuarterChanges() {
    SteadyState state = state(series(4, 31, 100 * US, 9, 150 * US));

    assertEquals(Kind.NEVER_STEADY, state.kind());
    assertEquals(31, state.steadyFrom());
  }

  @Test
  void takesAChangeThatDoesNotMatterForNone() {
    double[] series = new double[100];
    Arrays.setAll(series, i -> (i < 50 ? 100 : 104) * US);
    assertEquals(2, state(series).segments().size());
    assertEquals(Kind.FLAT, state(series).kind());

    Arrays.setAll(series, i -> (i < 50 ? 100 : 106) * US);
    assertEquals(Kind.SLOWDOWN, state(series).kind());
  }

  @Test
  void takesLessThanAMicrosecondForNothing() {
    SteadyState state = state(series(5, 10, 1.5 * US, 30, 0.8 * US));

    assertEquals(2, state.segments().size());
    assertEquals(Kind.FLAT, state.kind());
  }

  @Test
  void doesNotTakeSinglePausesForPhases() {
    double[] series = series(6, 60, 100 * US);
    for (int i = 15; i < 60; i += 15) {
      series[i] = 5_000 * US;
    }

    assertEquals(Kind.FLAT, state(series).kind());
    assertEquals(1, state(series).segments().size());
  }

  @Test
  void classifiesARealServer() {
    double[] seconds = Arrays.stream(BATTLE_SERVER).map(us -> us * US).toArray();
    SteadyState state = state(seconds);

    assertEquals(Kind.WARM_UP, state.kind());
    assertEquals(5, state.steadyFrom(), state::toString);
  }

  @Test
  void doesNotShatterWhatACoarseClockRounded() {
    SplittableRandom random = new SplittableRandom(7);
    double[] series = new double[200];
    Arrays.setAll(series, _ -> (100 + random.nextInt(2)) * US);

    assertEquals(1, state(series).segments().size());
  }

  /**
   * Series without any change whose neighbours are correlated (first-order autoregressive, noise 12
   * %): how many are not flat. The bounds leave room for another seed.
   */
  @Test
  void seldomFindsChangesInCorrelatedNoise() {
    assertTrue(falsePositives(30, 0.3) <= 8, () -> falsePositives(30, 0.3) + " of 400");
    assertTrue(falsePositives(30, 0.5) <= 32, () -> falsePositives(30, 0.5) + " of 400");
    assertTrue(falsePositives(120, 0.3) <= 8, () -> falsePositives(120, 0.3) + " of 400");
    assertTrue(falsePositives(120, 0.5) <= 40, () -> falsePositives(120, 0.5) + " of 400");
  }

  private static long falsePositives(int length, double correlation) {
    SplittableRandom random = new SplittableRandom(8);
    long found = 0;
    for (int run = 0; run < 400; run++) {
      double[] series = new double[length];
      double noise = random.nextGaussian();
      for (int i = 0; i < length; i++) {
        series[i] = 100 * US * Math.exp(0.12 * noise);
        noise =
            correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      }
      found += state(series).kind() == Kind.FLAT ? 0 : 1;
    }
    return found;
  }

  @Test
  void saysNothingOfAFewSeconds() {
    assertEquals(Optional.empty(), SteadyState.of(SteadySeries.EXECUTION, new double[9]));
    assertEquals(Kind.FLAT, state(new double[10]).kind());
  }

  @Test
  void isSteadyNowWhenTwentySecondsWereQuiet() {
    double[] series = series(9, 5, 900 * US, 30, 100 * US);

    assertFalse(SteadyNow.isSteady(SteadySeries.EXECUTION, Arrays.copyOf(series, 24)));
    assertTrue(SteadyNow.isSteady(SteadySeries.EXECUTION, Arrays.copyOf(series, 25)));
    assertTrue(SteadyNow.isSteady(SteadySeries.EXECUTION, series));
  }

  @Test
  void isNotSteadyNowWhileItSlowlyDeclines() {
    double[] series = new double[40];
    Arrays.setAll(series, i -> 100 * US * Math.exp(-0.04 * i));

    for (int length = 0; length <= series.length; length++) {
      int end = length;
      assertFalse(
          SteadyNow.isSteady(SteadySeries.EXECUTION, Arrays.copyOf(series, end)),
          () -> "after " + end);
    }
  }

  /** A process that does next to nothing uses a clock tick of 10 ms now and then. */
  @Test
  void takesNoSingleClockTickOfCpuTimeForAChange() {
    double[] idle = new double[40];
    for (int i = 20; i < idle.length; i++) {
      idle[i] = i % 3 == 0 ? 0.01 : 0.02;
    }

    assertEquals(Kind.FLAT, SteadyState.of(SteadySeries.CPU, idle).orElseThrow().kind());
    assertTrue(SteadyNow.isSteady(SteadySeries.CPU, idle));
  }

  /** Noise of 12 %, seen through a counter in steps of 10 ms. */
  @Test
  void isSeldomDeceivedByTheStepsOfProc() {
    SplittableRandom random = new SplittableRandom(9);
    for (double share : new double[] {0.011, 0.02, 0.05, 0.2}) {
      int flat = 0;
      for (int i = 0; i < 300; i++) {
        flat +=
            SteadyState.of(SteadySeries.CPU, counted(random, share)).orElseThrow().kind()
                    == Kind.FLAT
                ? 1
                : 0;
      }
      int found = flat;
      assertTrue(flat >= 294, () -> found + " of 300 at " + share);
    }
  }

  private static double[] counted(SplittableRandom random, double share) {
    double[] counted = new double[40];
    double used = 0;
    for (int i = 0; i < counted.length; i++) {
      double before = Math.floor(100 * used);
      used += share * Math.exp(0.12 * random.nextGaussian());
      counted[i] = (Math.floor(100 * used) - before) / 100;
    }
    return counted;
  }

  @Test
  void findsTheWarmUpInCpuTime() {
    double[] cpu = series(8, 6, 1.4, 6, 0.6, 30, 0.25);
    SteadyState state = SteadyState.of(SteadySeries.CPU, cpu).orElseThrow();

    assertEquals(Kind.WARM_UP, state.kind());
    assertEquals(12, state.steadyFrom());
    assertFalse(SteadyNow.isSteady(SteadySeries.CPU, Arrays.copyOf(cpu, 20)));
    assertTrue(SteadyNow.isSteady(SteadySeries.CPU, cpu));
  }
}
