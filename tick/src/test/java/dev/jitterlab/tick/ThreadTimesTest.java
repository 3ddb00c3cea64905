package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.jitterlab.tick.recording.ThreadTimesTotals;
import dev.jitterlab.tick.recording.TickHistograms;
import dev.jitterlab.tick.recording.TickMetric;
import dev.jitterlab.tick.recording.TickRecorder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadTimesTest {
  private static final long MS = 1_000_000;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 120 * MS);
  private final FakeCounters counters = new FakeCounters();
  private final ThreadTimes times = new ThreadTimes(counters, clock.nanoTime());
  private final TickRecorder recorder = new TickRecorder();
  private final List<String> ticks = new ArrayList<>();
  private Runnable work = () -> {};

  private final PeriodicTask task = task(20);

  private PeriodicTask task(int hertz) {
    TickListener listener =
        tick ->
            ticks.add(
                tick.hasThreadTimes()
                    ? (tick.isSample() ? "sample " : "late ")
                        + tick.runQueueDelayNs() / 1000
                        + " "
                        + tick.cpuNs() / 1000
                        + " "
                        + tick.executionRunQueueDelayNs() / 1000
                    : "");
    return new PeriodicTask(
        new TaskContext(clock, recorder.andThen(listener), (tick, failure) -> null),
        "t",
        Rate.hz(hertz),
        TaskOptions.defaults().latePolicy(LatePolicy.catchUp()),
        tick -> work.run());
  }

  private void computes(long ns) {
    clock.advance(ns);
    counters.cpuNs += ns;
  }

  private void waitsForCpu(long ns) {
    clock.advance(ns);
    counters.delayNs += ns;
  }

  private void sleepsUntil(long ns) {
    times.beforeWait(clock.nanoTime(), ns);
    clock.advanceTo(ns);
  }

  @Test
  void saysNothingOfATickOnTime() {
    sleepsUntil(task.deadlineNs());
    task.runTick(new TickThread(times));

    assertEquals(List.of(""), ticks);
    assertEquals(1, counters.readings, "at the start of the thread");
  }

  @Test
  void dividesADriftIntoTheRunQueueAndTheRest() {
    work =
        () -> {
          computes(4 * MS);
          waitsForCpu(2 * MS);
          clock.advance(MS); // blocked
        };
    TickHistograms histograms = recorder.subscribe();
    sleepsUntil(task.deadlineNs());
    clock.advance(MS); // the timer's
    waitsForCpu(3 * MS);
    task.runTick(new TickThread(times));

    assertEquals(List.of("late 3000 4000 2000"), ticks);
    ThreadTimesTotals late = recorder.lateThreadTimes();
    assertEquals(1, late.ticks());
    assertEquals(4 * MS, late.driftNs());
    assertEquals(3 * MS, late.runQueueDelayNs());
    assertEquals(7 * MS, late.executionNs());
    assertEquals(4 * MS, late.cpuNs());
    assertEquals(2 * MS, late.executionRunQueueDelayNs());
    assertEquals(0, recorder.sampledThreadTimes().ticks());
    histograms.read(
        all -> {
          assertTrue(holds(all.get(TickMetric.LATE_RUN_QUEUE), 3 * MS));
          assertTrue(holds(all.get(TickMetric.LATE_CPU), 4 * MS));
          assertTrue(holds(all.get(TickMetric.LATE_EXECUTION_RUN_QUEUE), 2 * MS));
        });
  }

  private static boolean holds(Histogram histogram, long ns) {
    return histogram.getTotalCount() == 1
        && histogram.valuesAreEquivalent(ns, histogram.getMaxValue());
  }

  /** Two counters a reading, one call of the system each: see {@link Schedstat}. */
  @Test
  void readsOnceForEachOfTheLateTicksInARow() {
    PeriodicTask[] tasks = {task(20), task(20), task(20), task(20)};
    work = () -> computes(MS);
    sleepsUntil(task.deadlineNs());
    waitsForCpu(3 * MS);
    TickThread thread = new TickThread(times);
    for (PeriodicTask one : tasks) {
      one.runTick(thread);
    }

    assertEquals(
        List.of("late 3000 1000 0", "late 3000 1000 0", "late 3000 1000 0", "late 3000 1000 0"),
        ticks);
    assertEquals(1 + 1 + tasks.length, counters.readings, "the thread's, the first start's, ends");
  }

  /** Short is what would be no lateness: a tenth of a millisecond or a hundredth of the period. */
  @ParameterizedTest
  @CsvSource({"1000, 100", "20, 500", "1, 1000"})
  void readsAShortLateTickAtItsStartOnly(int hertz, int shortUs) {
    assertEquals(1, readingsOfATickThatStartsLate(hertz, shortUs * 1_000L));
    assertEquals(2, readingsOfATickThatStartsLate(hertz, shortUs * 1_000L + 1));
  }

  private int readingsOfATickThatStartsLate(int hertz, long executionNs) {
    PeriodicTask one = task(hertz);
    work = () -> computes(executionNs);
    sleepsUntil(one.deadlineNs());
    waitsForCpu(30 * MS);
    int before = counters.readings;
    ticks.clear();
    one.runTick(new TickThread(times));

    assertEquals(List.of("late 30000 " + executionNs / 1_000 + " 0"), ticks);
    return counters.readings - before;
  }

  @Test
  void readsAgainWhereThereIsTimeBetweenTwoLateTicks() {
    PeriodicTask[] tasks = {task(20), task(20)};
    work = () -> computes(MS);
    sleepsUntil(task.deadlineNs());
    waitsForCpu(3 * MS);
    TickThread thread = new TickThread(times);
    tasks[0].runTick(thread);
    waitsForCpu(MS);
    tasks[1].runTick(thread);

    assertEquals(List.of("late 3000 1000 0", "late 4000 1000 0"), ticks);
  }

  @Test
  void givesEveryTickBehindAPreemptedOneItsDelay() {
    PeriodicTask[] tasks = {task(20), task(20), task(20)};
    sleepsUntil(tasks[0].deadlineNs());
    work = () -> waitsForCpu(5 * MS);
    tasks[0].runTick(new TickThread(times));
    work = () -> computes(2 * MS);
    tasks[1].runTick(new TickThread(times));
    tasks[2].runTick(new TickThread(times));

    assertEquals(List.of("", "late 5000 2000 0", "late 5000 2000 0"), ticks);
  }

  @Test
  void countsNoDelayFromBeforeTheTickWasDue() {
    waitsForCpu(8 * MS);
    sleepsUntil(task.deadlineNs());
    clock.advance(9 * MS);
    task.runTick(new TickThread(times));

    assertEquals(List.of("late 0 0 0"), ticks);
  }

  @Test
  void boundsTheTimesOfATickThatWasFoundLateAtItsEnd() {
    work = () -> {};
    sleepsUntil(task.deadlineNs());
    task.runTick(new TickThread(times));
    sleepsUntil(task.deadlineNs());
    computes(40_000); // not late yet
    work =
        () -> {
          computes(10 * MS);
          waitsForCpu(20 * MS);
        };
    task.runTick(new TickThread(times));

    assertEquals(List.of("", "late 0 10040 20000"), ticks);
  }

  @Test
  void samplesEvery256thTickOfTheThread() {
    work = () -> computes(100_000);
    for (int i = 0; i < 2 * ThreadTimes.SAMPLE_EVERY; i++) {
      sleepsUntil(task.deadlineNs());
      task.runTick(new TickThread(times));
    }

    assertEquals("sample 0 100 0", ticks.get(255));
    assertEquals("sample 0 100 0", ticks.get(511));
    assertEquals(2, ticks.stream().filter(tick -> !tick.isEmpty()).count());
    assertEquals(2, recorder.sampledThreadTimes().ticks());
    assertEquals(0, recorder.lateThreadTimes().ticks());
  }

  @Test
  void isNotLateBelowAHundredthOfAPeriod() {
    clock.advanceTo(task.deadlineNs() + 500_000);
    task.runTick(new TickThread(times));
    clock.advanceTo(task.deadlineNs() + 500_001);
    task.runTick(new TickThread(times));

    assertEquals(List.of("", "late 0 0 0"), ticks);
  }

  @Test
  void isNotLateBelowATenthOfAMillisecond() {
    PeriodicTask fast = task(1000);
    clock.advanceTo(fast.deadlineNs() + 100_000);
    fast.runTick(new TickThread(times));
    clock.advanceTo(fast.deadlineNs() + 100_001);
    fast.runTick(new TickThread(times));

    assertEquals(List.of("", "late 0 0 0"), ticks);
  }

  @Test
  void readsBeforeALongWaitOnlyAndNotTooOften() {
    clock.advance(ThreadTimes.OLD_NS - 1);
    times.beforeWait(clock.nanoTime(), clock.nanoTime() + MS);
    assertEquals(1, counters.readings, "the first is not old");
    clock.advance(1);
    times.beforeWait(clock.nanoTime(), clock.nanoTime() + ThreadTimes.SHORTEST_WAIT_NS - 1);
    assertEquals(1, counters.readings, "no time to read");
    times.beforeWait(clock.nanoTime(), clock.nanoTime() + ThreadTimes.SHORTEST_WAIT_NS);
    assertEquals(2, counters.readings);
  }

  @Test
  void seesTheLaterPartOfADriftThatIsLongerThanItsHistory() {
    PeriodicTask behind = task(1000);
    waitsForCpu(400 * MS);
    work = () -> waitsForCpu(2 * MS);
    for (int i = 0; i < 70; i++) {
      behind.runTick(new TickThread(times));
    }

    assertEquals("late 126000 0 2000", ticks.get(69), "63 readings ago");
  }

  @Test
  void isOffForGoodWhenACounterCannotBeRead() {
    sleepsUntil(task.deadlineNs() + MS);
    counters.broken = true;
    task.runTick(new TickThread(times));
    counters.broken = false;
    clock.advanceTo(task.deadlineNs() + MS);
    task.runTick(new TickThread(times));

    assertEquals(List.of("", ""), ticks);
    assertTrue(counters.closed);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allocatesNothingForLateTicks() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    PeriodicTask late =
        new PeriodicTask(
            new TaskContext(clock, recorder, (tick, failure) -> null),
            "t",
            Rate.hz(1000),
            tick -> clock.advance(2 * MS));
    ThreadTimes times = new ThreadTimes(Schedstat.open(Schedstat.FILE), clock.nanoTime());
    try (TickThread real = new TickThread(times)) {
      run(late, real, 2_000);
      long before = threads.getThreadAllocatedBytes(id);
      run(late, real, 20_000);
      long bytes = threads.getThreadAllocatedBytes(id) - before;

      assertTrue(recorder.lateThreadTimes().ticks() >= 21_900, "all but the first");
      assertTrue(bytes < 10_000, bytes + " bytes in 20,000 late ticks");
    }
  }

  private static void run(PeriodicTask task, TickThread thread, int ticks) {
    for (int i = 0; i < ticks; i++) {
      task.runTick(thread);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void opensNotMoreFilesThanItMay() {
    ThreadTimesSource source = ThreadTimesSource.of(Schedstat.FILE);
    List<ThreadTimes> open = new ArrayList<>();
    for (int i = 0; i < ThreadTimesSource.MOST_THREADS; i++) {
      open.add(source.open(clock));
    }
    assertTrue(source.whyOff().isEmpty());
    assertFalse(source.open(clock).isOn());
    assertEquals("only the first 256 threads have them", source.whyOff().orElseThrow());

    open.forEach(ThreadTimes::close);
    open.forEach(ThreadTimes::close);
    try (ThreadTimes again = source.open(clock)) {
      assertTrue(again.isOn());
    }
  }

  @Test
  void saysWhyASystemHasNone() {
    ThreadTimesSource source = ThreadTimesSource.of("/no/such/schedstat");

    assertTrue(
        source.whyOff().orElseThrow().startsWith("the system has no run-queue delay: /no/such"));
    assertFalse(source.open(clock).isOn());
  }
}
