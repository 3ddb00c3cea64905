package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Repetition;
import dev.jitterlab.lab.run.RunState.Resumption;
import dev.jitterlab.lab.run.RunState.Skipped;
import dev.jitterlab.lab.run.RunState.Slice;
import dev.jitterlab.lab.run.TrialLook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps {@code run.json} true. The first end that is told counts; what comes after it is passed
 * over. Thread-safe, because a signal tells the end from a thread of its own.
 *
 * <p>A small file is held in reserve, and given up when the disk is full, so that the run's end can
 * still be written down.
 */
final class RunLog {
  private static final int RESERVE_BYTES = 256 << 10;
  private static final String RUNNING = "running";

  /** Between the problems of a run that failed. */
  private static final String BETWEEN = "; ";

  private final Path file;
  private final Path reserve;
  private final Time time;
  private final double startedAt;
  private final List<BlockTimes> blocks;
  private final List<Skipped> skipped;
  private final List<Resumption> resumptions;
  private final List<Repetition> repetitions;
  private final List<TrialLook> looks;
  private boolean ended;

  private RunLog(RunDirectory directory, Time time, RunState before, List<Resumption> resumptions)
      throws IOException {
    this.file = directory.runState();
    this.reserve = directory.reserve();
    this.time = time;
    this.startedAt = before.startedAt();
    this.blocks = new ArrayList<>(before.finishedBlocks());
    this.skipped = new ArrayList<>(before.skipped());
    this.resumptions = List.copyOf(resumptions);
    this.repetitions = new ArrayList<>(before.repetitions());
    this.looks = new ArrayList<>(before.looks());
    Files.write(reserve, new byte[RESERVE_BYTES]);
    writeRunning();
  }

  /** Of a run that begins now; a state takes null for a list without entries. */
  static RunLog begin(RunDirectory directory, Time time) throws IOException {
    RunState begun =
        new RunState(RUNNING, null, time.epochSeconds(), null, List.of(), null, null, null, null);
    return new RunLog(directory, time, begun, List.of());
  }

  /** Of a run that goes on: its finished blocks stay, the others are as if never begun. */
  static RunLog resume(RunDirectory directory, Time time, RunState before, Resumption resumption)
      throws IOException {
    List<Resumption> resumptions = new ArrayList<>(before.resumptions());
    resumptions.add(resumption);
    return new RunLog(directory, time, before, resumptions);
  }

  synchronized void blockBegun(int number) {
    blocks.add(new BlockTimes(number, null, null, null, null, null));
    writeRunning();
  }

  synchronized void loadStarted(double at) {
    blocks.add(blocks.removeLast().loadStarted(at));
    writeRunning();
  }

  /**
   * The warm-up is over. Not forced to the disk, as the other changes are: it would disturb what is
   * measured now.
   *
   * @param unsteady as {@link BlockTimes#unsteady}
   */
  synchronized void measuredFrom(double at, List<String> unsteady) {
    blocks.add(blocks.removeLast().measuredFrom(at, unsteady));
    writeGently();
  }

  /** Not forced to the disk: that would disturb what is measured now. */
  private void writeGently() {
    if (!ended) {
      Json.write(file, state(RUNNING, null, null));
    }
  }

  /** A server of the last block was warmed up so. */
  synchronized void warmedUp(Slice slice) {
    BlockTimes times = blocks.removeLast();
    blocks.add(times.turns(with(times.warmups(), slice), times.slices()));
    writeGently();
  }

  /** A server of the last block is measured, from now on. */
  synchronized void sliceBegan(String instance, double from) {
    BlockTimes times = blocks.removeLast();
    blocks.add(times.turns(times.warmups(), with(times.slices(), new Slice(instance, from, null))));
    writeGently();
  }

  /** The last slice is over. */
  synchronized void sliceEnded(double to) {
    BlockTimes times = blocks.removeLast();
    List<Slice> slices = new ArrayList<>(times.slices());
    Slice last = slices.removeLast();
    blocks.add(
        times.turns(times.warmups(), with(slices, new Slice(last.instance(), last.from(), to))));
    writeGently();
  }

  private static List<Slice> with(List<Slice> slices, Slice next) {
    List<Slice> more = slices == null ? new ArrayList<>() : new ArrayList<>(slices);
    more.add(next);
    return more;
  }

  synchronized void measuredTo(double at) {
    blocks.add(blocks.removeLast().measuredTo(at));
    writeRunning();
  }

  /** All that the last block wrote is on the disk for good: it will not be measured again. */
  synchronized void blockFinished() {
    blocks.add(blocks.removeLast().finished(time.epochSeconds()));
    writeRunning();
  }

  /** A finished block does not count any more, and is to be measured again. */
  synchronized void repeats(int number, Again again) {
    BlockTimes discarded =
        blocks.stream().filter(block -> block.number() == number).findFirst().orElseThrow();
    blocks.remove(discarded);
    repetitions.add(new Repetition(number, discarded, again.why(), again.round()));
    writeRunning();
  }

  synchronized List<Repetition> repetitions() {
    return List.copyOf(repetitions);
  }

  /** The block under way, or the one that was last. */
  synchronized BlockTimes lastBlock() {
    return blocks.getLast();
  }

  synchronized List<BlockTimes> finishedBlocks() {
    return now().finishedBlocks();
  }

  /** How far the run has come. */
  synchronized RunState now() {
    return state(RUNNING, null, null);
  }

  /**
   * Somebody has looked at the trial; a look at as many rounds, before, does not count any more.
   */
  synchronized void looked(TrialLook look) {
    looks.removeIf(before -> before.rounds() >= look.rounds());
    looks.add(look);
    writeRunning();
  }

  /** The run goes on without that group. */
  synchronized void skipped(String group, String why) {
    skipped.add(new Skipped(group, why));
    writeRunning();
  }

  synchronized Set<String> skippedGroups() {
    return skipped.stream().map(Skipped::group).collect(Collectors.toSet());
  }

  void completed() {
    end(RunState.COMPLETE, null);
  }

  void failed(String why) {
    end("failed", why);
  }

  /** Says for which problems it failed, each with the process that has it. */
  void failed(LabException failure) {
    failed(
        failure.problems().stream()
            .map(problem -> problem.where() + ": " + problem.what())
            .collect(Collectors.joining(BETWEEN)));
  }

  /** Whether a run failed for a process, by what {@link #failed} has written. */
  static boolean isNamed(String process, String why) {
    return (BETWEEN + why).contains(BETWEEN + process + ": ");
  }

  void interrupted() {
    end("interrupted", "ended by Ctrl-C or a signal");
  }

  private synchronized void end(String state, String why) {
    if (ended) {
      return;
    }
    Unchecked.io(() -> Files.deleteIfExists(reserve));
    Json.writeDurably(file, state(state, why, time.epochSeconds()));
    ended = true;
  }

  private void writeRunning() {
    if (!ended) {
      Json.writeDurably(file, state(RUNNING, null, null));
    }
  }

  private RunState state(String state, String why, Double endedAt) {
    return new RunState(
        state,
        why,
        startedAt,
        endedAt,
        List.copyOf(blocks),
        List.copyOf(skipped),
        resumptions,
        List.copyOf(repetitions),
        List.copyOf(looks));
  }
}
