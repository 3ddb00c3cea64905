package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcLogTest {
  private static final double ZERO = Instant.parse("2026-11-22T05:30:00Z").getEpochSecond();

  @TempDir private Path folder;

  private List<Point> pauses(String... lines) throws IOException {
    Files.write(folder.resolve("gc.log"), List.of(lines));
    return read(new Window(ZERO, ZERO + 60));
  }

  private List<Point> read(Window shown) {
    return read("gc_pause_seconds", shown);
  }

  private List<Point> read(String series, Window shown) {
    Recorded server = new Recorded("g/1", folder, shown, ZERO, List.of(), Optional.empty());
    return KnownCollectors.series(series).orElseThrow().read(server);
  }

  /** Lines that JVMs wrote. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "02.038 | 0.364 | gc             | GC(10) Pause Full (G1 Evacuation Pause) 63M->16M(57M)"
            + " 19.013ms | 19.013",
        "01.107 | 0.660 | gc           | GC(0) Pause Young (Allocation Failure) 16M->15M(61M)"
            + " 56.723ms | 56.723",
        "00.335 | 1.007 | gc             | GC(18) Pause Full (System.gc()) 48M->16M(61M) 1.639ms |"
            + " 1.639",
        "03.859 | 0.300 | gc           | GC(0) Pause Init Mark (process weakrefs) 0.193ms | 0.193",
        "02.948 | 0.478 | gc,phases | GC(0) Pause Mark Start 0.216ms | 0.216",
        "08.944 | 0.194 | gc          | GC(7) Pause Remark 60M->33M(64M) 0.480ms | 0.480",
        "13.805 | 0.290 | gc          | GC(8) Pause Young (Normal) (G1 Evacuation Pause)"
            + " (Evacuation Failure) 57M->58M(64M) 11.842ms | 11.842",
        "19.777 | 0.146 | gc,phases   | GC(0) Y: Pause Mark Start (Major) 0.017ms | 0.017",
        "19.842 | 0.211 | gc,phases   | GC(0) O: Pause Mark End 0.013ms | 0.013",
        "19.121 | 0.210 | gc,phases   | GC(4) y: Pause Mark Start 0.007ms | 0.007",
        "18.728 | 0.102 | gc          | GC(5) Pause Young (Normal) (G1 Evacuation Pause)"
            + " (Evacuation Failure: Allocation) 59M->59M(64M) 1.355ms | 1.355"
      })
  void readsPausesOfEveryJdkAndCollector(
      String second, String uptime, String tags, String words, double milliseconds)
      throws IOException {
    String line =
        "[2026-11-22T05:30:%s+0000][%ss][info][%s] %s".formatted(second, uptime, tags, words);
    List<Point> pauses = pauses(line);

    assertEquals(1, pauses.size(), line);
    assertEquals(milliseconds / 1e3, pauses.getFirst().value(), 1e-9);
    assertEquals(
        Double.parseDouble(second) - milliseconds / 1e3, pauses.getFirst().at(), 1e-6, "its start");
  }

  @Test
  void passesOverWhatIsNoPause() throws IOException {
    assertEquals(
        List.of(),
        pauses(
            "[0.004s][info][gc] Using G1",
            "[2026-11-22T05:30:01.822+0000][0.147s][info][gc,start     ] GC(0) Pause Young (Normal)"
                + " (G1 Evacuation Pause)",
            "[2026-11-22T05:30:03.864+0000][0.304s][info][gc,stats     ] Pause Init Mark (G)       "
                + "          287 us",
            "[2026-11-22T05:30:08.944+0000][0.194s][info][safepoint   ] Safepoint"
                + " \"G1PauseRemark\", Time since last: 27010 ns, Total: 5150536 ns",
            "[2026-11-22T05:30:08.944+0000][0.194s][info][gc          ] GC(7) Concurrent Mark"
                + " 3.1ms",
            "[2026-11-22T05:30:08.9"));
  }

  /** As JDK 11's serial collector writes it: the lengths of both would be counted twice. */
  @Test
  void countsAPauseWithinAnotherOnce() throws IOException {
    List<Point> pauses =
        pauses(
            "[2026-11-22T05:30:00.272+0000][0.945s][info][gc             ] GC(4) Pause Full"
                + " (Allocation Failure) 60M->16M(61M) 10.234ms",
            "[2026-11-22T05:30:00.272+0000][0.945s][info][gc             ] GC(3) Pause Young"
                + " (Allocation Failure) 60M->16M(61M) 10.273ms");
    assertEquals(List.of(0.010273), pauses.stream().map(Point::value).toList());
  }

  /** The same; the inner one ended just before a millisecond was over, and the outer one after. */
  @Test
  void countsAPauseWithinAnotherOnceAcrossAMillisecond() throws IOException {
    List<Point> pauses =
        pauses(
            "[2026-11-22T05:30:00.271+0000][0.944s][info][gc             ] GC(4) Pause Full"
                + " (Allocation Failure) 60M->16M(61M) 10.234ms",
            "[2026-11-22T05:30:00.272+0000][0.945s][info][gc             ] GC(3) Pause Young"
                + " (Allocation Failure) 60M->16M(61M) 10.273ms");
    assertEquals(List.of(0.010273), pauses.stream().map(Point::value).toList());
  }

  /** As ZGC writes it: a young collection may be under way while an old one is. */
  @Test
  void pausesThatFollowOneAnotherWithinAMillisecondAllCount() throws IOException {
    List<Point> pauses =
        pauses(
            "[2026-11-22T05:30:00.272+0000][0.945s][info][gc,phases] GC(4) y: Pause Mark End"
                + " 0.007ms",
            "[2026-11-22T05:30:00.272+0000][0.945s][info][gc,phases] GC(3) O: Pause Mark End"
                + " 0.013ms");
    assertEquals(2, pauses.size());
  }

  @Test
  void leavesOutWhatWasBeforeTheShownTime() throws IOException {
    pauses(
        "[2026-11-22T05:30:04.000+0000][1.000s][info][gc] GC(0) Pause Full (a) 6M->1M(6M) 1.000ms",
        "[2026-11-22T05:30:06.000+0000][2.000s][info][gc] GC(1) Pause Full (a) 6M->1M(6M) 2.000ms");
    assertEquals(
        List.of(0.002), read(new Window(ZERO + 5, ZERO + 60)).stream().map(Point::value).toList());
  }

  @Test
  void aMissingLogHasNoPauses() {
    assertEquals(List.of(), read(new Window(ZERO, ZERO + 60)));
  }

  /** Lines that JVMs wrote; those of phases, generations and regions say something else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gc | GC(0) Pause Young (Normal) (G1 Evacuation Pause) 14M->8M(64M) 6.126ms | 8",
        "gc | GC(10) Pause Full (G1 Evacuation Pause) 63M->16M(57M) 19.013ms | 16",
        "gc | GC(0) Garbage Collection (Warmup) 20M(31%)->12M(19%) | 12",
        "gc | GC(1) Minor Collection (High Usage) 64M(100%)->14M(22%) 0.005s | 14",
        "gc | GC(0) Concurrent cleanup (unload classes) 19M->16M(64M) 0.011ms | 16",
        "gc | GC(16) Pause Degenerated GC (Roots) 60M->8M(64M) 1.890ms | 8",
        "gc,phases   | GC(1) y: Young Generation 64M(100%)->14M(22%) 0.005s |",
        "gc,heap     | GC(0) Eden regions: 14->0(20) |",
        "gc,heap     | GC(0) ParNew: 17472K->2175K(19648K) |",
        "gc,metaspace | GC(0) Metaspace: 3018K->3018K(1056768K) |"
      })
  void readsWhatACollectionLeaves(String tags, String words, Long megabytes) throws IOException {
    pauses("[2026-11-22T05:30:10.000+0000][1.000s][info][%-9s] %s".formatted(tags, words));

    assertEquals(
        megabytes == null ? List.of() : List.of(new Point(10, megabytes * 1024.0 * 1024)),
        read("gc_heap_after_bytes", new Window(ZERO, ZERO + 60)));
  }

  @Test
  void tellsFullCollections() throws IOException {
    pauses(
        "[2026-11-22T05:30:04.000+0000][1.000s][info][gc] GC(0) Pause Full (a) 6M->1M(6M) 1.000ms",
        "[2026-11-22T05:30:06.000+0000][2.000s][info][gc] GC(1) Pause Young (a) 6M->1M(6M)"
            + " 2.000ms");

    List<Point> full = read("gc_full_pause_seconds", new Window(ZERO, ZERO + 60));
    assertEquals(List.of(0.001), full.stream().map(Point::value).toList());
  }

  @Test
  void addsUpThePausesOfEachSecondAlsoWhereThereAreNone() throws IOException {
    pauses(
        "[2026-11-22T05:29:59.000+0000][0.010s][info][gc] Using G1",
        "[2026-11-22T05:30:01.100+0000][1.000s][info][gc] GC(0) Pause Young (a) 6M->1M(6M) 2.000ms",
        "[2026-11-22T05:30:01.900+0000][2.000s][info][gc] GC(1) Pause Young (a) 6M->1M(6M) 3.000ms",
        "[2026-11-22T05:30:03.500+0000][2.000s][info][gc] GC(2) Pause Young (a) 6M->1M(6M)"
            + " 5.000ms");

    List<Point> paused = read("gc_paused_seconds", new Window(ZERO - 0.5, ZERO + 5.3));
    assertEquals(List.of(0.0, 1.0, 2.0, 3.0, 4.0), paused.stream().map(Point::at).toList());
    double[] expected = {0, 0.005, 0, 0.005, 0};
    for (int second = 0; second < expected.length; second++) {
      assertEquals(expected[second], paused.get(second).value(), 1e-9, "second " + second);
    }
    Files.delete(folder.resolve("gc.log"));
    assertEquals(List.of(), read("gc_paused_seconds", new Window(ZERO, ZERO + 5)), "no log");
  }

  /** A server without pauses looks the same as one that was not logged yet. */
  @Test
  void nobodyKnowsThePausesBeforeTheLogBegins() throws IOException {
    pauses(
        "[2026-11-22T05:30:02.500+0000][0.010s][info][gc] Using G1",
        "[2026-11-22T05:30:03.500+0000][1.010s][info][gc] GC(0) Pause Young (a) 6M->1M(6M)"
            + " 5.000ms");

    List<Point> paused = read("gc_paused_seconds", new Window(ZERO, ZERO + 5));
    assertEquals(List.of(3.0, 4.0), paused.stream().map(Point::at).toList());
    assertEquals(0.005, paused.getFirst().value(), 1e-9);
    pauses();
    assertEquals(List.of(), read("gc_paused_seconds", new Window(ZERO, ZERO + 5)), "empty");
  }
}
