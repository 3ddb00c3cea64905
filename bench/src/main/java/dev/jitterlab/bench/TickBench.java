package dev.jitterlab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures every scheduler against cyclictest, in interleaved rounds, one process at a time; leaves
 * every process's files and {@code bench.json} in its folder. For one thread, and one run.
 */
public final class TickBench {
  /** Where the result is, in the bench's folder. */
  public static final String RESULT = "bench.json";

  /** Finds out what the machine itself does to threads, one a core. */
  interface StallMeter {
    List<CoreStalls> record() throws InterruptedException;
  }

  private final BenchPlan plan;
  private final BenchTools tools;
  private final StallMeter stallMeter;
  private final Path folder;
  private final Progress progress;
  private final Map<BenchCell, Measurement> measured = new LinkedHashMap<>();
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<List<CoreStalls>> stalls = new ArrayList<>();
  private double secondsDone;

  /**
   * @param stallMeter asked before each round
   */
  TickBench(
      BenchPlan plan, BenchTools tools, StallMeter stallMeter, Path folder, Progress progress) {
    this.plan = plan;
    this.tools = tools;
    this.stallMeter = stallMeter;
    this.folder = folder;
    this.progress = progress;
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing that is measured.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if a name is unknown, or there is nothing to run
   */
  public static TickBench prepare(BenchChoice choice, Path folder, Progress progress) {
    BenchTools tools = BenchTools.find(choice.peers(), choice.causes());
    BenchPlan plan = BenchPlan.of(choice, tools);
    EmptyFolder.require(folder, "--out");
    plan.notes().forEach(progress::note);
    progress.note(
        "scenarios: %d, schedulers: %d, rounds: %d, measured for %d s each: about %s in all"
            .formatted(
                plan.scenarios().size(),
                plan.contenders().size(),
                plan.rounds(),
                plan.seconds(),
                Units.duration(plan.estimateSeconds())));
    return new TickBench(plan, tools, () -> SpinGaps.record(tools.cores()), folder, progress);
  }

  /**
   * Runs it to its end. A contender whose process fails in a scenario is left out there, in all
   * rounds, and named in the result.
   *
   * @throws LabException if nothing could be measured
   */
  public BenchResult run() throws InterruptedException {
    try (Processes processes =
        new Processes(LocalHost.open(tools.time()), tools.time(), this::sayInterrupted)) {
      for (int round = 1; round <= plan.rounds(); round++) {
        stalls.add(stallMeter.record());
        for (TickScenario scenario : plan.scenarios()) {
          measure(scenario, round, processes);
        }
      }
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab",
              "the bench could not be prepared",
              "Check that there is a shell, and room on the disk.")
          .because(e);
    }
    if (measured.keySet().stream().allMatch(this::isLeftOut)) {
      throw new LabException(ExitCode.RUN_FAILED, leftOut.getFirst().problem());
    }
    BenchResult result =
        BenchResult.of(
            plan,
            measured,
            leftOut,
            stalls,
            causes(),
            new EnvironmentProbe(Path.of("/")).probe(Map.of()));
    Json.write(folder.resolve(RESULT), result);
    return result;
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
          causes.add(TickCauses.of(scenario.name(), contender.name(), traces));
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
        Runnable look = () -> progress.update(new Doing(cell, plan.rounds(), secondsLeft()));
        look.run();
        try {
          measured.put(cell, cell.contender().measure(cell, processes, look));
        } catch (LabException e) {
          leaveOut(cell, e, processes);
          processes.endAllBut(stress);
        }
      }
      secondsDone += cell.seconds() + cell.contender().overheadSeconds();
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

  private double secondsLeft() {
    return Math.max(0, plan.estimateSeconds() - secondsDone);
  }

  /** Runs in the thread of a signal. */
  private void sayInterrupted() {
    progress.close();
    progress.note("Interrupted: ending the processes. What was recorded is in " + folder);
  }

  /** A cell that is being measured. */
  private record Doing(BenchCell cell, int rounds, double secondsLeft) implements Progress.Step {
    @Override
    public Object stage() {
      return cell;
    }

    @Override
    public String text() {
      return "round %d of %d, %s: %s, %s left"
          .formatted(
              cell.round(),
              rounds,
              cell.scenario().name(),
              cell.contender().name(),
              Units.duration(secondsLeft));
    }
  }
}
