package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.RunDirectoryFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickSeriesTest {
  @TempDir private Path root;

  @Test
  void hasAPointForEverySecondOfTheMeasurement() {
    RunDirectory directory = new RunDirectoryFixture(root).instances(2).write();

    TickSeries series = TickSeries.of(directory);

    assertEquals(List.of("thread-per-task", "scheduled-pool"), series.groups());
    List<TickSeries.Point> drift = series.points("thread-per-task", TickMetric.DRIFT);
    assertEquals(11, drift.size());
    for (int second = 0; second < drift.size(); second++) {
      TickSeries.Point point = drift.get(second);
      assertEquals(second, point.t(), 0);
      assertEquals(0.001, point.p50(), 0.0003);
      assertTrue(point.p50() < point.p90() && point.p90() < point.p95());
      assertTrue(point.p95() < point.p99());
    }
  }

  @Test
  void laysTheBlocksOverEachOther() {
    RunDirectory directory =
        new RunDirectoryFixture(root).inBlocks().instances(3).durationSeconds(6).write();

    TickSeries series = TickSeries.of(directory);

    assertEquals(5, series.points("scheduled-pool", TickMetric.TOTAL).size());
  }

  @Test
  void showsWhatAnInterruptedRunMeasured() {
    RunDirectory directory =
        new RunDirectoryFixture(root).inBlocks().instances(2).interruptedAfterBlocks(0).write();

    TickSeries series = TickSeries.of(directory);

    assertEquals(5, series.points("scheduled-pool", TickMetric.TOTAL).size());
  }

  @Test
  void sortsAllOfTheDriftIntoBins() {
    RunDirectory directory = new RunDirectoryFixture(root).instances(1).write();

    List<TickSeries.Bin> bins = TickSeries.of(directory).driftHistogram("thread-per-task");

    assertEquals(1, bins.stream().mapToDouble(TickSeries.Bin::share).sum(), 1e-12);
    TickSeries.Bin fullest =
        bins.stream().max((a, b) -> Double.compare(a.share(), b.share())).orElseThrow();
    assertTrue(fullest.lowSeconds() > 0.0005 && fullest.highSeconds() < 0.0015);
  }

  @Test
  void binsJoinWithoutGapsFromEarlyToLate() {
    Distribution late = distribution(0, 999, 1_000, 1_001, 1_500, 1_000_000);
    Distribution early = distribution(1, 1_000, 1_001, 50_000).negated();
    List<TickSeries.Bin> bins = DriftHistogram.of(Distribution.merge(List.of(late, early)));

    for (int i = 1; i < bins.size(); i++) {
      assertEquals(bins.get(i - 1).highSeconds(), bins.get(i).lowSeconds(), 0);
    }
    TickSeries.Bin centre =
        bins.stream().filter(bin -> bin.highSeconds() == 1e-6).findFirst().orElseThrow();
    assertEquals(-1e-6, centre.lowSeconds(), 0);
    assertEquals(0.4, centre.share(), 1e-12); // 0, 999, 1,000 and -1
    assertEquals(1, bins.stream().mapToDouble(TickSeries.Bin::share).sum(), 1e-12);
  }

  @Test
  void hasNoBinsWithoutTicks() {
    assertEquals(List.of(), DriftHistogram.of(Distribution.empty()));
  }

  private static Distribution distribution(long... values) {
    Histogram histogram = new Histogram(3);
    LongStream.of(values).forEach(histogram::recordValue);
    return Distribution.of(histogram);
  }
}
