package dev.jitterlab.arena.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WorkerTimesTest {
  /** What a scripted thread goes through; each update of the test moves it on. */
  private static final class Script implements WorkerReading {
    long nowNs;
    long cpuNs;
    long runQueueNs;
    long turns;
    boolean isClosed;

    @Override
    public long cpuNs() {
      return cpuNs;
    }

    @Override
    public void read() {}

    @Override
    public long runQueueNs() {
      return runQueueNs;
    }

    @Override
    public long turns() {
      return turns;
    }

    @Override
    public void close() {
      isClosed = true;
    }

    Runnable goOn(long took, long onCpu, long waited) {
      return () -> {
        nowNs += took;
        cpuNs += onCpu;
        runQueueNs += waited;
        turns++;
      };
    }
  }

  @Test
  void dividesTheTimeOfUpdatesIntoCpuWaitingForOneAndBlocked() {
    Script script = new Script();
    WorkerTimes times = new WorkerTimes(() -> script.nowNs, () -> script);
    script.turns = 100; // before the first update
    times.thread(
        () -> {
          times.update(script.goOn(1_000, 600, 300));
          times.update(script.goOn(500, 500, 0));
        });

    assertEquals(2, times.updates());
    assertEquals(1_100, times.cpuNs());
    assertEquals(300, times.runQueueNs());
    assertEquals(100, times.blockedNs());
    assertEquals(2, times.turns());
    assertTrue(script.isClosed);
  }

  /** Readings are not taken at one instant: no part becomes negative by that. */
  @Test
  void noPartIsNegativeOrMoreThanTheWhole() {
    Script script = new Script();
    WorkerTimes times = new WorkerTimes(() -> script.nowNs, () -> script);
    times.thread(
        () -> {
          times.update(script.goOn(1_000, 1_300, 200));
          times.update(script.goOn(1_000, 400, 900));
        });

    assertEquals(1_400, times.cpuNs());
    assertEquals(600, times.runQueueNs());
    assertEquals(0, times.blockedNs());
  }

  @Test
  void comparesTheBusiestWorkerWithTheMeanOne() {
    Script script = new Script();
    WorkerTimes times = new WorkerTimes(() -> script.nowNs, () -> script);
    assertEquals(0, times.busiest(), "nobody has worked");
    for (long cpuNs : new long[] {300, 100, 200}) {
      times.thread(() -> times.update(script.goOn(cpuNs, cpuNs, 0)));
    }

    assertEquals(1.5, times.busiest(), 1e-9);
  }

  @Test
  void readsThisSystem() {
    WorkerTimes times = new WorkerTimes(System::nanoTime);
    double[] sum = {0};
    times.thread(
        () ->
            times.update(
                () -> {
                  for (int i = 1; i < 3_000_000; i++) {
                    sum[0] += 1.0 / i;
                  }
                }));

    assertTrue(sum[0] > 1);
    assertTrue(times.cpuNs() > 0);
    assertTrue(times.runQueueNs() >= 0 && times.blockedNs() >= 0);
    assertEquals(1, times.busiest(), 1e-9);
  }
}
