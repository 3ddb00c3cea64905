package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.jit.JitFigures;
import dev.jitterlab.lab.statistics.LoadedTicks;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredTicks;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcPausesTest {
  @TempDir private Path folder;

  /** A server with series and nothing else. */
  private record Logged(Path folder, Map<String, List<Series.Point>> series)
      implements MeasuredInstance {
    @Override
    public List<Series.Point> recorded(String name) {
      return series.getOrDefault(name, List.of());
    }

    @Override
    public MeasuredWindows windows() {
      return MeasuredWindows.of(0, 50);
    }

    @Override
    public Optional<Double> increase(String name) {
      return Optional.empty();
    }

    @Override
    public MeasuredTicks ticks() {
      return MeasuredTicks.none(windows());
    }

    @Override
    public MeasuredResponses responses() {
      return MeasuredResponses.NONE;
    }

    @Override
    public Optional<Double> mean(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> max(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> last(String name) {
      return Optional.empty();
    }

    @Override
    public Optional<Double> machineCpuSeconds() {
      return Optional.empty();
    }

    @Override
    public Optional<Double> machineCpuLoad() {
      return Optional.empty();
    }

    @Override
    public List<LoadedTicks> loadLevels(CapacityQuestion question) {
      return List.of();
    }

    @Override
    public Optional<JitFigures> jit() {
      return Optional.empty();
    }
  }

  private Logged logged(Map<String, List<Series.Point>> series) throws IOException {
    Files.writeString(folder.resolve("gc.log"), "");
    return new Logged(folder, series);
  }

  private static double value(Metric metric, MeasuredInstance server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  @Test
  void addsUpThePauses() throws IOException {
    Logged server =
        logged(
            Map.of(
                "gc_pause_seconds",
                List.of(new Series.Point(1, 0.010), new Series.Point(9, 0.040)),
                "gc_full_pause_seconds",
                List.of(new Series.Point(9, 0.040)),
                "gc_heap_after_bytes",
                List.of(new Series.Point(1, 9e6), new Series.Point(9, 5e6))));

    assertEquals(0.001, value(GcPauses.PAUSED, server), 1e-9);
    assertEquals(0.04, value(GcPauses.RATE, server), 1e-9);
    assertEquals(1, value(GcPauses.FULL_COLLECTIONS, server), 1e-9);
    assertEquals(5e6, value(GcPauses.LIVE, server), 1e-9);
    Distribution lengths = (Distribution) GcPauses.of(Quantile.MAX).read(server).orElseThrow();
    assertEquals(0.040, lengths.quantileNs(1) / 1e9, 1e-4);
  }

  @Test
  void aServerThatDidNotCollectWasPausedForNoTimeAndHasNoLengths() throws IOException {
    Logged server = logged(Map.of());

    assertEquals(0, value(GcPauses.PAUSED, server), 1e-9);
    assertEquals(0, value(GcPauses.FULL_COLLECTIONS, server), 1e-9);
    assertFalse(GcPauses.of(Quantile.P99).read(server).isPresent());
    assertFalse(GcPauses.LIVE.read(server).isPresent());
  }

  @Test
  void knowsNothingOfAServerWithoutALog() {
    Logged server = new Logged(folder, Map.of());

    assertFalse(GcPauses.PAUSED.read(server).isPresent());
    assertFalse(GcPauses.FULL_COLLECTIONS.read(server).isPresent());
  }
}
