package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Slice;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MeasuredWindowsTest {
  private static final Distribution VALUES = values(1_000_000);

  private static Distribution values(long ns) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(ns);
    return Distribution.of(histogram);
  }

  /** Two servers, one slice each of warm-up, two each of measurement; the last one goes on. */
  private static final BlockTimes ROTATED =
      new BlockTimes(1, 100.0, 120.0, null, null, null)
          .turns(
              List.of(new Slice("g1/1", 101, 104.0), new Slice("zgc/1", 106, 109.0)),
              List.of(
                  new Slice("zgc/1", 120, 125.0),
                  new Slice("g1/1", 127, 132.0),
                  new Slice("g1/1", 134, 139.0),
                  new Slice("zgc/1", 141, null)));

  private static final MeasuredWindows ZGC =
      MeasuredWindows.slices(ROTATED, "zgc/1", 144).orElseThrow();

  @Test
  void aServerHasTheWindowsOfItsSlicesAndTheLastOneEndsWithTheBlock() {
    assertEquals(List.of(new Window(120, 125), new Window(141, 144)), ZGC.parts());
    assertEquals(8, ZGC.seconds());
    assertEquals(new Window(120, 144), ZGC.span());
  }

  /** Versions that did not notice it have left such recordings. */
  @Test
  void aBlockDuringWhichTheClockWasSetBackHasEmptyWindows() {
    BlockTimes setBack = new BlockTimes(1, 130.0, 120.0, 110.0, 111.0, null);

    assertEquals(
        List.of(new Window(120, 120)), MeasuredWindows.of(setBack, "g1/1").orElseThrow().parts());
    assertEquals(List.of(new Window(130, 130)), MeasuredWindows.worked(setBack, "g1/1", 110));
  }

  @Test
  void slicesBetweenWhichTheClockWasSetBackCanBeRead() {
    MeasuredWindows setBack =
        new MeasuredWindows(List.of(new Window(120, 125), new Window(107, 112)));

    assertEquals(new Window(120, 120), setBack.span());
    assertEquals(
        List.of(new Window(120, 120), new Window(107, 113)), setBack.untilNext(113).parts());
  }

  @Test
  void theBlockHasThoseOfAllItsServers() {
    assertEquals(4, MeasuredWindows.slices(ROTATED, null, 144).orElseThrow().parts().size());
  }

  @Test
  void linesAndMomentsOfTheOthersSlicesAndOfGuardsDoNotCount() {
    assertTrue(ZGC.holds(new Window(120.5, 121.5), VALUES));
    assertTrue(ZGC.holds(new Window(142, 143), VALUES));
    assertFalse(ZGC.holds(new Window(128, 129), VALUES), "g1/1 had the load");
    assertFalse(ZGC.holds(new Window(119.5, 120.5), VALUES), "it began in the guard");
    assertFalse(ZGC.holds(new Window(124.5, 125.5), VALUES), "it ends in the guard");
    assertTrue(ZGC.containsMoment(124.9));
    assertFalse(ZGC.containsMoment(125));
    assertTrue(ZGC.isInGap(125));
    assertFalse(ZGC.isInGap(144));
  }

  @Test
  void aPauseThatBeganInASliceCountsAlsoWhenItsLineEndsBehindIt() {
    assertTrue(ZGC.holds(new Window(124.5, 125.5), values(700_000_000)));
    assertEquals(0.5, ZGC.covered(new Window(124.5, 125.5), values(700_000_000)));
  }

  @Test
  void timeGoesOnOnlyWithinSlices() {
    MeasuredWindows worked = new MeasuredWindows(MeasuredWindows.worked(ROTATED, "zgc/1", 144));
    assertEquals(3, worked.elapsed(ZGC.from()), "its warm-up");
    assertEquals(3 + 5 + 1, worked.elapsed(142));
    assertEquals(0, worked.elapsed(99));
  }

  @Test
  void aBlockWithoutSlicesIsMeasuredInOneWindow() {
    BlockTimes together = new BlockTimes(1, 100.0, 110.0, 130.0, null, null);
    assertFalse(together.wasRotated());
    assertEquals(List.of(new Window(100, 130)), MeasuredWindows.worked(together, "g1/1", 130));
    assertEquals(Optional.empty(), MeasuredWindows.slices(together, "g1/1", 130));
  }

  @Test
  void theTickLogIsCompleteAlsoIfEverySliceLacksItsEdges() {
    MeasuredTicks.Reading reading = new MeasuredTicks.Reading(ZGC);
    for (double at = 118.5; at < 146; at++) {
      reading.add(new TickInterval(new Window(at, at + 1), TickTime.EXECUTION, VALUES));
    }
    MeasuredTicks ticks = reading.ticks();
    assertEquals(4 + 2, ticks.count(), "the whole lines in 120..125 and 141..144");
    assertEquals(0, ticks.gapRatio());
  }

  /** As the workload of locks has it: lines of ticks that are empty, and waits beside them. */
  @Test
  void otherTimesAreSomethingToo() {
    MeasuredWindows windows = MeasuredWindows.of(0, 10);
    MeasuredTicks.Reading reading = new MeasuredTicks.Reading(windows);
    reading.add(new TickInterval(new Window(1, 2), TickTime.EXECUTION, Distribution.empty()));
    assertTrue(reading.ticks().isEmpty());
    reading.addOther(new TaggedInterval("lock-wait", new Window(1, 2), VALUES));
    MeasuredTicks ticks = reading.ticks();

    assertFalse(ticks.isEmpty());
    assertEquals(0, ticks.count());
    assertEquals(VALUES.count(), ticks.times("lock-wait").count());
  }

  @Test
  void nothingIsNoMeasurement() {
    assertThrows(IllegalArgumentException.class, () -> new MeasuredWindows(List.of()));
  }
}
