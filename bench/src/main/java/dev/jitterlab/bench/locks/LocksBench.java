package dev.jitterlab.bench.locks;

import dev.jitterlab.bench.RunningBench;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares locks in interleaved rounds, one JVM at a time; leaves what each printed and {@code
 * bench.json} in its folder. For one thread, and one run.
 */
public final class LocksBench {
  private static final String MAIN = "dev.jitterlab.locks.LockTrial";
  private static final long LOOK_NS = 20_000_000;
  private static final double MOST_SECONDS_BEYOND = 30;

  private final LockPlan plan;
  private final Path java;
  private final Path jar;
  private final Path folder;
  private final Time time = Time.system();
  private final RunningBench running;

  private LocksBench(LockPlan plan, Path java, Path jar, Path folder, Progress progress) {
    this.plan = plan;
    this.java = java;
    this.jar = jar;
    this.folder = folder;
    this.running = new RunningBench("locks", folder, progress, time, plan.estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if the locks' program was not built
   */
  public static LocksBench prepare(LockChoice choice, Path folder, Progress progress) {
    LockPlan plan = LockPlan.of(choice);
    Path jar = Workloads.ofThisProcess().builtJar("locks");
    EmptyFolder.require(folder, "--out");
    progress.note(
        "cases: %d, locks: %d, rounds: %d, measured for %s each: about %s in all"
            .formatted(
                plan.cases().size(),
                plan.locks().size(),
                plan.rounds(),
                Units.seconds(plan.seconds()),
                Units.duration(plan.estimateSeconds())));
    return new LocksBench(plan, JdkFinder.ofThisMachine().running().java(), jar, folder, progress);
  }

  /**
   * Runs it to its end.
   *
   * @throws LabException if a competition fails
   */
  public LocksResult run() throws InterruptedException {
    Map<LockPlan.Cell, List<LockFigures>> measured = new LinkedHashMap<>();
    running.run(
        (_, processes) -> {
          for (int round = 1; round <= plan.rounds(); round++) {
            for (LockPlan.Cell cell : plan.cells(round)) {
              running.says("round %d of %d".formatted(round, plan.rounds()));
              measured
                  .computeIfAbsent(cell, _ -> new ArrayList<>())
                  .add(measure(cell, round, processes));
              running.isThrough(plan.cellSeconds());
            }
          }
        });
    return running.kept(LocksResult.of(plan, measured, running.machine()));
  }

  private LockFigures measure(LockPlan.Cell cell, int round, Processes processes)
      throws InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "-Xms64m",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                jar.toAbsolutePath().toString(),
                MAIN));
    command.addAll(cell.arguments(plan.seconds()));
    LabProcess process =
        processes.start(
            cell.id(), round, command, folder.resolve(Integer.toString(round)).resolve(cell.id()));
    long mostNs = Math.round((plan.seconds() + MOST_SECONDS_BEYOND) * 1e9);
    long deadlineNs = time.nanoTime() + mostNs;
    while (process.isAlive() && time.nanoTime() - deadlineNs < 0) {
      time.sleepUntil(time.nanoTime() + LOOK_NS);
    }
    if (process.isAlive()) {
      processes.end(process);
    }
    List<LabProcess> unused = processes.takeEnded();
    return LockFigures.require(cell.id(), process.lastWords(), process.exitStatus(), folder);
  }
}
