package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BatchStartsTest {
  private static final long MS = 1_000_000;
  private static final Rate HZ_20 = Rate.hz(20);

  private final BatchStarts starts = new BatchStarts();

  @Test
  void batchesBeginWhenTheFirstTaskIsDueWhicheverWorkerHasIt() {
    assertEquals(7 * MS, starts.of(HZ_20, 1, 2, 7 * MS));
  }

  /** Also while the clock passes its highest number. */
  @Test
  void batchesOfTwoWorkersBeginHalfAPeriodApart() {
    long firstNs = Long.MAX_VALUE - MS;
    assertEquals(firstNs, starts.of(HZ_20, 0, 2, firstNs));

    long dueNs = firstNs + 3 * MS; // its first task comes a little later
    assertEquals(25 * MS, starts.of(HZ_20, 1, 2, dueNs) - firstNs);
  }

  /** They would take over most of one another's ticks. */
  @Test
  void batchesOfMoreWorkersBeginWhenTheirFirstTasksAreDue() {
    assertEquals(0, starts.of(HZ_20, 0, 3, 0));
    assertEquals(MS, starts.of(HZ_20, 1, 3, MS));
  }

  @Test
  void eachRateHasItsOwnTimes() {
    long unused = starts.of(HZ_20, 0, 2, 0);

    assertEquals(3 * MS, starts.of(Rate.hz(50), 0, 2, 3 * MS));
    assertEquals(13 * MS, starts.of(Rate.hz(50), 1, 2, 9 * MS));
  }

  /** Its first tick would have to wait for them. */
  @Test
  void batchesOfASlowRateBeginWhenTheFirstTaskOfTheWorkerIsDue() {
    Rate slow = Rate.of(1, 2);
    long unused = starts.of(slow, 0, 2, 0);

    assertEquals(MS, starts.of(slow, 1, 2, MS));
  }

  @Test
  void aWorkerByItselfBeginsWheneverItsTaskIsDue() {
    assertEquals(1, starts.of(HZ_20, 0, 1, 1));
    assertEquals(5, starts.of(HZ_20, 0, 1, 5));
  }

  @Test
  void forgetsRatesWhenThereAreTooMany() {
    long unused = starts.of(HZ_20, 0, 2, 0);
    for (int i = 0; i < 1_024; i++) {
      unused = starts.of(Rate.hz(1_000 + i), 0, 2, 0);
    }

    assertEquals(MS, starts.of(HZ_20, 0, 2, MS));
  }
}
