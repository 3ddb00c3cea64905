package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchTableTest {
  private final BenchResult result = BenchResultFixture.threeRounds();

  private List<String> lines(int columns) {
    return BenchTable.render(result, new Terminal(false, false, true, columns)).lines().toList();
  }

  private static String rowOf(String scheduler, List<String> lines) {
    return lines.stream().filter(line -> line.startsWith(scheduler)).findFirst().orElseThrow();
  }

  @Test
  void showsATableForEachScenarioWithRatiosToTheControl() {
    List<String> lines = lines(100);

    assertTrue(lines.contains("mixed") && lines.contains("mixed-stressed"), lines::toString);
    assertEquals(2, lines.stream().filter(line -> line.startsWith("cyclictest")).count());
    String row = rowOf("partitioned", lines);
    assertTrue(row.contains("150 µs") && row.contains("0.5 (0.5–0.5)"), row);
  }

  @Test
  void saysFirstThatThereIsNoControl() {
    String first = "Without cyclictest there is no control";
    assertFalse(lines(100).getFirst().startsWith(first));
    BenchResult without = BenchResultFixture.threeRounds("cyclictest");
    BenchResult mixed =
        new BenchResult(
            3,
            2,
            3,
            1,
            List.of(),
            without.machineStalls(),
            List.of(),
            List.of(),
            List.of(),
            without.rows().stream().filter(row -> row.scenario().equals("mixed")).toList(),
            without.environment());
    assertTrue(BenchTable.render(mixed, new Terminal(false, false, true, 100)).startsWith(first));
  }

  @Test
  void saysWhyTicksWereLateWhereItWasAsked() {
    LateRhythm weak = new LateRhythm(1, 4, 0.02);
    LateRhythm strong = new LateRhythm(0.25, 9, 0.0001);
    List<TickCauses.Share> shares = new ArrayList<>();
    for (TickCauses.Cause cause : TickCauses.Cause.values()) {
      shares.add(new TickCauses.Share(cause, 10, 0.0123, 0.05, List.of(weak, strong)));
    }
    TickCauses causes = new TickCauses("mixed", "partitioned", 1_000, 60, 7, 5, 3, shares);
    BenchResult with =
        new BenchResult(
            3,
            2,
            3,
            1,
            List.of(),
            result.machineStalls(),
            List.of(),
            List.of(),
            List.of(causes),
            result.rows(),
            result.environment());
    List<String> lines =
        BenchTable.render(with, new Terminal(false, false, true, 80)).lines().toList();

    assertTrue(lines.contains("late ticks of partitioned, mixed"), lines::toString);
    String row = rowOf("no core: C2 was at work", lines);
    assertTrue(row.contains("16.7 %") && row.contains("12.3 ms") && row.contains("5 %"), row);
    assertTrue(row.contains("250 ms"), row);
    assertFalse(lines.stream().anyMatch(line -> line.contains("…")), lines::toString);
    assertTrue(lines.contains("ticks that the trace had no room for: 3"), lines::toString);
    assertFalse(lines(80).stream().anyMatch(line -> line.startsWith("late ticks of")));
  }

  @Test
  void showsTheSessionsOfATableThatHasGrown() {
    BenchResult grown =
        BenchResultFixture.threeRounds(
            "nobody", "2026-11-26T20:31:05Z", "2026-11-26T20:31:05Z", "2026-11-27T09:00:00Z");
    List<String> lines =
        BenchTable.render(grown, new Terminal(false, false, true, 120)).lines().toList();
    int row = lines.indexOf(rowOf("partitioned", lines));

    assertTrue(lines.get(row).contains("0.5 (0.5–0.5)"), lines.get(row));
    String first = lines.get(row + 1);
    assertTrue(first.startsWith("  2026-11-26 20:31, 2 rounds") && first.contains("100 µs"), first);
    String second = lines.get(row + 2);
    assertTrue(
        second.startsWith("  2026-11-27 09:00, 1 round ") && second.contains("150 µs"), second);
    assertFalse(lines(120).stream().anyMatch(line -> line.startsWith("  2026")));
  }

  @Test
  void explainsTheRatiosOfSessionsThatAreTooShortForAnInterval() {
    BenchResult grown =
        BenchResultFixture.threeRounds(
            "nobody", "2026-11-26T20:31:05Z", "2026-11-26T20:31:05Z", "2026-11-27T09:00:00Z");
    String ofFew = "ratios of fewer than six rounds: median (lowest–highest) of the rounds";

    assertTrue(linesOfSixRounds(grown.sessions()).contains(ofFew));
    assertFalse(linesOfSixRounds(List.of()).contains(ofFew));
  }

  private List<String> linesOfSixRounds(List<BenchResult.Session> sessions) {
    BenchResult six =
        new BenchResult(
            6,
            2,
            3,
            1,
            List.of(),
            result.machineStalls(),
            sessions,
            List.of(),
            List.of(),
            result.rows(),
            result.environment());
    return BenchTable.render(six, new Terminal(false, false, true, 120)).lines().toList();
  }

  @Test
  void saysByItsCompilersWhichViewOfAJvmItIs() {
    assertTrue(lines(100).stream().anyMatch(line -> line.contains("after a warm-up of 3 s")));
    String start = "this is the start-up of a JVM: its compilers took up to %s of a core; ";
    assertEquals(start.formatted("2 %") + "try --warmup 12", viewOf(3, 0.02));
    assertEquals(start.formatted("1.2 %") + "try --warmup 60", viewOf(30, 0.012));
    assertEquals(
        "this is a JVM in steady state: its compilers took at most 0.9 % of a core",
        viewOf(3, 0.009));
  }

  /** The line that says it, where the compilers of one row took so much of a core. */
  private String viewOf(int warmupSeconds, double compilers) {
    List<BenchResult.Row> rows = new ArrayList<>();
    for (BenchResult.Row row : result.rows()) {
      rows.add(
          new BenchResult.Row(
              row.scenario(),
              row.scheduler(),
              row.waiting(),
              row.policy(),
              row.pinned(),
              row.compilerNice(),
              row.zgc(),
              row.driftSeconds(),
              row.missed(),
              row.missRates(),
              row.cpuCores(),
              row.contextSwitchesPerSecond(),
              Map.of(
                  "compilers",
                  new ThreadRole.Time(
                      row.scheduler().equals("partitioned") ? compilers : compilers / 10, 0)),
              row.ticks(),
              row.executionP50Seconds(),
              row.driftP99ByRound(),
              row.ratioTo()));
    }
    BenchResult steady =
        new BenchResult(
            3,
            2,
            warmupSeconds,
            1,
            List.of(),
            result.machineStalls(),
            List.of(),
            List.of(),
            List.of(),
            rows,
            result.environment());
    return BenchTable.render(steady, new Terminal(false, false, true, 100))
        .lines()
        .filter(line -> line.startsWith("this is "))
        .findFirst()
        .orElseThrow();
  }

  /** Their drift grows with the length of the run, which that of the others does not. */
  @Test
  void saysWhoCatchesUpInAnOverload() {
    assertFalse(lines(100).stream().anyMatch(line -> line.startsWith("overload: ")));
    assertEquals("overload: late periods are skipped", lateLine("lockless"));
    assertEquals(
        "overload: late periods are skipped; not by these, which catch up: netty-wheel",
        lateLine("netty-wheel"));
  }

  /** The line that says it, where `partitioned` is another one, in the scenario `overload`. */
  private String lateLine(String scheduler) {
    List<BenchResult.Row> rows = new ArrayList<>();
    for (BenchResult.Row row : result.rows()) {
      if (!row.scenario().equals("mixed")) {
        continue;
      }
      rows.add(
          new BenchResult.Row(
              "overload",
              row.scheduler().equals("partitioned") ? scheduler : row.scheduler(),
              row.waiting(),
              row.policy(),
              row.pinned(),
              row.compilerNice(),
              row.zgc(),
              row.driftSeconds(),
              row.missed(),
              row.missRates(),
              row.cpuCores(),
              row.contextSwitchesPerSecond(),
              row.threadsPerSecond(),
              row.ticks(),
              row.executionP50Seconds(),
              row.driftP99ByRound(),
              row.ratioTo()));
    }
    BenchResult overloaded =
        new BenchResult(
            3,
            2,
            3,
            1,
            List.of(),
            result.machineStalls(),
            List.of(),
            List.of(),
            List.of(),
            rows,
            result.environment());
    return BenchTable.render(overloaded, new Terminal(false, false, true, 100))
        .lines()
        .filter(line -> line.startsWith("overload: "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void saysWhatWasLeftOutOfTheBench() {
    assertTrue(lines(100).contains("a note on the machine"));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 112})
  void leavesOutColumnsUntilTheTableFitsAndNamesThem(int columns) {
    List<String> lines = lines(columns);
    String head = rowOf("drift of", lines);
    String missing = rowOf("too narrow for:", lines);

    assertTrue(head.contains("p99 / cyclictest"), head);
    assertTrue(head.length() <= columns, head);
    assertTrue(rowOf("scheduled-pool", lines).length() <= columns, lines::toString);
    assertFalse(head.contains("p99 / scheduled-pool"), head);
    assertTrue(missing.contains("p99 / scheduled-pool"), missing);
    assertEquals(columns == 112, head.contains("p90"), head);
  }

  @Test
  void showsPlainCharactersWhereNoOthersCanBeShown() {
    String text = BenchTable.render(result, new Terminal(false, false, false, 100));

    assertTrue(text.chars().allMatch(c -> c < 128), text);
  }

  @Test
  void namesWhoFailedAndWhy() {
    String text =
        BenchTable.render(
            BenchResultFixture.threeRounds("partitioned"), new Terminal(false, false, true, 100));

    assertTrue(
        text.contains(
            "left out: partitioned in mixed, because it failed in round 3: the process died"),
        text);
  }
}
