package dev.jitterlab.lab.bench;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collect.EnvironmentProbe;
import dev.jitterlab.lab.execution.EmptyFolder;
import dev.jitterlab.lab.execution.LabProcess;
import dev.jitterlab.lab.execution.Processes;
import dev.jitterlab.lab.execution.Progress;
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

  private final BenchPlan plan;
  private final Machine machine;
  private final Path folder;
  private final Progress progress;
  private final Map<Cell, Measurement> measured = new LinkedHashMap<>();
  private final List<MachineStalls> stalls = new ArrayList<>();
  private double secondsDone;

  private TickBench(BenchPlan plan, Machine machine, Path folder, Progress progress) {
    this.plan = plan;
    this.machine = machine;
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
    Machine machine = Machine.find();
    BenchPlan plan = BenchPlan.of(choice, machine);
    EmptyFolder.require(folder);
    plan.notes().forEach(progress::note);
    progress.note(
        "scenarios: %d, schedulers: %d, rounds: %d, measured for %d s each: about %s in all"
            .formatted(
                plan.scenarios().size(),
                plan.contenders().size(),
                plan.rounds(),
                plan.seconds(),
                Units.duration(plan.estimateSeconds())));
    return new TickBench(plan, machine, folder, progress);
  }

  /**
   * Runs it to its end.
   *
   * @throws LabException if a process does not start, or dies
   */
  public BenchResult run() throws InterruptedException {
    try (Processes processes =
        new Processes(machine.proc(), machine.time(), this::sayInterrupted)) {
      for (int round = 1; round <= plan.rounds(); round++) {
        stalls.add(MachineStalls.measure(machine.cores()));
        for (Scenario scenario : plan.scenarios()) {
          measure(scenario, round, processes);
        }
      }
    } catch (IOException e) {
      throw new LabException(
          ExitCode.RUN_FAILED,
          Problem.in(
                  "jitterlab",
                  "the bench could not be prepared",
                  "Check that there is a shell, and room on the disk.")
              .withDetails(String.valueOf(e.getMessage())));
    }
    BenchResult result =
        BenchResult.of(
            plan,
            measured,
            MachineStalls.together(stalls),
            new EnvironmentProbe(Path.of("/")).probe(Map.of()));
    Json.write(folder.resolve(RESULT), result);
    return result;
  }

  private void measure(Scenario scenario, int round, Processes processes)
      throws IOException, InterruptedException {
    List<Cell> cells = plan.cells(scenario, round, folder);
    List<LabProcess> stress = new ArrayList<>();
    if (scenario.stressed()) {
      Path stressFolder =
          folder.resolve(scenario.name()).resolve(Integer.toString(round)).resolve("stress-ng");
      Files.createDirectories(stressFolder);
      stress.add(
          new Stress(machine.stressNg().orElseThrow(), machine.cores())
              .start(
                  scenario.name() + "/" + round + "/stress-ng",
                  round,
                  stressFolder,
                  plan.estimateSeconds(scenario),
                  processes));
    }
    for (Cell cell : cells) {
      Runnable look = () -> progress.update(new Doing(cell, plan.rounds(), secondsLeft()));
      look.run();
      measured.put(cell, cell.contender().measure(cell, processes, look));
      secondsDone += cell.seconds() + cell.contender().overheadSeconds();
    }
    for (LabProcess process : stress) {
      processes.end(process);
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
  private record Doing(Cell cell, int rounds, double secondsLeft) implements Progress.Step {
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
