package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.collect.EventTickRecords;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.Interruption;
import dev.jitterlab.lab.plan.Foreign;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RenderedFile;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.plan.TrialJudge;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs a plan, or what an interrupted run has left of it, and fills a run directory.
 *
 * <p>How it goes: everything that can be found out without starting a server is checked first, and
 * leaves nothing behind. Then the blocks run one after another. If a process fails, the run ends,
 * {@code run.json} says why, and everything measured so far stays. No process outlives the lab:
 * {@link #run} ends them all, the {@link Interruption} does on a signal, and the {@link Host} if
 * the lab is killed.
 *
 * <p>For one thread, and one run.
 */
public final class Execution {
  private final Plan plan;
  private final Start start;
  private final RunDirectory directory;
  private final Progress progress;
  private final Time time;
  private final Host.Opener opener;
  private TrialJudge judge = TrialJudge.NONE;

  /** Empty where this run alone is resumed. */
  private Optional<String> continuation = Optional.empty();

  /** Null until the run directory is there; read by the thread of a signal. */
  private volatile RunLog log;

  private volatile BlockRun current;

  /** From when the directory is ready. */
  private UnchangedPrograms programs;

  /**
   * @param experiment the experiment file, byte for byte
   * @param rendered what its templates became
   * @param directory does not exist yet, or is empty
   * @param progress stays the caller's
   * @param opener opens where the processes are to live
   */
  public Execution(
      Plan plan,
      byte[] experiment,
      List<RenderedFile> rendered,
      RunDirectory directory,
      Progress progress,
      Time time,
      Host.Opener opener) {
    this(
        plan,
        new FreshStart(plan, experiment, rendered, directory),
        directory,
        progress,
        time,
        opener);
  }

  /**
   * What is left of a run.
   *
   * @param interrupted stays the caller's until {@link #run}, which closes it
   * @param progress stays the caller's
   */
  public Execution(InterruptedRun interrupted, Progress progress, Time time, Host.Opener opener) {
    this(interrupted.plan(), interrupted, interrupted.directory(), progress, time, opener);
  }

  private Execution(
      Plan plan,
      Start start,
      RunDirectory directory,
      Progress progress,
      Time time,
      Host.Opener opener) {
    this.plan = plan;
    this.start = start;
    this.directory = directory;
    this.progress = progress;
    this.time = time;
    this.opener = opener;
  }

  /** Names who looks at a trial that ends when it is decided; before it is run. */
  public Execution judgedBy(TrialJudge whoLooks) {
    this.judge = whoLooks;
    return this;
  }

  /**
   * Says how the user goes on after a signal, where this run is a part of something larger; before
   * it is run.
   *
   * @param words end a sentence, such as {@code go on with: ./jitterlab resume runs/1-size}
   */
  public Execution continuedBy(String words) {
    this.continuation = Optional.of(words);
    return this;
  }

  /**
   * Runs it to its end.
   *
   * @throws LabException if the experiment cannot run on this machine ({@link
   *     ExitCode#WRONG_EXPERIMENT}; nothing was started), or not now ({@link ExitCode#NOT_NOW};
   *     likewise), or if the run failed
   */
  public void run() throws InterruptedException {
    requireWorkload();
    try (start;
        Host host = opener.open(time);
        Interruption _ = new Interruption(() -> interrupted(host))) {
      run(host);
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab",
              "the run could not be prepared",
              "Check that there is a shell, and room in the folder for temporary files.")
          .because(e);
    }
  }

  private void run(Host host) throws IOException, InterruptedException {
    start.require(host);
    if (plan.safeguards().cpusAwake()) {
      host.keepCpusAwake();
    }
    List<Plan.Block> blocks = start.blocks();
    Refusals refusals = Refusals.of(plan, blocks, host::refusal);
    PhaseTracker phases = new PhaseTracker(plan, blocks.size(), progress, time);
    DiskSpace disk = DiskSpace.of(existingAncestor());
    Artifacts.fetch(plan.blocks(), System.getenv(), progress);
    Environment environment = check(host, disk, blocks, refusals.all().keySet());
    try {
      log = start.begin(environment, progress, time);
      programs = new UnchangedPrograms(Json.read(directory.programs(), Programs.class), plan);
      refusals.toSkip().forEach(this::skip);
      SchedulerTracing tracing =
          SchedulerTracing.of(SchedulerTrace::obstacleHere, plan, blocks, progress::note);
      RunContext run = new RunContext(plan, directory, host, log, disk, phases, tracing, time);
      if (!isDecidedBefore(run, blocks)) {
        requireAnyGroup();
        repeat(run);
        look(run);
      }
      log.completed();
    } catch (IOException e) {
      throw failed(disk.writeFailed(e));
    } catch (UncheckedIOException e) {
      throw failed(disk.writeFailed(e.getCause()));
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  /** Measures the blocks in turn, until a look says that it is enough. */
  private boolean isDecidedBefore(RunContext run, List<Plan.Block> blocks)
      throws IOException, InterruptedException {
    for (Plan.Block block : blocks) {
      if (!block.without(log.skippedGroups()).instances().isEmpty()) {
        if (isDecided(run)) {
          return true;
        }
        measure(run, block);
      }
    }
    return false;
  }

  /** Whether a look is due and says that it is enough. A look sees blocks that count only. */
  private boolean isDecided(RunContext run) throws IOException, InterruptedException {
    if (!plan.design().endsWhenDecided() || !new RoundByRound(run, judge).isDue()) {
      return false;
    }
    repeat(run);
    return look(run);
  }

  private boolean look(RunContext run) {
    RoundByRound looks = new RoundByRound(run, judge);
    return plan.design().endsWhenDecided() && looks.isDue() && looks.ends();
  }

  private void skip(String group, String why) {
    log.skipped(group, why);
    progress.note("Going on without " + group + ": " + why);
  }

  private void measure(RunContext run, Plan.Block block) throws IOException, InterruptedException {
    current = new BlockRun(run, block);
    runAndSave(current, block, run.phases());
    programs.require(); // else the block has not finished, and is measured again by a resume
    forceToDisk(block);
    log.blockFinished();
  }

  /** Measures again what is worth it, as often as it may. */
  private void repeat(RunContext run) throws IOException, InterruptedException {
    int repeats = plan.safeguards().repeats();
    for (int nth = log.now().timesRepeated() + 1; nth <= repeats; nth++) {
      Optional<Again> again =
          Again.find(directory, plan.without(log.skippedGroups()), log.finishedBlocks());
      if (again.isEmpty()) {
        return;
      }
      run.phases()
          .note(
              "Measuring %s again (%d of at most %d): %s; what it had left is in %s"
                  .formatted(
                      again.get().words(), nth, repeats, again.get().why(), directory.discarded()));
      // All of a round before the first of it, so that a run that is killed meanwhile loses no
      // half.
      for (Plan.Block block : again.get().blocks()) {
        run.phases().again(block.number());
        log.repeats(block.number(), again.get());
        BlockFiles.moveAside(directory, block, directory.discarded(log.repetitions().size()));
      }
      for (Plan.Block block : again.get().blocks()) {
        measure(run, block);
      }
    }
  }

  /** What a failed block has measured is saved too; its own failure is the one that is told. */
  private void runAndSave(BlockRun run, Plan.Block block, PhaseTracker phases)
      throws IOException, InterruptedException {
    try {
      run.execute();
    } catch (IOException | InterruptedException | RuntimeException e) {
      try {
        SchedulerTracing.discard(directory, block);
        SampleDatabase.load(directory);
      } catch (IOException | RuntimeException notSaved) {
        e.addSuppressed(notSaved);
      }
      throw e;
    }
    phases.begin(Phase.SAVING);
    run.saveTrace();
    takeEventTicks(block);
    SampleDatabase.load(directory, time);
  }

  /** Late ticks of a server's own events are known from here on, also to the live report. */
  private void takeEventTicks(Plan.Block block) {
    BlockTimes times = log.lastBlock();
    if (times.measuredTo() == null) {
      return;
    }
    for (Plan.Instance instance : block.without(log.skippedGroups()).instances()) {
      if (instance.ticksByEvent()) {
        Foreign.Ticks ticks = instance.foreign().ticks();
        Path recording = FlightRecording.file(directory.instance(instance.id()));
        MeasuredWindows.of(times, instance.id())
            .ifPresent(
                measured ->
                    EventTickRecords.take(
                        directory,
                        instance.id(),
                        recording,
                        ticks.name(),
                        ticks.rateHz(),
                        measured));
      }
    }
  }

  /** Only then has a block finished: a power failure must not cost what will not be repeated. */
  private void forceToDisk(Plan.Block block) throws IOException {
    for (Path folder : BlockFiles.folders(directory, block)) {
      WholeFile.forceTree(folder);
    }
    WholeFile.forceTree(directory.samples());
  }

  private Environment check(Host host, DiskSpace disk, List<Plan.Block> blocks, Set<String> refused)
      throws IOException, InterruptedException {
    IntSummaryStatistics processes =
        blocks.stream().mapToInt(block -> block.instances().size() + 2).summaryStatistics();
    disk.requireFor(
        (int) processes.getSum(),
        processes.getMax(),
        plan.timing().warmupSeconds() + plan.timing().durationSeconds());
    HeapSizes.check(plan, host.usableMemoryBytes(), host.availableMemoryBytes())
        .ifPresent(progress::note);
    Path scratch = Files.createTempDirectory("jitterlab-");
    host.ownFolder(scratch); // it goes also if this process is ended meanwhile
    Map<String, String> jdks = new JvmTrial(host, time, scratch).run(plan.without(refused));
    host.reclaim();
    return host.environment(jdks);
  }

  /** Writes down why the run ended; the failure itself is told even if that cannot be written. */
  private RuntimeException failed(RuntimeException failure) {
    try {
      if (log != null && failure instanceof LabException known) {
        log.failed(known);
      } else if (log != null) {
        log.failed(failure.getMessage());
      }
      if (current != null) {
        current.conclude(); // a full disk has refused them before; the log has made some room
      }
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** Runs in the thread of a signal, while the run's own thread may be anywhere. */
  private void interrupted(Host host) {
    try {
      if (log != null) {
        log.interrupted();
      }
    } finally {
      progress.close();
      progress.note(farewell());
      endProcesses(host);
    }
  }

  private String farewell() {
    if (log == null) {
      return continuation
          .map("Interrupted before the next server was started; "::concat)
          .orElse("Interrupted before any server was started.");
    }
    return "Interrupted: ending the processes. What was measured is in %s; %s"
        .formatted(
            directory.root(),
            continuation.orElseGet(() -> "go on with: " + ShellWord.command("resume", directory)));
  }

  private void endProcesses(Host host) {
    try {
      if (current != null) {
        current.endAtOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      host.killAll();
    }
  }

  private void requireAnyGroup() {
    if (log.skippedGroups().size() == plan.groups().size()) {
      throw LabException.failed(
          plan.subject().experiment(),
          "this machine can run none of the groups",
          "See above what each of them lacks.");
    }
  }

  private void requireWorkload() {
    if (plan.subject().workload() == null) {
      throw LabException.wrong(
          plan.subject().experiment(),
          "the experiment names no workload, so there is nothing to run",
          "Add a line such as 'workload: battle'.");
    }
  }

  private Path existingAncestor() {
    Path folder = directory.root().toAbsolutePath();
    while (!Files.exists(folder)) {
      folder = folder.getParent();
    }
    return folder;
  }
}
