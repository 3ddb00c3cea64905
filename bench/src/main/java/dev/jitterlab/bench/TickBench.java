package dev.jitterlab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures every scheduler against cyclictest, in interleaved rounds, one process at a time; leaves
 * every process's files and {@code bench.json} in its folder. For one thread, and one run.
 */
public final class TickBench {
  /** The rounds that have ended, in the bench's folder. */
  public static final String ROUNDS = "rounds.jsonl";

  /** How long the machine itself is looked at before each round. */
  private static final int STALL_SECONDS = 2;

  private final BenchPlan plan;
  private final BenchTools tools;
  private final FloorContender.StallMeter stallMeter;
  private final Path folder;
  private final Progress progress;
  private final Map<BenchCell, Measurement> measured = new LinkedHashMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<BenchRound> rounds = new ArrayList<>();
  private final RunningBench running;
  private int lastRound;

  /**
   * @param stallMeter asked before each round
   */
  TickBench(
      BenchPlan plan,
      BenchTools tools,
      FloorContender.StallMeter stallMeter,
      Path folder,
      Progress progress) {
    this.plan = plan;
    this.tools = tools;
    this.stallMeter = stallMeter;
    this.folder = folder;
    this.progress = progress;
    this.running = new RunningBench("tick", folder, progress, tools.time(), plan.estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing that is measured.
   *
   * @param folder does not exist yet, or is empty, unless it is to be gone on with
   * @param goesOn whether the rounds are added to those of an earlier bench, in its folder
   * @param progress stays the caller's
   * @throws LabException if a name is unknown, or there is nothing to run
   */
  public static TickBench prepare(
      BenchChoice choice, Path folder, boolean goesOn, Progress progress) {
    BenchTools tools = BenchTools.find(choice.peers(), choice.causes(), choice.warmupSeconds());
    BenchPlan plan = BenchPlan.of(choice, tools);
    if (!goesOn) {
      EmptyFolder.require(folder, "--out");
    } else if (!Files.exists(folder.resolve(ROUNDS))) {
      throw LabException.wrong(
          "--add-to",
          "there are no rounds in " + folder,
          "Give the folder of an earlier bench, or leave the flag out.");
    }
    plan.notes().forEach(progress::note);
    progress.note(
        ("scenarios: %d, rows in each: up to %d, rounds: %d, measured for %d s each after %d s of warm-up:"
                + " about %s in all")
            .formatted(
                plan.scenarios().size(),
                plan.contenders().size(),
                plan.rounds(),
                plan.seconds(),
                plan.warmupSeconds(),
                Units.duration(plan.estimateSeconds())));
    return new TickBench(plan, tools, tools.stallMeter(), folder, progress);
  }

  /**
   * Runs it to its end. A contender whose process fails in a scenario is left out there, in all
   * rounds, and named in the result.
   *
   * @throws LabException if nothing could be measured, or if another bench measures into the folder
   */
  public BenchResult run() throws InterruptedException {
    Environment environment;
    try {
      LocalHost host = LocalHost.open(tools.time());
      try (Processes processes = new Processes(host, tools.time(), this::sayInterrupted)) {
        host.keepCpusAwake();
        environment = host.environment(Map.of());
        Files.createDirectories(folder);
        try (RunLock _ = RunLock.acquire(new RunDirectory(folder))) {
          measure(environment, processes);
        }
      }
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab",
              "the bench could not be prepared",
              "Check that there is a shell, and room on the disk.")
          .because(e);
    }
    if (measured.keySet().stream()
        .filter(cell -> !cell.contender().name().equals(FloorContender.NAME))
        .allMatch(this::isLeftOut)) {
      throw new LabException(ExitCode.RUN_FAILED, leftOut.getFirst().problem());
    }
    return running.kept(BenchResult.of(plan, measured, leftOut, rounds, causes(), environment));
  }

  private void measure(Environment environment, Processes processes)
      throws IOException, InterruptedException {
    String session = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    Map<String, String> settings = plan.settings(tools, environment);
    RoundBook book = new RoundBook(folder.resolve(ROUNDS));
    book.read(settings).forEach(this::takeIn);
    lastRound = rounds.size() + plan.rounds();
    for (int round = rounds.size() + 1; round <= lastRound; round++) {
      List<CoreStalls> stalls = stallMeter.record(STALL_SECONDS);
      for (TickScenario scenario : plan.scenarios()) {
        measure(scenario, round, processes);
      }
      BenchRound ended = ended(round, session, settings, environment, stalls);
      rounds.add(ended);
      book.add(ended);
    }
  }

  private BenchRound ended(
      int round,
      String session,
      Map<String, String> settings,
      Environment environment,
      List<CoreStalls> stalls) {
    return new BenchRound(
        session,
        settings,
        environment,
        stalls,
        measured.entrySet().stream()
            .filter(one -> one.getKey().round() == round)
            .map(one -> BenchRound.Cell.of(one.getKey(), one.getValue()))
            .toList(),
        leftOut.stream()
            .filter(one -> one.cell().round() == round)
            .map(BenchRound.Failed::of)
            .toList());
  }

  /** Takes in a round of an earlier session. */
  private void takeIn(BenchRound round) {
    rounds.add(round);
    for (TickScenario scenario : plan.scenarios()) {
      for (BenchCell cell : plan.cells(scenario, rounds.size(), folder)) {
        round.cells().stream()
            .filter(one -> one.isOf(cell))
            .forEach(one -> measured.put(cell, one.measurement()));
        round.failures().stream()
            .filter(one -> one.isOf(cell))
            .forEach(one -> leftOut.add(new LeftOut(cell, one.problem())));
      }
    }
  }

  /** Of those that left a trace: in all rounds, or what there is of them. */
  private List<TickCauses> causes() {
    List<TickCauses> causes = new ArrayList<>();
    for (TickScenario scenario : plan.scenarios()) {
      for (Contender contender : plan.contenders()) {
        List<TickTraceFiles> traces =
            measured.keySet().stream()
                .filter(cell -> cell.scenario().equals(scenario))
                .filter(cell -> cell.contender().equals(contender))
                .map(BenchCell::folder)
                .filter(cell -> Files.exists(cell.resolve(TickTraceFiles.TICKS)))
                .map(TickTraceFiles::read)
                .toList();
        if (!traces.isEmpty()) {
          boolean isOwned = contender.scheduler().equals(TickCauses.OWNING);
          causes.add(TickCauses.of(scenario.name(), contender.name(), isOwned, traces));
        }
      }
    }
    return causes;
  }

  private void measure(TickScenario scenario, int round, Processes processes)
      throws IOException, InterruptedException {
    List<BenchCell> cells = plan.cells(scenario, round, folder);
    List<LabProcess> stress = new ArrayList<>();
    if (scenario.stressed()) {
      try {
        stress.add(stress(scenario, round, processes));
      } catch (LabException e) {
        cells.forEach(cell -> leaveOut(cell, e, processes));
      }
    }
    for (BenchCell cell : cells) {
      if (!isLeftOut(cell)) {
        Runnable look = () -> sayDoing(cell);
        look.run();
        try {
          measured.put(cell, cell.contender().measure(cell, processes, look));
        } catch (LabException e) {
          leaveOut(cell, e, processes);
          processes.endAllBut(stress);
        }
      }
      running.isThrough(cell.seconds() + cell.contender().overheadSeconds());
    }
    processes.endAllBut(List.of());
  }

  private LabProcess stress(TickScenario scenario, int round, Processes processes)
      throws IOException, InterruptedException {
    Path stressFolder =
        folder.resolve(scenario.name()).resolve(Integer.toString(round)).resolve("stress-ng");
    Files.createDirectories(stressFolder);
    return new AllCoreStress(tools.stressNg().orElseThrow(), tools.cores())
        .start(
            scenario.name() + "/" + round + "/stress-ng",
            round,
            stressFolder,
            plan.estimateSeconds(scenario),
            processes);
  }

  private boolean isLeftOut(BenchCell cell) {
    return leftOut.stream().anyMatch(one -> one.isOf(cell.scenario(), cell.contender()));
  }

  /** Rethrows the failure if it is a signal that ended the process. */
  private void leaveOut(BenchCell cell, LabException failure, Processes processes) {
    if (processes.isInterrupted()) {
      throw failure;
    }
    if (!isLeftOut(cell)) {
      LeftOut one = new LeftOut(cell, failure.problems().getFirst());
      leftOut.add(one);
      progress.note(one.text());
    }
  }

  private void sayDoing(BenchCell cell) {
    running.says(
        "round %d of %d, %s: %s"
            .formatted(cell.round(), lastRound, cell.scenario().name(), cell.contender().name()));
  }

  /** Runs in the thread of a signal. */
  private void sayInterrupted() {
    progress.close();
    progress.note("Interrupted: ending the processes. What was recorded is in " + folder);
    if (!rounds.isEmpty()) {
      progress.note(
          "Rounds that have ended: %d. The same command with --add-to %s instead of --out goes on."
              .formatted(rounds.size(), folder));
    }
  }
}
