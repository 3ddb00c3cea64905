package dev.jitterlab.tick.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.SteppedTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickLogWriterTest {
  @TempDir Path folder;

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

    Map<String, Long> counts = new TreeMap<>();
    long maxExecutionNs = 0;
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram h = reader.nextIntervalHistogram();
          h != null;
          h = reader.nextIntervalHistogram()) {
        Histogram interval = (Histogram) h;
        counts.merge(interval.getTag(), interval.getTotalCount(), Long::sum);
        assertTrue(interval.getEndTimeStamp() >= interval.getStartTimeStamp());
        if (interval.getTag().equals("execution")) {
          maxExecutionNs = Math.max(maxExecutionNs, interval.getMaxValue());
        }
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
        counts);
    assertEquals(2_000_000.0, (double) maxExecutionNs, 2_000);
  }
}
