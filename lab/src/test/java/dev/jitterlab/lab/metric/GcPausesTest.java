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
  private static final String BEGIN = "[1970-01-01T00:00:00.000+0000][0.004s][info][gc] Using G1\n";

  @TempDir private Path folder;

  private LoggedServer logged(Map<String, List<Series.Point>> series) throws IOException {
    Files.writeString(folder.resolve("gc.log"), BEGIN);
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
    assertEquals(1_000, lengths.resolution().unitNs(), "whole microseconds");
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

  private void hasNoFigures(String log) throws IOException {
    Files.writeString(folder.resolve("gc.log"), log);
    LoggedServer server = new LoggedServer(folder, Map.of());
    for (Metric metric : new GcPauses().metrics()) {
      assertFalse(metric.read(server).isPresent(), metric.key());
    }
  }

  /** The second one is that of a server that was started again: it began its log anew. */
  @Test
  void aLogThatIsEmptyOrBeginsLateHasNoFigures() throws IOException {
    hasNoFigures("");
    hasNoFigures("[1970-01-01T00:00:20.000+0000][0.004s][info][gc] Using G1\n");
    hasNoFigures("[0.004s][info][gc] Using G1\n");
  }

  /** It collects until it is killed, and its longest pause has no line of its own. */
  @Test
  void aLogThatEndsWithinAPauseHasNoFigures() throws IOException {
    String begun = "[1970-01-01T00:00:%02d.000+0000][%d.004s][info][gc,start] GC(%d) Pause %s\n";
    String ended =
        "[1970-01-01T00:00:%02d.000+0000][%d.004s][info][gc] GC(%d) Pause %s"
            + " 63M->62M(64M) 12.300ms\n";
    String young =
        BEGIN + begun.formatted(30, 30, 0, "Young") + ended.formatted(31, 31, 0, "Young");

    hasNoFigures(young + begun.formatted(40, 40, 1, "Full (Allocation Failure)"));
    hasNoFigures(BEGIN + begun.formatted(40, 40, 1, "Young") + ended.formatted(41, 41, 2, "Full"));
    Files.writeString(folder.resolve("gc.log"), young);
    assertTrue(GcPauses.PAUSED.read(new LoggedServer(folder, Map.of())).isPresent());
    Files.writeString(folder.resolve("gc.log"), young + begun.formatted(50, 50, 1, "Full"));
    assertTrue(
        GcPauses.PAUSED.read(new LoggedServer(folder, Map.of())).isPresent(),
        "it began when the measurement was over");
  }

  @Test
  void knowsNothingOfAServerWithoutALog() {
    LoggedServer server = new LoggedServer(folder, Map.of());

    assertFalse(GcPauses.PAUSED.read(server).isPresent());
    assertFalse(GcPauses.FULL_COLLECTIONS.read(server).isPresent());
  }
}
