package dev.jitterlab.bench.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.terminal.Terminal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LocksResultTest {
  private static final Path FOLDER = Path.of("bench-locks");

  private static LockPlan plan(boolean quick, List<Integer> threads, List<Integer> barges) {
    return LockPlan.of(
        new LockChoice(threads, List.of(), barges, OptionalInt.empty(), 0.4, 1, quick));
  }

  private final LockPlan small =
      LockPlan.of(
          new LockChoice(
              List.of(4), List.of(1_000), List.of(1, 16), OptionalInt.of(2), 0.4, 1, false));
  private final Map<LockPlan.Cell, List<LockFigures>> measured = new LinkedHashMap<>();

  /** Two rounds, the second a tenth slower. */
  private void put(String lock, double perSecond, double waitSeconds) {
    LockPlan.Lock named =
        small.locks().stream().filter(one -> one.name().equals(lock)).findFirst().orElseThrow();
    measured.put(
        new LockPlan.Cell(small.cases().getFirst(), named),
        List.of(
            new LockFigures(
                perSecond, waitSeconds, OptionalDouble.of(1.5 * waitSeconds), 2 * waitSeconds),
            new LockFigures(
                perSecond * 0.9,
                waitSeconds * 1.1,
                lock.equals("adaptive")
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(1.5 * waitSeconds * 1.1),
                3 * waitSeconds)));
  }

  private LocksResult result() {
    return LocksResult.of(
        small, measured, new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));
  }

  private static LocksResult.Row row(LocksResult result, String lock) {
    return result.rows().stream().filter(one -> one.lock().equals(lock)).findFirst().orElseThrow();
  }

  private void putAll(double ofSixteen, double waitOfSixteen) {
    put("unfair", 1e6, 0.02);
    put("fair", 1e5, 0.0001);
    put("bounded-1", 5e5, 0.00001);
    put("bounded-16", ofSixteen, waitOfSixteen);
    put("adaptive", 8e5, 0.0005);
  }

  @Test
  void planCoversTheTargetsWithinTenMinutesAndShufflesEachRound() {
    LockPlan plan = plan(false, List.of(), List.of());
    assertEquals(12, plan.cases().size());
    assertEquals("unfair", plan.locks().getFirst().name(), "the others are compared with it");
    assertTrue(plan.estimateSeconds() <= 600, plan.estimateSeconds() + " s");
    assertEquals(96, new HashSet<>(plan.cells(1)).size());
    assertNotEquals(plan.cells(1), plan.cells(2));
    assertEquals(plan.cells(1), plan.cells(1));
    assertTrue(plan(true, List.of(), List.of()).estimateSeconds() <= 70);
  }

  @Test
  void tellsTheProgramWhatToRun() {
    LockPlan plan = plan(true, List.of(64), List.of(16));
    LockPlan.Cell bounded =
        plan.cells(1).stream()
            .filter(cell -> cell.lock().name().equals("bounded-16"))
            .findFirst()
            .orElseThrow();
    assertEquals(
        List.of(
            "--lock=BOUNDED",
            "--threads=64",
            "--section-ns=1000",
            "--outside-ns=1000",
            "--barges=16",
            "--warmup-ms=300",
            "--measured-ms=400"),
        bounded.arguments(0.4));
    assertEquals("64-threads-1000-ns/bounded-16", bounded.id());
  }

  @Test
  void readsTheLineOfTheProgram() {
    assertEquals(new LockFigures(200_000, 2e-6, OptionalDouble.of(2.5e-6), 3e-6), figures(100_000));
  }

  private static String printed(int waits, long lost) {
    return "warning\nJITTERLAB TRIAL acquisitions=100000 seconds=0.500000 waits="
        + waits
        + " wait_p999_ns=2000 wait_p9999_ns=2500 wait_longest_ns=3000 lost="
        + lost
        + "\n";
  }

  private static LockFigures figures(int waits) {
    return LockFigures.require("4-threads/unfair", printed(waits, 0), 0, FOLDER);
  }

  private static Problem problem(String output, int exitStatus) {
    return assertThrows(
            LabException.class,
            () -> LockFigures.require("4-threads/unfair", output, exitStatus, FOLDER))
        .problems()
        .getFirst();
  }

  /** The figures of a lock that does not exclude are worth nothing, however fast it is. */
  @Test
  void refusesTheFiguresOfALockThatLostSections() {
    Problem problem = problem(printed(100_000, 3), 3);

    assertEquals("the lock let two threads in at once, and 3 sections were lost", problem.what());
    assertTrue(problem.remedy().contains("Do not use this lock"), problem.remedy());
    assertTrue(problem.remedy().contains(FOLDER.toString()), problem.remedy());
    assertEquals(printed(100_000, 3), problem.details());
    assertEquals(problem.what(), problem(printed(100_000, 3), 0).what(), "whatever the status");
  }

  @Test
  void refusesTheFiguresOfAProgramThatFailed() {
    assertEquals("the competition ended with status 1", problem(printed(100_000, 0), 1).what());
    assertEquals("the competition ended without figures", problem("Exception in thread", 1).what());
  }

  /** One in ten thousand of 99,999 waits is fewer than ten. */
  @Test
  void givesNoP9999OfTooFewWaits() {
    assertEquals(OptionalDouble.empty(), figures(99_999).waitP9999Seconds());

    putAll(9.5e5, 0.00006);
    assertEquals(0.00006 * 1.05 * 1.5, row(result(), "bounded-16").waitP9999Seconds(), 1e-12);
    assertNull(row(result(), "adaptive").waitP9999Seconds(), "one of its rounds was too short");
  }

  @Test
  void comparesWithTheUnfairLockAndStatesTheBound() {
    putAll(9.5e5, 0.00006);
    LocksResult.Row ours = row(result(), "bounded-16");

    assertEquals(0.95, ours.throughput().ratio(), 1e-9);
    assertEquals(0.003, ours.waitP999().ratio(), 1e-9);
    assertEquals(3 * 17 / 902_500.0, ours.boundSeconds(), 1e-12, "(4 - 1)(16 + 1) acquisitions");
    assertEquals(0.00018, ours.longestWaitSeconds(), 1e-12);
    LocksResult.Row unfair = row(result(), "unfair");
    assertNull(unfair.throughput());
    assertNull(unfair.boundSeconds());
  }

  @Test
  void takesTheShortestWaitAmongThoseThatCarryEnough() {
    putAll(9.5e5, 0.00005);
    assertEquals(List.of(new LocksResult.Best(4, 1_000, "bounded-16", true)), result().front());
  }

  @Test
  void missesTheTargetWhereNoneCarriesEnough() {
    putAll(7e5, 0.00005);
    assertEquals(
        List.of(new LocksResult.Best(4, 1_000, "adaptive", false)),
        result().front(),
        "the one with the most throughput");
  }

  @Test
  void missesTheTargetBeyondItsBound() {
    putAll(9.5e5, 0.001);
    assertTrue(row(result(), "bounded-16").carriesEnough());
    assertFalse(row(result(), "bounded-16").waitsLess());
    assertFalse(result().front().getFirst().target());
  }

  /** A small k may wait less and break its bound in time; a larger one keeps a wider bound. */
  @Test
  void takesALongerWaitThatKeepsItsBound() {
    putAll(9.5e5, 0.0006);
    put("adaptive", 9.6e5, 0.001);
    assertEquals(List.of(new LocksResult.Best(4, 1_000, "adaptive", true)), result().front());
  }

  @Test
  void showsEachCaseAndTheFront() {
    putAll(9.5e5, 0.00005);
    List<String> lines =
        LocksTable.render(result(), new Terminal(false, false, true, 140)).lines().toList();
    assertTrue(lines.contains("4 threads, sections of 1 µs"), lines::toString);
    assertTrue(
        lines.stream().anyMatch(line -> line.matches("bounded-16 +902 500 +0\\.95.*56.5 µs.*")),
        lines::toString);
    assertTrue(
        lines.stream()
            .anyMatch(line -> line.matches("4 threads, sections of 1 µs +bounded-16 +reached")),
        lines::toString);
    assertEquals(
        5,
        Stream.of("unfair", "fair", "bounded-1 ", "bounded-16", "adaptive")
            .filter(lock -> lines.stream().anyMatch(line -> line.startsWith(lock)))
            .count());
  }
}
