package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.ticks.Distribution;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickBenchTest {
  private static final String DIES = "echo no such scheduler; exit 7";
  private static final String LIVES =
      "echo JITTERLAB READY metrics=http://127.0.0.1:1/m; exec sleep 60";
  private static final String NEVER_READY = "exec sleep 60";

  @TempDir private Path folder;

  private final List<LabProcess> started = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** What the user is told. */
  private record Notes(List<String> notes) implements Progress {
    @Override
    public void update(Step step) {}

    @Override
    public void note(String line) {
      notes.add(line);
    }

    @Override
    public void close() {}
  }

  /** Runs a shell script as its server, which is real, and reports one tick. */
  private record Scripted(String name, String script, int failsFrom, List<LabProcess> started)
      implements Contender {
    @Override
    public String scheduler() {
      return name;
    }

    @Override
    public String waiting() {
      return "sleep";
    }

    @Override
    public Policy policy() {
      return Policy.OTHER;
    }

    @Override
    public double overheadSeconds() {
      return 0;
    }

    @Override
    public Measurement measure(BenchCell cell, Processes processes, Runnable look)
        throws InterruptedException {
      List<String> command = List.of("/bin/sh", "-c", cell.round() < failsFrom ? LIVES : script);
      LabProcess process = processes.start(cell.id(), cell.round(), command, cell.folder());
      started.add(process);
      processes.awaitReady(process, script.equals(NEVER_READY) ? 0 : 30);
      processes.end(process);
      Histogram ticks = new Histogram(3);
      ticks.recordValue(1_000);
      return new Measurement(
          Distribution.of(ticks),
          Optional.of(Distribution.of(ticks)),
          3,
          Optional.of(new Measurement.MissRates(0.1, 0.2)),
          new Measurement.Usage(
              1, 0.5, 10, Map.of(ThreadRole.TICKS, new ThreadRole.Time(0.4, 0.1))));
    }
  }

  private Scripted scripted(String name, String script, int failsFrom) {
    return new Scripted(name, script, failsFrom, started);
  }

  private TickBench bench(Contender... contenders) {
    List<TickScenario> scenarios =
        TickScenario.all(2).stream().filter(one -> one.name().equals("1khz")).toList();
    BenchTools tools =
        new BenchTools(
            new PeriodicProgram(Path.of("java"), Path.of("periodic.jar"), List.of(), false, 3),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            1,
            Time.system());
    FloorContender.StallMeter stallMeter =
        seconds -> List.of(new CoreStalls(seconds * 1_000_000_000L, List.of()));
    List<Contender> all = new ArrayList<>(List.of(new FloorContender(stallMeter)));
    all.addAll(List.of(contenders));
    return new TickBench(
        new BenchPlan(scenarios, all, 2, 1, 3, 1, List.of()),
        tools,
        stallMeter,
        folder,
        new Notes(notes));
  }

  /** Those that were measured, by name. */
  private static List<String> contenders(BenchRound round) {
    return round.cells().stream().map(BenchRound.Cell::contender).sorted().toList();
  }

  private static boolean isAlive(LabProcess process) {
    return process.isAlive();
  }

  @Test
  void goesOnWithoutASchedulerWhoseServerDies() throws InterruptedException {
    BenchResult result = bench(scripted("good", LIVES, 1), scripted("bad", DIES, 2)).run();

    assertEquals(
        List.of("floor", "good"), result.rows().stream().map(BenchResult.Row::scheduler).toList());
    assertEquals(2, result.rows().getLast().ticks());
    assertEquals(1, notes.size());
    assertTrue(notes.getFirst().startsWith("1khz: bad is left out"), notes::toString);
    BenchResult.Failure failure = result.leftOut().getFirst();
    assertEquals(
        "1khz bad 2", failure.scenario() + " " + failure.contender() + " " + failure.round());
    assertTrue(failure.reason().contains("exit status 7"), failure.reason());
    assertTrue(failure.details().contains("no such scheduler"), failure.details());
  }

  @Test
  void addsItsRoundsToThoseOfAnEarlierSession() throws InterruptedException {
    bench(scripted("good", LIVES, 1), scripted("bad", DIES, 2)).run();
    started.clear();
    BenchResult result = bench(scripted("good", LIVES, 1), scripted("bad", DIES, 2)).run();

    assertEquals(4, result.rounds());
    BenchResult.Row row = result.rows().getLast();
    assertEquals(4, row.ticks());
    assertEquals(12, row.missed());
    assertEquals(1e-6, row.executionP50Seconds(), 1e-9);
    assertEquals(new BenchResult.MissRates(0.1, 0.2), row.missRates());
    assertEquals(0.5, row.cpuCores(), 1e-9);
    assertEquals(0.1, row.threadsPerSecond().get("ticks").waitedSeconds(), 1e-9);
    assertEquals(
        List.of("1khz/3/good", "1khz/4/good"), started.stream().map(LabProcess::id).toList());
    assertEquals(2, result.leftOut().getFirst().round(), "what failed once does not run again");
    assertEquals(1, result.leftOut().size());
  }

  /** Two at once would number their rounds alike, and write into the same folders. */
  @Test
  void refusesAFolderThatAnotherBenchMeasuresInto() throws IOException {
    TickBench second = bench(scripted("good", LIVES, 1));
    try (RunLock _ = RunLock.acquire(new RunDirectory(folder))) {
      LabException refused = assertThrows(LabException.class, second::run);
      assertEquals(ExitCode.NOT_NOW, refused.exitCode(), refused.getMessage());
    }
    assertEquals(List.of(), started);
  }

  /** What a round has measured stays, if the next one does not come to its end. */
  @Test
  void keepsEveryRoundAsItEnds() throws InterruptedException {
    assertThrows(LabException.class, () -> bench(scripted("dies", DIES, 2)).run());
    RoundBook book = new RoundBook(folder.resolve(TickBench.ROUNDS));

    List<BenchRound> rounds = book.read(Map.of());
    assertEquals(2, rounds.size());
    assertEquals(List.of("dies", "floor"), contenders(rounds.getFirst()));
    Measurement kept =
        rounds.getFirst().cells().stream()
            .filter(one -> one.contender().equals("dies"))
            .findFirst()
            .orElseThrow()
            .measurement();
    assertEquals(1, kept.execution().orElseThrow().count());
    assertEquals(new Measurement.MissRates(0.1, 0.2), kept.missRates().orElseThrow());
    assertEquals(List.of("floor"), contenders(rounds.getLast()));
    assertEquals("dies", rounds.getLast().failures().getFirst().contender());
  }

  @Test
  void endsAServerThatDoesNotGetReadyAndDoesNotStartItAgain() throws InterruptedException {
    BenchResult result = bench(scripted("good", LIVES, 1), scripted("slow", NEVER_READY, 1)).run();

    assertEquals(1, result.leftOut().size());
    assertTrue(result.leftOut().getFirst().reason().contains("not ready within"));
    assertEquals(3, started.size());
    started.forEach(process -> assertFalse(isAlive(process), process::id));
  }

  @Test
  void failsWithTheReasonIfNothingIsLeft() {
    TickBench bench = bench(scripted("bad", DIES, 1), scripted("worse", DIES, 2));

    LabException failure = assertThrows(LabException.class, bench::run);

    assertTrue(failure.getMessage().contains("exit status 7"), failure::getMessage);
  }
}
