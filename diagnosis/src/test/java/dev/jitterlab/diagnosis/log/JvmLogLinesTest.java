package dev.jitterlab.diagnosis.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule against real lines of JDK 11, 17, 21 and 25. */
class JvmLogLinesTest {
  @Test
  void readsTheSafepointsOfJdk11FromTwoLines() {
    LogSafepoint.Parser parser = new LogSafepoint.Parser();
    assertEquals(
        Optional.empty(),
        parser.parse(
            message(
                "[2026-11-22T08:19:26.905+0000][0.194s][194473686ns][info][safepoint    ] Entering"
                    + " safepoint region: G1CollectForAllocation")));
    assertEquals(
        Optional.empty(),
        parser.parse(
            message(
                "[2026-11-22T08:19:26.906+0000][0.196s][195664192ns][info][safepoint    ] Leaving"
                    + " safepoint region")));
    assertEquals(
        Optional.of(new LogSafepoint("G1CollectForAllocation", 5_100, 1_195_600)),
        parser.parse(
            message(
                "[2026-11-22T08:19:26.906+0000][0.196s][195667447ns][info][safepoint    ] Total"
                    + " time for which application threads were stopped: 0.0011956 seconds,"
                    + " Stopping threads took: 0.0000051 seconds")));
  }

  @Test
  void doesNotTakeAnEarlierOperationForOneThatWasNotLogged() {
    LogSafepoint.Parser parser = new LogSafepoint.Parser();
    parser.parse("Entering safepoint region: Deoptimize");
    String total =
        "Total time for which application threads were stopped: 0.5 seconds, Stopping threads took:"
            + " 0.1 seconds";
    assertEquals("Deoptimize", parser.parse(total).orElseThrow().operation());
    assertEquals("unknown operation", parser.parse(total).orElseThrow().operation());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // 17
        "Safepoint \"G1CollectForAllocation\", Time since last: 98573928 ns, Reaching safepoint:"
            + " 3856 ns, Cleanup: 25859 ns, At safepoint: 1651915 ns, Total: 1681630 ns",
        // 21
        "Safepoint \"G1CollectForAllocation\", Time since last: 38977284 ns, Reaching safepoint:"
            + " 3856 ns, Cleanup: 21432 ns, At safepoint: 2000605 ns, Leaving safepoint: 14682 ns,"
            + " Total: 1681630 ns",
        // 25
        "Safepoint \"G1CollectForAllocation\", Time since last: 39489488 ns, Reaching safepoint:"
            + " 3856 ns, At safepoint: 1779105 ns, Leaving safepoint: 1432 ns, Total: 1681630 ns,"
            + " Threads: 0 runnable, 10 total"
      })
  void readsTheSafepointsOfJdk17And21And25(String line) {
    assertEquals(
        Optional.of(new LogSafepoint("G1CollectForAllocation", 3856, 1_681_630)),
        new LogSafepoint.Parser().parse(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GC(3) Pause Young (Normal) (G1 Evacuation Pause) 14M->9M(64M) 7.891ms| Pause Young (Normal) | G1 Evacuation Pause | false
          GC(8) Pause Young (Mixed) (G1 Preventive Collection) 14M->9M(64M) 0,891ms| Pause Young (Mixed) | G1 Preventive Collection | false
          GC(4) Pause Full (System.gc()) 9M->3M(64M) 17.1ms| Pause Full | System.gc() | false
          GC(4) Pause Full (Allocation Failure) 9M->3M(64M) 17.1ms| Pause Full | Allocation Failure | false
          GC(9) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Allocation) 60M->61M(64M) 4.2ms| Pause Young (Normal) | G1 Evacuation Pause | true
          GC(5) Pause Remark 10M->10M(64M) 0.9ms | Pause Remark | '' | false
          GC(2) Pause Init Mark (unload classes) 0.03ms | Pause Init Mark | unload classes | false
          GC(2) Pause Degenerated GC (Outside of Cycle) 60M->20M(64M) 3.3ms | Pause Degenerated GC | Outside of Cycle | false
          GC(1) y: Pause Mark Start 0.008ms | Pause Mark Start | '' | false
          GC(1) Y: Pause Mark Start (Major) 0.008ms | Pause Mark Start | Major | false
          GC(1) Pause Relocate Start 0.009ms | Pause Relocate Start | '' | false
          """)
  void readsPausesOfAllCollectors(String line, String name, String why, boolean failed) {
    LogPause pause = LogPause.parse(line.strip()).orElseThrow();
    assertEquals(name, pause.name());
    assertEquals(why, pause.why());
    assertEquals(failed, pause.failed());
    assertTrue(pause.seconds() > 0 && pause.seconds() < 0.02, line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GC(3) Pause Young (Normal) (G1 Evacuation Pause)", // its start
        "GC(3) Concurrent Mark Cycle 3.2ms",
        "GC(99999999999) Pause Full 1.0ms",
        "Using G1"
      })
  void passesOverLinesThatArePausesNotOver(String line) {
    assertEquals(Optional.empty(), LogPause.parse(line));
  }

  @Test
  void readsAllocationStalls() {
    assertEquals(
        Optional.of(new LogStall("main", 0.0052)),
        LogStall.parse(
            message(
                "[2026-11-22T08:19:40.538+0000][0.291s][291392304ns][info][gc          ] Allocation"
                    + " Stall (main) 5.200ms")));
  }

  /** Of JDK 11, 17 and 25, of G1, Shenandoah and ZGC's generations. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GC(0) TLAB totals: thrds: 5  refills: 38 max: 17 slow allocs: 16 max 8 waste: 11.5% gc: 491232B max: 146656B slow: 31096B max: 15544B fast: 0B max: 0B | 38 | 16 | 0.115
          GC(3) TLAB totals: thrds: 3  refills: 181 max: 61 slow allocs: 78 max 27 waste:  0.9% gc: 30968B max: 30968B slow: 166808B max: 57328B | 181 | 78 | 0.009
          GC(0) O: TLAB totals: thrds: 4  refills: 3483 max: 1873 slow allocs: 9592 max 5617 waste:  8,7% gc: 77568B max: 71240B slow: 2388848B max: 1263712B | 3483 | 9592 | 0.087
          GC(2) y: TLAB totals: thrds: 3  refills: 126 max: 70 slow allocs: 75 max 43 waste: 100.0% gc: 147544B max: 147544B slow: 112128B max: 61000B | 126 | 75 | 1
          """)
  void readsWhatThreadsDidWithTheirBuffers(
      String line, long refills, long outside, double wasteRatio) {
    assertTrue(LogBuffers.mayBe(line));
    LogBuffers buffers = LogBuffers.parse(line).orElseThrow();
    assertEquals(refills, buffers.refills());
    assertEquals(outside, buffers.outside());
    assertEquals(wasteRatio, buffers.wasteRatio(), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GC(0) Y: TLAB usage update: used 0M -> 8M, capacity: 0M -> 8M",
        "GC(0) TLAB totals: thrds: 5  refills: 38 max: 17",
        "TLAB min: 328 initial: 8388 max: 131072"
      })
  void passesOverOtherLinesOnBuffers(String line) {
    assertEquals(Optional.empty(), LogBuffers.parse(line));
  }

  @Test
  void readsDecorationsInAnyOrderAndPrefersTheFinerUptime() {
    LogLine line =
        LogLine.parse(
                "[2026-11-22T08:19:40.538+0000][0.291s][291392304ns][info][gc,start    ] GC(0)"
                    + " Pause")
            .orElseThrow();
    assertEquals(1_795_335_580_538L, line.wallMs().orElseThrow());
    assertEquals(291_392_304L, line.uptimeNs().orElseThrow());
    assertEquals(1, line.uptimeResolutionNs());
    assertEquals("gc,start", line.tags());
    assertEquals("GC(0) Pause", line.message());

    LogLine millis =
        LogLine.parse("[1795324553025ms]    1       3  a.B::c (1 bytes)").orElseThrow();
    assertEquals(1_795_324_553_025L, millis.wallMs().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no decoration", "[", "[info] x", "[99999999999999999999ns] x", "[..s] x"})
  void passesOverLinesWithoutTime(String line) {
    assertEquals(Optional.empty(), LogLine.parse(line));
  }

  @Test
  void readsCompilations() {
    LogCompilation compiled =
        LogCompilation.parse(message("[1ms]  412 % !   4       a.B::c @ 12 (7321 bytes)"))
            .orElseThrow();
    assertEquals(new LogCompilation(412, true, 4, "a.B::c", 7321, ""), compiled);
    assertTrue(compiled.isStart());

    LogCompilation thrown =
        LogCompilation.parse(
                message(
                    "[1ms]  412   !   4       a.B::c (7 bytes)   made not entrant: uncommon trap"))
            .orElseThrow();
    assertTrue(thrown.isThrownAway());
    assertEquals("uncommon trap", thrown.reason());
  }

  private static String message(String line) {
    return LogLine.parse(line).orElseThrow().message();
  }
}
