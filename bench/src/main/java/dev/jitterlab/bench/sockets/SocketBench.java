package dev.jitterlab.bench.sockets;

import dev.jitterlab.bench.OwnCpus;
import dev.jitterlab.bench.QuietWatch;
import dev.jitterlab.bench.RunningBench;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures Java's sockets beside C's in interleaved rounds, one pair of processes at a time, and
 * leaves {@code bench.json} and every process's files in its folder. For one thread, and one run.
 */
public final class SocketBench {
  private static final Pattern SERVES =
      Pattern.compile("JITTERLAB SERVES data=(\\S+) marks=(\\S+)");
  private static final double LOOK_SECONDS = 0.02;
  private static final double PATIENCE_SECONDS = 60;

  /** Of the shorter run whose system calls are counted, and of the longer one. */
  private static final long FEW_OPERATIONS = 500;

  private static final long MANY_OPERATIONS = 4_500;

  private final SocketPlan plan;
  private final SocketPrograms programs;
  private final Path folder;
  private final Progress progress;
  private final Time time;
  private final Map<SocketCell, SocketFigures> measured = new LinkedHashMap<>();
  private final Map<SocketCell, SocketBenchResult.Calls> calls = new LinkedHashMap<>();
  private final List<LeftOutPair> leftOut = new ArrayList<>();
  private final RunningBench running;

  /** A contender that failed in a test; it does not run there again. */
  record LeftOutPair(SocketCell cell, Problem problem) {
    boolean isOf(SocketCell other) {
      return cell.contender().equals(other.contender()) && cell.test().equals(other.test());
    }
  }

  SocketBench(SocketPlan plan, SocketPrograms programs, Path folder, Progress progress, Time time) {
    this.plan = plan;
    this.programs = programs;
    this.folder = folder;
    this.progress = progress;
    this.time = time;
    this.running = new RunningBench("sockets", folder, progress, time, plan.estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing that is measured.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if a name is unknown, or a program is missing
   */
  public static SocketBench prepare(SocketBenchChoice choice, Path folder, Progress progress) {
    List<Integer> cpus = OwnCpus.ofThisProcess();
    SocketPlan plan = SocketPlan.of(choice, cpus.size());
    EmptyFolder.require(folder, "--out");
    SocketPrograms programs = SocketPrograms.prepare(plan, cpus, folder);
    progress.note(
        "placements: %d, tests: %d, contenders: %d, rounds: %d, measured for %s each: about %s in all"
            .formatted(
                plan.placements().size(),
                plan.tests().size(),
                plan.contenders().size(),
                plan.rounds(),
                Units.seconds(choice.millis() / 1e3),
                Units.duration(plan.estimateSeconds())));
    return new SocketBench(plan, programs, folder, progress, Time.system());
  }

  /**
   * Runs it to its end. A contender that fails in a test is left out there, and named in the
   * result; if the user named it, or it is the control, the bench fails instead.
   *
   * @throws LabException if nothing could be measured, or what the user named cannot be
   */
  public SocketBenchResult run() throws InterruptedException {
    running.run(
        (_, processes) -> {
          for (int round = 1; round <= plan.rounds(); round++) {
            for (SocketCell cell : plan.cells(round, folder)) {
              attempt(cell, plan.seconds(cell), processes, () -> measure(cell, processes));
            }
          }
          for (SocketCell cell : plan.counted(folder)) {
            attempt(cell, SocketPlan.countedSeconds(), processes, () -> count(cell, processes));
          }
        });
    return running.kept(SocketBenchResult.of(plan, measured, calls, leftOut, running.machine()));
  }

  /** What is done with a cell. */
  private interface Work {
    void run() throws InterruptedException;
  }

  private void attempt(SocketCell cell, double seconds, Processes processes, Work work)
      throws InterruptedException {
    if (leftOut.stream().noneMatch(one -> one.isOf(cell))) {
      sayDoing(cell);
      try {
        work.run();
      } catch (LabException e) {
        leaveOut(cell, e, processes);
      } finally {
        processes.endAllBut(List.of());
      }
    }
    running.isThrough(seconds);
  }

  private void leaveOut(SocketCell cell, LabException failure, Processes processes) {
    boolean isNamed = !plan.choice().transports().isEmpty(); // then none is left out in silence
    if (processes.isInterrupted() || cell.contender().isControl() || isNamed) {
      throw failure;
    }
    LeftOutPair one = new LeftOutPair(cell, failure.problems().getFirst());
    leftOut.add(one);
    progress.note(
        "%s in %s is left out: %s"
            .formatted(cell.contender().name(), cell.test().name(), reason(one.problem())));
  }

  /** The process's own words where it says that this machine lacks something. */
  static String reason(Problem problem) {
    String words = problem.details() == null ? "" : problem.details();
    return words
        .lines()
        .filter(line -> line.startsWith("socket-"))
        .reduce((first, last) -> last)
        .orElse(problem.what());
  }

  private void measure(SocketCell cell, Processes processes) throws InterruptedException {
    double seconds = (plan.choice().warmupMs() + plan.choice().millis()) / 1e3;
    SocketFigures figures = run(cell, cell.folder(), seconds, 0, false, processes);
    if (figures.operations() == 0 || figures.meanCpuUse() <= 0) {
      throw LabException.failed(
          cell.id(),
          "no exchange ended while it was measured",
          "Give a longer time with --millis, or run it again on a machine that is less busy.");
    }
    measured.put(cell, figures);
  }

  private void count(SocketCell cell, Processes processes) throws InterruptedException {
    Path few = cell.folder().resolve("few");
    Path many = cell.folder().resolve("many");
    SocketFigures unused = run(cell, few, 0, FEW_OPERATIONS, true, processes);
    processes.endAllBut(List.of());
    unused = run(cell, many, 0, MANY_OPERATIONS, true, processes);
    processes.endAllBut(List.of());
    calls.put(
        cell,
        new SocketBenchResult.Calls(callsOf("client", few, many), callsOf("server", few, many)));
  }

  private static SystemCalls callsOf(String end, Path few, Path many) {
    return SystemCalls.of(
        SystemCalls.read(few.resolve(end).resolve(SocketPrograms.CALLS)),
        SystemCalls.read(many.resolve(end).resolve(SocketPrograms.CALLS)),
        MANY_OPERATIONS - FEW_OPERATIONS);
  }

  /** Starts both ends and waits for what the client says; they still run when this returns. */
  private SocketFigures run(
      SocketCell cell,
      Path at,
      double seconds,
      long operations,
      boolean counted,
      Processes processes)
      throws InterruptedException {
    List<String> command = programs.server(cell, plan.choice().sessions());
    LabProcess server =
        processes.start(
            cell.id() + "/server",
            cell.round(),
            counted ? programs.counted(command) : command,
            at.resolve("server"));
    Matcher serves = await(server, processes, words -> matched(SERVES.matcher(words)));
    command = programs.client(cell, plan, serves.group(1), serves.group(2), operations);
    LabProcess client =
        processes.start(
            cell.id() + "/client",
            cell.round(),
            counted ? programs.counted(command) : command,
            at.resolve("client"));
    QuietWatch.watch(processes, seconds, () -> sayDoing(cell));
    SocketFigures figures = await(client, processes, SocketFigures::find);
    processes.end(List.of(client, server));
    return figures;
  }

  private static Optional<Matcher> matched(Matcher matcher) {
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  /** Waits for what is looked for in a process's words. */
  private <T> T await(LabProcess process, Processes processes, Function<String, Optional<T>> sought)
      throws InterruptedException {
    long deadlineNs = time.nanoTime() + Math.round(PATIENCE_SECONDS * 1e9);
    while (time.nanoTime() - deadlineNs < 0) {
      Optional<T> found = sought.apply(process.lastWords());
      if (found.isPresent()) {
        return found.get();
      }
      processes.watch(LOOK_SECONDS, () -> {});
    }
    throw LabException.failed(
            process.id(),
            "the process did not come to an end within " + Units.seconds(PATIENCE_SECONDS),
            "Run the bench again on a machine that is less busy.")
        .withDetails(process.lastWords());
  }

  private void sayDoing(SocketCell cell) {
    String what =
        cell.round() == 0
            ? "counting system calls"
            : "round %d of %d, %s".formatted(cell.round(), plan.rounds(), cell.placement().word());
    running.says("%s, %s: %s".formatted(what, cell.test().name(), cell.contender().name()));
  }

  /** For a bench in which nothing could be measured. */
  static LabException nothing(List<LeftOutPair> leftOut) {
    return new LabException(ExitCode.RUN_FAILED, leftOut.getFirst().problem());
  }
}
