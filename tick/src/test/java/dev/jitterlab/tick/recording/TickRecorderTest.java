package dev.jitterlab.tick.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.LateThreshold;
import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.SteppedTask;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TickRecorderTest {
  private final ManualClock clock = new ManualClock(0);
  private final TickRecorder recorder = new TickRecorder();
  private long executionNs;
  private final SteppedTask task =
      new SteppedTask(clock, recorder, Rate.hz(20), tick -> clock.advance(executionNs));

  private void tick(long driftNs, long executionNs) {
    clock.advance(task.deadlineNs() + driftNs - clock.nanoTime());
    this.executionNs = executionNs;
    task.tick();
  }

  private static Map<TickMetric, Long> counts(TickHistograms histograms) {
    Map<TickMetric, Long> counts = new EnumMap<>(TickMetric.class);
    histograms.take(all -> all.forEach((metric, h) -> counts.put(metric, h.getTotalCount())));
    return counts;
  }

  @Test
  void recordsEveryMetricOfEveryTickButNoWaitAndTotalOfTheFirst() {
    TickHistograms histograms = recorder.subscribe();
    tick(0, 100_000);
    tick(40_000, 100_000);
    tick(-10_000, 100_000);

    assertEquals(
        Map.of(
            TickMetric.LATE_RUN_QUEUE, 0L,
            TickMetric.LATE_CPU, 0L,
            TickMetric.LATE_EXECUTION_RUN_QUEUE, 0L,
            TickMetric.EXECUTION, 3L,
            TickMetric.WAIT, 2L,
            TickMetric.TOTAL, 2L,
            TickMetric.DRIFT, 2L,
            TickMetric.DRIFT_EARLY, 1L),
        counts(histograms));
  }

  /** The ticks are on time while what they handed over waits. */
  @Test
  void theDriftOfHandedOverWorkIsTheWorksOwn() {
    TickRecorder handedOver = TickRecorder.ofHandedOverWork();
    TickHistograms histograms = handedOver.subscribe();
    SteppedTask handing = new SteppedTask(clock, handedOver, Rate.hz(20), tick -> {});
    clock.advance(handing.deadlineNs() - clock.nanoTime());
    handing.tick();
    handedOver.served(7_000_000);

    assertEquals(1, handedOver.ticks());
    histograms.read(
        all -> {
          Histogram drift = all.get(TickMetric.DRIFT);
          assertEquals(1, drift.getTotalCount());
          assertTrue(drift.valuesAreEquivalent(7_000_000, drift.getMaxValue()));
        });
  }

  @Test
  void keepsTheValues() {
    TickHistograms histograms = recorder.subscribe();
    tick(40_000, 300_000);

    histograms.read(
        all -> {
          Histogram drift = all.get(TickMetric.DRIFT);
          assertTrue(drift.valuesAreEquivalent(40_000, drift.getMaxValue()));
          Histogram execution = all.get(TickMetric.EXECUTION);
          assertTrue(execution.valuesAreEquivalent(300_000, execution.getMaxValue()));
        });
  }

  @Test
  void countsLateTicksByThreshold() {
    tick(0, 0);
    tick(0, 4_000_000); // total 54 ms
    tick(0, 8_000_000); // total 54 ms
    tick(0, 40_000_000); // total 82 ms: above 1.4 periods
    tick(0, 120_000_000); // total 130 ms: above 2
    tick(500_000_000, 0); // total 430 ms: above 4

    assertEquals(6, recorder.ticks());
    assertEquals(3, recorder.lateTicks(LateThreshold.X1_1));
    assertEquals(3, recorder.lateTicks(LateThreshold.X1_4));
    assertEquals(2, recorder.lateTicks(LateThreshold.X2));
    assertEquals(1, recorder.lateTicks(LateThreshold.X4));
  }

  /** As the thesis counts: 55, 70, 100 and 200 ms of 50. */
  @Test
  void aTickThatTakesJustAThresholdIsNotAboveIt() {
    tick(0, 0);
    for (long totalMs : new long[] {55, 70, 100, 200}) {
      clock.advance(totalMs * 1_000_000);
      task.tick();
    }
    assertEquals(3, recorder.lateTicks(LateThreshold.X1_1));
    assertEquals(2, recorder.lateTicks(LateThreshold.X1_4));
    assertEquals(1, recorder.lateTicks(LateThreshold.X2));
    assertEquals(0, recorder.lateTicks(LateThreshold.X4));

    for (long totalMs : new long[] {55, 70, 100, 200}) {
      clock.advance(totalMs * 1_000_000 + 1);
      task.tick();
    }
    assertEquals(3 + 4, recorder.lateTicks(LateThreshold.X1_1));
    assertEquals(2 + 3, recorder.lateTicks(LateThreshold.X1_4));
    assertEquals(1 + 2, recorder.lateTicks(LateThreshold.X2));
    assertEquals(1, recorder.lateTicks(LateThreshold.X4));
  }

  @Test
  void givesEveryReaderItsOwnIntervals() {
    TickHistograms early = recorder.subscribe();
    tick(0, 0);
    TickHistograms late = recorder.subscribe();
    tick(0, 0);

    assertEquals(2L, counts(early).get(TickMetric.EXECUTION));
    assertEquals(0L, counts(early).get(TickMetric.EXECUTION), "taken once");
    assertEquals(1L, counts(late).get(TickMetric.EXECUTION));
    late.close();
    tick(0, 0);
    assertEquals(0L, counts(late).get(TickMetric.EXECUTION), "closed");
    assertEquals(1L, counts(early).get(TickMetric.EXECUTION));
  }

  @Test
  void recordsWhatIsLongerThanAnHourAsAnHour() {
    TickHistograms histograms = recorder.subscribe();
    tick(2 * TickRecorder.HIGHEST_NS, 0);

    assertEquals(1L, counts(histograms).get(TickMetric.DRIFT));
  }

  @Test
  void allocatesNothingInSteadyState() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    for (int i = 0; i < 20_000; i++) {
      tick(i % 1000, 0);
    }
    long before = threads.getThreadAllocatedBytes(id);
    for (int i = 0; i < 100_000; i++) {
      tick(i % 1000, 0);
    }
    long bytes = threads.getThreadAllocatedBytes(id) - before;

    assertTrue(bytes < 10_000, bytes + " bytes in 100,000 ticks");
  }
}
