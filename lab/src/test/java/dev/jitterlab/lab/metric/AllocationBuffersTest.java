package dev.jitterlab.lab.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that JVMs wrote, with other times. */
class AllocationBuffersTest {
  private static final String G1_OF_11_A =
      "GC(0) TLAB totals: thrds: 5  refills: 38 max: 17 slow allocs: 16 max 8 waste: 11.5% gc:"
          + " 491232B max: 146656B slow: 31096B max: 15544B fast: 0B max: 0B";
  private static final String G1_OF_11_B =
      "GC(1) TLAB totals: thrds: 2  refills: 49 max: 43 slow allocs: 13 max 11 waste:  1.6% gc:"
          + " 15880B max: 15880B slow: 41784B max: 37264B fast: 0B max: 0B";
  private static final String G1_OF_11_C =
      "GC(2) TLAB totals: thrds: 2  refills: 63 max: 62 slow allocs: 22 max 22 waste:  1.7% gc:"
          + " 47056B max: 45176B slow: 55632B max: 55632B fast: 0B max: 0B";
  private static final String ZGC_OF_25_A =
      "GC(6) O: TLAB totals: thrds: 2  refills: 20 max: 10 slow allocs: 6 max 3 waste:  8.5% gc:"
          + " 160192B max: 80096B slow: 15280B max: 7640B";
  private static final String ZGC_OF_25_B =
      "GC(8) y: TLAB totals: thrds: 3  refills: 23 max: 11 slow allocs: 9 max 4 waste:  6.6% gc:"
          + " 139808B max: 57928B slow: 17920B max: 9432B";

  @TempDir private Path folder;
  private final List<String> log = new ArrayList<>();

  private void collected(int second, String message) {
    log.add(line(second, "debug", "gc,tlab", message));
  }

  private static String line(int second, String level, String tags, String message) {
    return "[1970-01-01T00:00:%02d.000+0000][%d.000s][%d000000000ns][%s][%-11s] %s"
        .formatted(second, second, second, level, tags, message);
  }

  private LoggedServer server(Window... measured) throws IOException {
    log.addFirst(line(0, "info", "gc", "Using G1"));
    Files.write(folder.resolve("gc.log"), log);
    return new LoggedServer(folder, new MeasuredWindows(List.of(measured)));
  }

  private static double value(Metric metric, MeasuredInstance server) {
    return metric.value(List.of(metric.read(server).orElseThrow()));
  }

  @Test
  void readsWhatJdk11Logs() throws IOException {
    collected(10, G1_OF_11_A);
    log.add(
        line(
            10,
            "info",
            "gc",
            "GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->2M(64M) 3.1ms"));
    collected(20, G1_OF_11_B);
    collected(30, G1_OF_11_C);
    LoggedServer server = server(new Window(0, 50));

    assertEquals((49 + 63) / 20.0, value(AllocationBuffers.REFILLS, server), 1e-9);
    assertEquals(51.0 / (51 + 150), value(AllocationBuffers.OUTSIDE, server), 1e-9);
    assertEquals(
        (0.115 * 38 + 0.016 * 49 + 0.017 * 63) / 150, value(AllocationBuffers.WASTE, server), 1e-9);
  }

  @Test
  void readsWhatBothGenerationsOfJdk25Log() throws IOException {
    collected(10, ZGC_OF_25_A);
    log.add(
        line(
            11,
            "debug",
            "gc,tlab",
            "GC(8) y: TLAB usage update: used 8M -> 60M, capacity: 8M -> 23M"));
    collected(12, ZGC_OF_25_B);
    LoggedServer server = server(new Window(0, 50));

    assertEquals(23 / 2.0, value(AllocationBuffers.REFILLS, server), 1e-9);
    assertEquals(15.0 / 58, value(AllocationBuffers.OUTSIDE, server), 1e-9);
    assertEquals((0.085 * 20 + 0.066 * 23) / 43, value(AllocationBuffers.WASTE, server), 1e-9);
  }

  /** What was allocated while others had the load is not counted, and its time neither. */
  @Test
  void countsWithinTheSlicesOnly() throws IOException {
    collected(1, G1_OF_11_A); // before it was measured
    collected(10, G1_OF_11_A);
    collected(14, G1_OF_11_B);
    collected(22, G1_OF_11_A); // in the gap
    collected(31, ZGC_OF_25_A);
    collected(33, ZGC_OF_25_B);
    LoggedServer server = server(new Window(5, 15), new Window(30, 40));

    assertEquals((49 + 23) / (4.0 + 2), value(AllocationBuffers.REFILLS, server), 1e-9);
    assertEquals(44.0 / (44 + 38 + 49 + 20 + 23), value(AllocationBuffers.OUTSIDE, server), 1e-9);
  }

  /** One collection says how much was wasted, and not in which time. */
  @Test
  void oneCollectionHasNoRate() throws IOException {
    collected(10, G1_OF_11_A);
    LoggedServer server = server(new Window(0, 50));

    assertEquals(Optional.empty(), AllocationBuffers.REFILLS.read(server));
    assertEquals(0.115, value(AllocationBuffers.WASTE, server), 1e-9);
  }

  /** The server was started again while it was measured, and began its log anew. */
  @Test
  void aLogThatBeginsLateHasNoFigures() throws IOException {
    Files.write(
        folder.resolve("gc.log"),
        List.of(
            line(10, "debug", "gc,tlab", G1_OF_11_A), line(20, "debug", "gc,tlab", G1_OF_11_B)));
    LoggedServer late = new LoggedServer(folder, MeasuredWindows.of(0, 50));

    for (Metric metric : new AllocationBuffers().metrics()) {
      assertEquals(Optional.empty(), metric.read(late), metric.key());
    }
  }

  /** Earlier runs' logs have no such lines, and runs without the log have none either. */
  @Test
  void whatWasNotLoggedIsUnknownAndNotZero() throws IOException {
    log.add(
        line(
            10,
            "info",
            "gc",
            "GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->2M(64M) 3.1ms"));
    LoggedServer before = server(new Window(0, 50));
    for (Metric metric : new AllocationBuffers().metrics()) {
      assertTrue(metric.isOptional(), metric.key());
      assertEquals(Optional.empty(), metric.read(before), metric.key());
    }
    Files.delete(folder.resolve("gc.log"));
    for (Metric metric : new AllocationBuffers().metrics()) {
      assertEquals(Optional.empty(), metric.read(before), metric.key());
    }
  }
}
