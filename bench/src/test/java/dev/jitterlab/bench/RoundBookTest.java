package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.BenchRound.Cell;
import dev.jitterlab.bench.BenchRound.Counts;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundBookTest {
  private static final Map<String, String> SETTINGS = Map.of("--seconds", "2", "--warmup", "3");

  private static final Environment MACHINE = new EnvironmentProbe(Path.of("/")).probe(Map.of());

  @TempDir private Path folder;

  private RoundBook book;

  @BeforeEach
  void openTheBook() {
    book = new RoundBook(folder.resolve("new/rounds.jsonl"));
  }

  private static BenchRound round(String session) {
    return round(session, SETTINGS);
  }

  private static BenchRound round(String session, Map<String, String> settings) {
    Histogram ticks = new Histogram(1, 3_600_000_000_000L, 3);
    ticks.recordValueWithCount(12_345, 99);
    ticks.recordValue(7_000_000);
    Distribution late = Distribution.of(ticks);
    Histogram early = new Histogram(3);
    early.recordValue(500);
    Distribution drift = Distribution.merge(List.of(Distribution.of(early).negated(), late));
    return new BenchRound(
        session,
        settings,
        MACHINE,
        List.of(new CoreStalls(2_000, List.of(new CoreStalls.Stall(5, 7)))),
        List.of(
            new Cell(
                "1khz",
                "partitioned",
                Counts.of(drift),
                Counts.of(late),
                4,
                new Measurement.MissRates(0.1, 0.2),
                new Measurement.Usage(
                    2, 0.5, 10, Map.of(ThreadRole.COMPILERS, new ThreadRole.Time(0.1, 0.2)))),
            new Cell(
                "1khz",
                "cyclictest",
                Counts.of(drift),
                null,
                0,
                null,
                new Measurement.Usage(2, 0.01, 10, Map.of()))),
        List.of());
  }

  @Test
  void givesRoundsBackAsTheyWereKept() throws IOException {
    assertEquals(List.of(), book.read(SETTINGS));
    book.add(round("monday"));
    book.add(round("tuesday"));

    assertEquals(List.of(round("monday"), round("tuesday")), book.read(SETTINGS));
    Measurement server = book.read(SETTINGS).getFirst().cells().getFirst().measurement();
    assertEquals(101, server.drift().count());
    assertEquals(-500, server.drift().quantileNs(0));
    assertEquals(12_345.0, (double) server.drift().quantileNs(0.5), 10.0);
    assertEquals(7_000_000.0, (double) server.drift().maxNs(), 7_000.0);
    assertEquals(100, server.execution().orElseThrow().count());
    Measurement control = book.read(SETTINGS).getFirst().cells().getLast().measurement();
    assertEquals(Optional.empty(), control.execution());
    assertEquals(Optional.empty(), control.missRates());
  }

  @Test
  void refusesToMixRoundsOfDifferentSettings() throws IOException {
    book.add(round("monday"));
    Map<String, String> other = Map.of("--seconds", "2", "--warmup", "12");

    String message = assertThrows(LabException.class, () -> book.read(other)).getMessage();
    assertTrue(message.contains("measured with --warmup `3`, not `12`"), message);
    Map<String, String> more = Map.of("--seconds", "2", "--warmup", "3", "the kernel", "7");
    assertThrows(LabException.class, () -> book.read(more), "a setting that is not known");
  }

  /** As of a CPU without a name. */
  @Test
  void callsUnknownWhatTheMachineDidNotSay() throws IOException {
    book.add(round("monday", Map.of("the machine", "null, 2 cores")));

    assertEquals(1, book.read(Map.of("the machine", "null, 2 cores")).size());
    Map<String, String> other = Map.of("the machine", "null, 4 cores");
    String message = assertThrows(LabException.class, () -> book.read(other)).getMessage();
    assertTrue(
        message.contains("with the machine `unknown, 2 cores`, not `unknown, 4 cores`"), message);
  }

  @Test
  void saysWhichLineIsNoRound() throws IOException {
    book.add(round("monday"));
    Files.writeString(book.file(), Files.readString(book.file()) + "{\"cells\": 5}\n");

    String message = assertThrows(LabException.class, () -> book.read(SETTINGS)).getMessage();
    assertTrue(message.startsWith(book.file() + ":2"), message);
  }
}
