package dev.jitterlab.bench.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.campaign.Ledger;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdiomsResultTest {
  private final IdiomsPlan plan =
      new IdiomsPlan(
          Idiom.named(List.of("fill", "strings")),
          List.of(IdiomsPlanTest.jdk(11), IdiomsPlanTest.jdk(25)),
          3,
          0.15,
          1);
  @TempDir private Path folder;
  private final Map<Integer, Map<String, List<Double>>> measured = new LinkedHashMap<>();

  private void put(int jdk, String id, double... ns) {
    measured
        .computeIfAbsent(jdk, _ -> new LinkedHashMap<>())
        .put(id, Arrays.stream(ns).boxed().toList());
  }

  private IdiomsResult result(List<CodeShape> shapes) {
    return result(shapes, 0.5, 0.5, 0.5);
  }

  private IdiomsResult result(List<CodeShape> shapes, double... nothingNs) {
    put(25, "nothing/nothing", nothingNs);
    return IdiomsResult.of(
        plan,
        measured,
        shapes,
        List.of("something was left out"),
        new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));
  }

  @Test
  void comparesMeansWithAnIntervalOverTheForks() {
    put(25, "strings/plus", 10, 11, 12);
    put(25, "strings/builder", 20, 22, 24.6);
    IdiomsResult result = result(List.of());

    assertNull(result.row("strings", 1, 25, "plus").orElseThrow().ratio());
    IdiomsResult.Ratio ratio = result.row("strings", 1, 25, "builder").orElseThrow().ratio();
    assertEquals(66.6 / 33, ratio.ratio(), 1e-9);
    assertTrue(ratio.low() > 1.9 && ratio.low() < ratio.ratio(), ratio.toString());
    assertTrue(ratio.high() > ratio.ratio() && ratio.high() < 2.2, ratio.toString());
    assertTrue(result.row("strings", 1, 11, "plus").isEmpty(), "not measured there");
  }

  @Test
  void keepsARecordThatTheLedgerReads() {
    put(11, "fill.10/plain", 10, 10, 10);
    put(25, "strings/plus", 10, 11, 12);
    put(25, "strings/builder", 20, 22, 24.6);
    KeptRuns kept = new KeptRuns(folder);
    IdiomsRecord.of(result(List.of())).keep(Instant.EPOCH, 12.5, kept);
    IdiomsRecord.of(result(List.of())).keep(Instant.EPOCH, 12.5, kept);

    assertEquals(List.of(1, 2), kept.newest("bench-idioms").stream().map(KeptRun::run).toList());
    String row =
        "| I9a | claim | `bench-idioms` `strings` builder-25 / plus-25 | %s | ? | ? | ? | ? |";
    assertTrue(
        Ledger.of(row.formatted("> 1.5")).with(kept, folder).contains("| confirmed | ratio 2.02 ["),
        () -> Ledger.of(row.formatted("> 1.5")).with(kept, folder));
    assertTrue(Ledger.of(row.formatted("< 1")).with(kept, folder).contains("| contradicted |"));
    String own = "| I9b | claim | `bench-idioms` `fill.10` plain-11 | <= 2e-8 | ? | ? | ? | ? |";
    assertTrue(Ledger.of(own).with(kept, folder).contains("| confirmed |"));
  }

  /** Forks of 50 ms see more of the interpreter and of the compilers than longer ones. */
  @Test
  void keepsRecordsOfShorterForksApart() {
    put(25, "strings/plus", 10, 11, 12);
    IdiomsResult usual = result(List.of());
    IdiomsResult quick =
        new IdiomsResult(
            usual.rounds(),
            0.05,
            usual.seed(),
            usual.jdks(),
            usual.rows(),
            usual.shapes(),
            usual.notes(),
            usual.environment());

    assertEquals(
        BenchRecord.fingerprint(Idiom.ALL.toString()),
        IdiomsRecord.of(usual).content(),
        "as of records from before the length counted");
    assertNotEquals(IdiomsRecord.of(usual).content(), IdiomsRecord.of(quick).content());
  }

  @Test
  void writesFiguresAlikeInEveryCountry() {
    put(25, "strings/plus", 10.5, 11, 12);
    put(25, "strings/builder", 20, 22, 24.6);
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      KeptRun kept = IdiomsRecord.of(result(List.of())).run(Instant.EPOCH, 12.5, 1);
      assertEquals(
          List.of(1.05e-8, 1.1e-8, 1.2e-8), kept.values("plus-25", "strings"), "in seconds");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void doesNotCompareForksThatRanAlone() {
    put(25, "strings/plus", 10, 11, IdiomsResult.LEFT_OUT);
    put(25, "strings/builder", IdiomsResult.LEFT_OUT, IdiomsResult.LEFT_OUT, 24);
    put(25, "strings/format", IdiomsResult.LEFT_OUT, IdiomsResult.LEFT_OUT, IdiomsResult.LEFT_OUT);
    IdiomsResult result = result(List.of());

    assertNull(result.row("strings", 1, 25, "builder").orElseThrow().ratio());
    assertTrue(result.row("strings", 1, 25, "format").isEmpty(), "never measured");
  }

  /** The first figure of either way is not that of the same round. */
  @Test
  void comparesFiguresOfTheSameRoundWhereOneWasLeftOut() {
    put(25, "strings/plus", 10, IdiomsResult.LEFT_OUT, 100);
    put(25, "strings/builder", IdiomsResult.LEFT_OUT, 50, 200);
    IdiomsResult.Row row = result(List.of()).row("strings", 1, 25, "builder").orElseThrow();

    assertEquals(2, row.ratio().ratio(), 1e-9);
    assertNull(row.ratio().low(), "one round");
    assertEquals(List.of(50.0, 200.0), row.ns());
    assertEquals(125, row.meanNs(), 1e-9);
  }

  @Test
  void doubtsAlsoWhereTheEmptyBenchmarkWasLeftOutOnce() {
    put(25, "strings/builder", 0.52, 0.51, 0.5);
    IdiomsResult result = result(List.of(), 0.5, IdiomsResult.LEFT_OUT, 0.5);

    assertTrue(
        result
            .notes()
            .contains("strings, builder on JDK 25 takes no longer than an empty benchmark"));
  }

  /** A loop that the JIT removed takes as long for ten bytes as for ten thousand. */
  @Test
  void doubtsAWayWhoseTimeDoesNotGrowWithItsWork() {
    for (int size : List.of(10, 100, 1_920, 10_000)) {
      put(25, "fill." + size + "/plain", size, size, size);
      put(25, "fill." + size + "/default", 2, 2, 2);
    }
    List<String> notes = result(List.of()).notes();
    assertEquals(
        List.of(
            "something was left out",
            "fill, default on JDK 25 hardly takes longer at 10000 than at 10: was the work"
                + " removed?"),
        notes);
  }

  @Test
  void doubtsAWayThatIsAsQuickAsNothing() {
    put(25, "strings/plus", 10, 11, 12);
    put(25, "strings/builder", 0.52, 0.51, 0.5);
    assertTrue(
        result(List.of())
            .notes()
            .contains("strings, builder on JDK 25 takes no longer than an empty benchmark"));
  }

  @Test
  void showsAColumnForEachJdkAndWhatTheJitMade() {
    for (int jdk : List.of(11, 25)) {
      put(jdk, "strings/plus", 10, 11, 12);
      put(jdk, "strings/builder", 20, 22, 24.6);
    }
    List<String> lines =
        IdiomsTable.render(
                result(
                    List.of(
                        new CodeShape(11, "strings", "plus", List.of(), List.of("a"), 0, 0, 90),
                        new CodeShape(25, "strings", "plus", List.of(), List.of("a"), 0, 0, 90),
                        new CodeShape(25, "strings", "builder", List.of(), List.of(), 512, 2, 7))),
                new Terminal(false, false, true, 100))
            .lines()
            .toList();
    assertTrue(lines.contains("strings"), lines::toString);
    assertTrue(lines.stream().anyMatch(line -> line.matches(" +JDK 11 +JDK 25")), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.matches("plus +11 ns +11 ns")), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.matches("builder +2.02 \\[.*\\] +2.02 \\[.*\\]")),
        lines::toString);
    assertTrue(lines.contains("plus, JDK 11, 25: calls a; 90 instructions"), lines::toString);
    assertTrue(
        lines.contains(
            "builder, JDK 25: vector instructions of 512 bits; atomic instructions: 2; 7"
                + " instructions"),
        lines::toString);
  }
}
