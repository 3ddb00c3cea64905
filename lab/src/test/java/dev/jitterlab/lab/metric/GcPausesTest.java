package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.Series;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcPausesTest {
  @TempDir private Path folder;

  private LoggedServer logged(Map<String, List<Series.Point>> series) throws IOException {
    Files.writeString(folder.resolve("gc.log"), "");
    return new LoggedServer(folder, series);
  }

  private static double value(Metric metric, MeasuredInstance server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  @Test
  void addsUpThePauses() throws IOException {
    LoggedServer server =
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
    LoggedServer server = logged(Map.of());

    assertEquals(0, value(GcPauses.PAUSED, server), 1e-9);
    assertEquals(0, value(GcPauses.FULL_COLLECTIONS, server), 1e-9);
    Metric lengths = GcPauses.of(Quantile.P99);
    Object none = lengths.read(server).orElseThrow();
    assertFalse(lengths.isKnown(none), "there is no figure");
    assertTrue(lengths.hidesNothing(none), "and none is hidden");
    Object ofNothing = GcPauses.FULL_SHARE.read(server).orElseThrow();
    assertFalse(GcPauses.FULL_SHARE.isKnown(ofNothing));
    assertTrue(GcPauses.FULL_SHARE.hidesNothing(ofNothing));
    assertFalse(LateTicks.MAIN.hidesNothing(Share.UNKNOWN), "a share of what was not sampled");
    assertFalse(GcPauses.LIVE.read(server).isPresent());
  }

  /** Half a second in pauses is no half an event. */
  @Test
  void onlySharesOfCountsAreUncertainBecauseTheyAreSmall() {
    List<Share> few = List.of(new Share(0.2, 10), new Share(0.3, 10));
    List<Metric> ofAmounts = new ArrayList<>(LateTickTime.SHARES);
    ofAmounts.addAll(
        List.of(GcPauses.PAUSED, GcPauses.FULL_SHARE, GcWork.OF_SERVER, AllocationBuffers.WASTE));
    for (Metric metric : ofAmounts) {
      assertEquals(0, metric.statistic(few).leastLogError(), metric.key());
    }
    assertTrue(OverdueTicks.OVERDUE.statistic(few).leastLogError() > 1);
    assertTrue(AllocationBuffers.OUTSIDE.statistic(few).leastLogError() > 1);
  }

  @Test
  void knowsNothingOfAServerWithoutALog() {
    LoggedServer server = new LoggedServer(folder, Map.of());

    assertFalse(GcPauses.PAUSED.read(server).isPresent());
    assertFalse(GcPauses.FULL_COLLECTIONS.read(server).isPresent());
  }
}
