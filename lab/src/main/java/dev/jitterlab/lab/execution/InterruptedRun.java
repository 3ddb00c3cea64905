package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.FailureCounters;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.Programs;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Resumption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A run that was ended before its end, and goes on (decision 018). The plan is the one that it
 * began with; blocks that had finished stay as they are; what a block under way had left is moved
 * to {@code interrupted/}, and its samples are deleted. Those of discarded attempts stay.
 *
 * <p>Holds the run's lock from {@link #open} to {@link #close}. For one thread.
 */
public final class InterruptedRun implements Start {
  /** A guardian gives them two seconds before it kills. */
  private static final Duration LEFT_OVER_BOUND = Duration.ofSeconds(10);

  private final RunDirectory directory;
  private final RunLock lock;
  private final Plan plan;
  private final RunState state;

  private InterruptedRun(RunDirectory directory, RunLock lock) {
    this.directory = directory;
    this.lock = lock;
    this.plan = read(directory.plan(), Plan.class);
    this.state = read(directory.runState(), RunState.class);
  }

  /**
   * Takes a run over, complete or not.
   *
   * @throws LabException if the folder is not that of a run, another lab is measuring it, or a file
   *     that it takes to go on is missing or damaged
   */
  public static InterruptedRun open(RunDirectory directory) {
    if (!Files.isRegularFile(directory.runState())) {
      throw refused(
          directory.root(),
          "this is not the folder of a run: " + directory.runState().getFileName() + " is missing",
          "Give a folder that `jitterlab run` has written.");
    }
    try {
      RunLock lock = RunLock.acquire(directory);
      try {
        return new InterruptedRun(directory, lock);
      } catch (RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw refused(
          directory.root(),
          "the run cannot be written to: " + e,
          "Give yourself the right to write there.");
    }
  }

  /** Whether there is nothing to resume. */
  public boolean isComplete() {
    return state.isComplete();
  }

  Plan plan() {
    return plan;
  }

  RunDirectory directory() {
    return directory;
  }

  @Override
  public List<Plan.Block> blocks() {
    return plan.remaining(state);
  }

  @Override
  public void require(Host host) throws IOException, InterruptedException {
    host.awaitGone(
        BlockFiles.records(directory, plan.blocks()).toList(),
        directory.root().toString(),
        LEFT_OVER_BOUND);
  }

  @Override
  public RunLog begin(Environment environment, Progress progress, Time time) throws IOException {
    List<BlockTimes> finished = state.finishedBlocks();
    // The last one is not always the latest: the clock may have been set back between two blocks.
    // What a discarded attempt has counted stays: a failure in it must not be forgotten.
    double finishedAt =
        Stream.concat(
                finished.stream(), state.repetitions().stream().map(RunState.Repetition::discarded))
            .map(BlockTimes::finishedAt)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    if (time.epochSeconds() < finishedAt) {
      throw LabException.notNow(
          directory.root().toString(),
          "the run cannot be resumed: the machine's clock is behind the run's last entry",
          "Set the clock: samples are ordered by their time.");
    }
    List<String> changes =
        Continuity.check(
            directory,
            read(directory.environment(), Environment.class),
            environment,
            read(directory.programs(), Programs.class),
            PlannedPrograms.read(plan));
    List<Double> measuredTo = measuredTo(finished);
    SampleDatabase.require(directory, measuredTo);
    List<String> died = died(finishedAt); // before the samples that say so are deleted
    List<Integer> repeated =
        state.blocks().stream()
            .map(BlockTimes::number)
            .filter(number -> blocks().stream().anyMatch(left -> left.number() == number))
            .toList();
    Resumption resumption =
        new Resumption(
            time.epochSeconds(),
            state.state(),
            state.endedAt(),
            state.why(),
            repeated,
            died,
            changes);
    // What had failed is written down before the evidence of it is deleted or moved.
    RunLog log = RunLog.resume(directory, time, state, resumption);
    try {
      deleteSamples(finishedAt, measuredTo);
      setAside();
    } catch (IOException | RuntimeException e) { // else it would seem to run for ever
      log.failed(String.valueOf(e.getMessage()));
      throw e;
    }
    tell(resumption, finished.size(), progress);
    return log;
  }

  /** In a block whose groups were skipped, nothing was measured. */
  private static List<Double> measuredTo(List<BlockTimes> finished) {
    return finished.stream().map(BlockTimes::measuredTo).filter(Objects::nonNull).toList();
  }

  private void deleteSamples(double finishedAt, List<Double> measuredTo) throws IOException {
    if (measuredTo.isEmpty()) {
      SampleDatabase.deleteAll(directory);
    } else {
      SampleDatabase.deleteAfter(directory, finishedAt);
    }
  }

  private void tell(Resumption resumption, int finished, Progress progress) {
    progress.note(
        "Resuming %s: %d of %d blocks are finished and stay as they are."
            .formatted(directory.root(), finished, finished + blocks().size()));
    if (!resumption.repeated().isEmpty()) {
      progress.note(
          "Block %s was under way and is measured again from its start; its files are now in %s, its samples are deleted."
              .formatted(words(resumption.repeated()), aside()));
    }
    resumption.changes().forEach(change -> progress.note("Since the interruption: " + change));
  }

  private static String words(List<Integer> numbers) {
    return String.join(", ", numbers.stream().map(String::valueOf).toList());
  }

  /**
   * A process that ended by itself is a finding, which must not vanish with its block. So is one
   * that the run failed for, such as a server that never became ready: its record does not say so,
   * because the lab has ended it. And so is a server that failed at some of its work.
   *
   * @param finishedAt when the last block had finished whose samples stay
   */
  private List<String> died(double finishedAt) {
    String why = state.state().equals("failed") && state.why() != null ? state.why() : "";
    Stream<String> ended =
        BlockFiles.records(directory, blocks())
            .filter(
                record -> record.fate().state().equals("died") || RunLog.isNamed(record.id(), why))
            .map(ProcessRecord::id);
    List<String> servers =
        blocks().stream()
            .flatMap(block -> block.instances().stream())
            .map(Plan.Instance::id)
            .toList();
    return Stream.concat(ended, FailureCounters.failed(directory, finishedAt, servers).stream())
        .distinct()
        .toList();
  }

  private Path aside() {
    return directory.interrupted(state.resumptions().size() + 1);
  }

  /** Also of blocks that had not come to {@code run.json}; and what was made of the first part. */
  private void setAside() throws IOException {
    for (Plan.Block block : blocks()) {
      BlockFiles.moveAside(directory, block, aside());
    }
    for (Path made :
        List.of(
            directory.summary(),
            directory.validity(),
            directory.report(),
            directory.causes(),
            directory.confusion())) {
      Files.deleteIfExists(made);
    }
  }

  private <T> T read(Path file, Class<T> type) {
    if (!Files.isRegularFile(file)) {
      throw refused(
          directory.root(),
          "the run cannot be resumed: " + file.getFileName() + " is missing",
          "Begin a new run.");
    }
    try {
      return Json.read(file, type);
    } catch (UncheckedIOException e) {
      throw refused(file, "the file is damaged: " + e.getCause().getMessage(), "Begin a new run.");
    }
  }

  private static LabException refused(Path where, String what, String remedy) {
    return LabException.wrong(where.toString(), what, remedy);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
