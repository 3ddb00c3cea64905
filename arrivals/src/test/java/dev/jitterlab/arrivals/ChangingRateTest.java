package dev.jitterlab.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChangingRateTest {
  private static final long SECOND = 1_000_000_000;

  private final ChangingRate rate = new ChangingRate(4);

  private static List<Long> first(Arrivals arrivals, int count) {
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      times.add(arrivals.nextNs());
    }
    return times;
  }

  @Test
  void evenArrivalsFollowEachRate() {
    rate.change(SECOND, 2);
    rate.change(2 * SECOND, 10);
    Arrivals arrivals = ArrivalPlan.changing(ArrivalProcess.CONSTANT, rate, 1).arrivals();
    assertEquals(
        List.of(250, 500, 750, 1_000, 1_500, 2_000, 2_100, 2_200),
        first(arrivals, 8).stream().map(ns -> (int) (ns / 1_000_000)).collect(Collectors.toList()));
  }

  @Test
  void aGapAcrossAChangeHasPartsOfBothRates() {
    rate.change(SECOND + SECOND / 8, 1); // half of a gap of a quarter second is over
    Arrivals arrivals = ArrivalPlan.changing(ArrivalProcess.CONSTANT, rate, 1).arrivals();
    assertEquals(1_625, first(arrivals, 5).get(4) / 1_000_000);
  }

  @Test
  void aShiftMakesThemLaterByPartOfAGap() {
    Arrivals shifted =
        ArrivalPlan.changing(ArrivalProcess.CONSTANT, rate, 1).arrivals(0.5); // of 250 ms
    assertEquals(List.of(375_000_000L, 625_000_000L), first(shifted, 2));
  }

  @Test
  void allWhoComputeThemSeeTheSameArrivals() {
    ArrivalPlan plan = ArrivalPlan.changing(ArrivalProcess.POISSON, rate, 7);
    Arrivals sent = plan.arrivals(0.5);
    List<Long> times = new ArrayList<>();
    long ns = sent.nextNs();
    for (int second = 1; second <= 40; second++) {
      rate.change(second * SECOND, second % 2 == 0 ? 100 : 10);
      while (ns < second * SECOND) {
        times.add(ns);
        ns = sent.nextNs();
      }
    }
    assertEquals(times, first(plan.arrivals(0.5), times.size()), "computed when all is over");
    assertTrue(times.size() > 1_500 && times.size() < 2_700, "" + times.size());
  }

  @Test
  void theSeedDecides() {
    List<Long> one = first(ArrivalPlan.changing(ArrivalProcess.POISSON, rate, 7).arrivals(), 5);
    assertEquals(one, first(ArrivalPlan.changing(ArrivalProcess.POISSON, rate, 7).arrivals(), 5));
    assertTrue(
        !one.equals(first(ArrivalPlan.changing(ArrivalProcess.POISSON, rate, 8).arrivals(), 5)));
  }

  @Test
  void refusesWhatMeansNothing() {
    assertThrows(IllegalArgumentException.class, () -> new ChangingRate(0));
    assertThrows(IllegalArgumentException.class, () -> rate.change(0, 5));
    assertThrows(IllegalArgumentException.class, () -> rate.change(5, -1));
    assertThrows(
        IllegalArgumentException.class, () -> ArrivalPlan.changing(ArrivalProcess.RAMP, rate, 1));
    assertThrows(
        IllegalArgumentException.class, () -> ArrivalPlan.changing(ArrivalProcess.STEPS, rate, 1));
  }
}
