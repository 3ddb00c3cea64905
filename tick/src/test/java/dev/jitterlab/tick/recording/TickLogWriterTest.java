package dev.jitterlab.tick.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.SteppedTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TickLogWriterTest {
  @TempDir Path folder;

  private static List<Histogram> intervals(Path file) throws IOException {
    List<Histogram> intervals = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram h = reader.nextIntervalHistogram();
          h != null;
          h = reader.nextIntervalHistogram()) {
        intervals.add((Histogram) h);
      }
    }
    return intervals;
  }

  private static Map<String, Long> counts(List<Histogram> intervals) {
    Map<String, Long> counts = new TreeMap<>();
    intervals.forEach(each -> counts.merge(each.getTag(), each.getTotalCount(), Long::sum));
    return counts;
  }

  @Test
  void isReadBackByHdrHistogramWithEveryTickInIt() throws IOException {
    ManualClock clock = new ManualClock(0);
    TickRecorder recorder = new TickRecorder();
    SteppedTask task =
        new SteppedTask(clock, recorder, Rate.hz(20), tick -> clock.advance(2_000_000));
    Path file = folder.resolve("ticks.hlog");
    try (TickLogWriter log = TickLogWriter.start(recorder, file)) {
      for (int i = 0; i < 10; i++) {
        clock.advanceTo(task.deadlineNs());
        task.tick();
        if (i == 4) {
          log.writeInterval();
        }
      }
    }

    List<Histogram> intervals = intervals(file);
    long maxExecutionNs = 0;
    for (Histogram interval : intervals) {
      assertTrue(interval.getEndTimeStamp() >= interval.getStartTimeStamp());
      if (interval.getTag().equals("execution")) {
        maxExecutionNs = Math.max(maxExecutionNs, interval.getMaxValue());
      }
    }
    assertEquals(
        Map.of(
            "execution", 10L,
            "wait", 9L,
            "total", 9L,
            "drift", 10L,
            "drift-early", 0L,
            "late-run-queue", 0L,
            "late-cpu", 0L,
            "late-execution-run-queue", 0L),
        counts(intervals));
    assertEquals(2_000_000.0, (double) maxExecutionNs, 2_000);
  }

  /** As when there was no memory for a moment. */
  @Test
  @Timeout(60)
  void goesOnAfterASecondThatCannotBeWritten() throws Exception {
    ManualClock clock = new ManualClock(0);
    TickRecorder recorder = new TickRecorder();
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch failed = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Supplier<Histogram> players =
        () -> {
          int call = calls.incrementAndGet(); // the first one is for what was before
          if (call == 2) {
            failed.countDown();
            throw new OutOfMemoryError("of the test");
          }
          if (call > 2) {
            goesOn.countDown();
          }
          Histogram one = new Histogram(2);
          one.recordValue(call);
          one.setStartTimeStamp(System.currentTimeMillis());
          one.setEndTimeStamp(one.getStartTimeStamp());
          return one;
        };
    Path file = folder.resolve("ticks.hlog");
    TickLogWriter log = TickLogWriter.start(recorder, Map.of("players", players), file);
    try {
      SteppedTask task = new SteppedTask(clock, recorder, Rate.hz(20), tick -> {});
      task.tick();
      failed.await();
      task.tick();
      goesOn.await();
    } finally {
      log.close();
    }

    Map<String, Long> counts = counts(intervals(file));
    assertEquals(2L, counts.get("execution"), "neither lost nor written twice");
    assertEquals(calls.get() - 2L, counts.get("players"));
  }

  /** With a line each second it would end by its timeout. */
  @Test
  @Timeout(60)
  void writesAsOftenAsItIsAskedTo() throws Exception {
    Path file = folder.resolve("ticks.hlog");
    CountDownLatch written = new CountDownLatch(201); // the first one is for what was before
    Supplier<Histogram> players =
        () -> {
          written.countDown();
          return emptyNow();
        };
    TickLogWriter log =
        TickLogWriter.start(
            new TickRecorder(), Map.of("players", players), file, Duration.ofMillis(1));
    try {
      written.await();
    } finally {
      log.close();
    }

    assertTrue(tagged("players", file) >= 200);
  }

  @Test
  void writesOneIntervalIfThatIsLongerThanItLogs() throws IOException {
    Path file = folder.resolve("ticks.hlog");
    TickLogWriter.start(
            new TickRecorder(),
            Map.of("players", TickLogWriterTest::emptyNow),
            file,
            Duration.ofDays(10_000))
        .close();

    assertEquals(1, tagged("players", file));
  }

  @Test
  void leavesTheFileAsItIsWhenAnIntervalHasNoLength() throws IOException {
    Path file = Files.writeString(folder.resolve("ticks.hlog"), "of the run before");

    assertThrows(
        IllegalArgumentException.class,
        () -> TickLogWriter.start(new TickRecorder(), Map.of(), file, Duration.ZERO));
    assertEquals("of the run before", Files.readString(file));
  }

  private static long tagged(String tag, Path file) throws IOException {
    return intervals(file).stream().filter(each -> each.getTag().equals(tag)).count();
  }

  private static Histogram emptyNow() {
    Histogram none = new Histogram(2);
    none.setStartTimeStamp(System.currentTimeMillis());
    none.setEndTimeStamp(none.getStartTimeStamp());
    return none;
  }

  /** As by a try statement, after the program has closed it itself. */
  @Test
  void takesNothingWhenItIsClosedAgain() throws IOException {
    AtomicInteger calls = new AtomicInteger();
    Supplier<Histogram> players =
        () -> {
          calls.incrementAndGet();
          return emptyNow();
        };
    TickLogWriter log =
        TickLogWriter.start(
            new TickRecorder(), Map.of("players", players), folder.resolve("ticks.hlog"));
    log.close();
    int taken = calls.get();
    log.close();

    assertEquals(taken, calls.get());
  }

  @Test
  void leavesTheFileAsItIsWhenAHistogramCannotBeHad() throws IOException {
    Path file = Files.writeString(folder.resolve("ticks.hlog"), "of the run before");
    Supplier<Histogram> broken =
        () -> {
          throw new IllegalStateException("of the test");
        };

    assertThrows(
        IllegalStateException.class,
        () -> TickLogWriter.start(new TickRecorder(), Map.of("players", broken), file));
    assertEquals("of the run before", Files.readString(file));
  }
}
