package dev.jitterlab.lab.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.EventTicks.Tick;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventTicksTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long PERIOD_NS = 50_000_000;
  private static final long START_NS = 1_800_000_000 * SECOND_NS + 400_000_000;
  private static final Window ALL = new Window(0, Double.MAX_VALUE);

  @TempDir private Path folder;

  @Name("test.Tick")
  private static final class TestTick extends Event {}

  @Name("test.Other")
  private static final class OtherEvent extends Event {}

  private TickLog log(List<Tick> ticks) throws IOException {
    Path file = folder.resolve("ticks.hlog");
    EventTickLog.write(ticks, PERIOD_NS, file);
    return TickLog.read(file);
  }

  private static Tick tick(int index, long lateNs, long executionNs) {
    long startNs = START_NS + index * PERIOD_NS + lateNs;
    return new Tick(startNs, startNs + executionNs);
  }

  @Test
  void readsTheEventsOfThatNameInOrder() throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      for (int i = 0; i < 3; i++) {
        TestTick tick = new TestTick();
        tick.begin();
        new OtherEvent().commit();
        tick.commit();
      }
      recording.stop();
      recording.dump(file);
    }
    List<Tick> ticks = EventTicks.read(file, "test.Tick");

    assertEquals(3, ticks.size());
    for (Tick tick : ticks) {
      assertTrue(tick.startNs() <= tick.endNs(), tick.toString());
    }
    assertTrue(ticks.get(0).endNs() <= ticks.get(1).startNs(), ticks.toString());
    assertEquals(List.of(), EventTicks.read(file, "test.None"));
  }

  @Test
  void findsNoTicksInARecordingThatIsCutShort() throws IOException {
    Path file = Files.writeString(folder.resolve("recording.jfr"), "FLR\0cut");

    assertEquals(List.of(), EventTicks.read(file, "test.Tick"));
    assertEquals(List.of(), EventTicks.read(folder.resolve("missing.jfr"), "test.Tick"));
  }

  /** Tick 1 is 4 ms late, tick 2 is 1 ms early. */
  @Test
  void measuresAgainstTheScheduleOfTheFirstTick() throws IOException {
    TickLog log =
        log(List.of(tick(0, 0, 2_000_000), tick(1, 4_000_000, 3_000_000), tick(2, -1_000_000, 0)));

    assertValues(log, TickTime.EXECUTION, 0, 2_000_000, 3_000_000);
    assertValues(log, TickTime.DRIFT, -1_000_000, 0, 4_000_000);
    assertValues(log, TickTime.WAIT, 42_000_000, 52_000_000);
    assertValues(log, TickTime.TOTAL, 42_000_000, 55_000_000);
  }

  @Test
  void overlappingTicksHaveNoWait() throws IOException {
    TickLog log = log(List.of(tick(0, 0, 60_000_000), tick(1, 0, 10_000_000)));

    assertValues(log, TickTime.WAIT, 0);
    assertValues(log, TickTime.TOTAL, 10_000_000);
  }

  @Test
  void writesALineForEverySecondAlsoWithoutTicks() throws IOException {
    TickLog log = log(List.of(tick(0, 0, 1), tick(70, 0, 1)));

    List<Window> seconds =
        log.intervals().stream()
            .filter(interval -> interval.metric() == TickTime.EXECUTION)
            .map(TickInterval::window)
            .toList();
    assertEquals(4, seconds.size());
    assertEquals(START_NS / 1e9, seconds.getFirst().from(), 1e-3);
    for (int i : IntStream.range(1, 4).toArray()) {
      assertEquals(seconds.get(i - 1).to(), seconds.get(i).from(), 1e-3);
    }
    assertValues(log, TickTime.DRIFT, 0, 69 * PERIOD_NS);
  }

  private static void assertValues(TickLog log, TickTime metric, long... expectedNs) {
    Distribution values = log.measured(metric, ALL);
    assertEquals(expectedNs.length, values.count(), metric + " count");
    for (int i = 0; i < expectedNs.length; i++) {
      long found = values.quantileNs((i + 1.0) / expectedNs.length);
      long toleranceNs = Math.abs(expectedNs[i]) / 500 + 1;
      assertTrue(Math.abs(expectedNs[i] - found) <= toleranceNs, metric + " " + found);
    }
  }
}
