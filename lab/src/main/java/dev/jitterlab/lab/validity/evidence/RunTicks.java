package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where in a run's tick logs the measured ticks are. Immutable.
 *
 * @param directory the run
 * @param state how far it came
 * @param measured a block's number to when it was measured; blocks that were never measured are
 *     absent
 */
public record RunTicks(
    RunDirectory directory, RunState state, Map<Integer, MeasuredWindows> measured) {
  /** Takes the windows as they are. */
  public RunTicks {
    measured = Collections.unmodifiableMap(new TreeMap<>(measured));
  }

  /** Finds the measured times of the blocks that {@code state} names. */
  public static RunTicks of(RunDirectory directory, RunState state, Timing timing) {
    Map<Integer, MeasuredWindows> measured = new TreeMap<>();
    for (RunState.BlockTimes block : state.blocks()) {
      measuredTime(block, state, timing.durationSeconds())
          .ifPresent(windows -> measured.put(block.number(), windows));
    }
    return new RunTicks(directory, state, measured);
  }

  /**
   * When a block was measured. A block that was cut short counts up to the end of the run, and
   * where that was not recorded either, because the lab itself was killed, up to its planned end.
   */
  private static Optional<MeasuredWindows> measuredTime(
      RunState.BlockTimes block, RunState state, double durationSeconds) {
    if (block.measuredFrom() == null) {
      return Optional.empty();
    }
    double end = end(block, state, lastFrom(block) + durationSeconds);
    return block.wasRotated()
        ? MeasuredWindows.slices(block, null, end)
        : Optional.of(MeasuredWindows.of(block.measuredFrom(), end));
  }

  /**
   * When the measurement began that may still go on: that of the last slice, where there is one.
   */
  private static double lastFrom(RunState.BlockTimes block) {
    return block.slices() == null ? block.measuredFrom() : block.slices().getLast().from();
  }

  private static double end(RunState.BlockTimes block, RunState state, double planned) {
    if (block.measuredTo() != null) {
      return block.measuredTo();
    }
    double ended = state.endedAt() == null ? planned : Math.min(planned, state.endedAt());
    return Math.max(block.measuredFrom(), ended);
  }

  /** When that block was measured, if it came so far. */
  public Optional<MeasuredWindows> measured(int block) {
    return Optional.ofNullable(measured.get(block));
  }

  /**
   * When a process was measured, if it came so far.
   *
   * @param id a server's, which may have had slices of its own; or that of another process, which
   *     was measured in those of all servers
   */
  public Optional<MeasuredWindows> measured(int block, String id) {
    return measured(block)
        .flatMap(
            whole ->
                times(block)
                    .filter(times -> times.wasRotated() && !isShared(id))
                    .map(times -> MeasuredWindows.slices(times, id, whole.to()))
                    .orElse(Optional.of(whole)));
  }

  /** Load and control processes serve all servers of their block. */
  private static boolean isShared(String id) {
    return id.startsWith("load/") || id.startsWith("control/");
  }

  /**
   * For a block: server id to when that one was measured; null for one that never was. It remembers
   * what it has found, because it is asked for every line of a load's log, and a run of many slices
   * has many lines. Not thread-safe.
   */
  public Function<String, MeasuredWindows> servers(int block) {
    Map<String, Optional<MeasuredWindows>> found = new HashMap<>();
    return id -> found.computeIfAbsent(id, one -> measured(block, one)).orElse(null);
  }

  private Optional<RunState.BlockTimes> times(int block) {
    return state.blocks().stream().filter(times -> times.number() == block).findFirst();
  }

  /** The tick log in that process's folder, if the process wrote one. */
  public static Optional<Path> log(Path processFolder) {
    return Optional.of(RunDirectory.ticks(processFolder)).filter(Files::isRegularFile);
  }
}
