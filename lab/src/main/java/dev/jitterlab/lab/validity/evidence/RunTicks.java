package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where in a run's tick logs the measured ticks are. Immutable.
 *
 * @param directory the run
 * @param measured a block's number to its measured time; blocks that were never measured are absent
 */
public record RunTicks(RunDirectory directory, Map<Integer, Window> measured) {
  /** Takes the windows as they are. */
  public RunTicks {
    measured = Collections.unmodifiableMap(new TreeMap<>(measured));
  }

  /** Finds the measured times of the blocks that {@code state} names. */
  public static RunTicks of(RunDirectory directory, RunState state, Timing timing) {
    Map<Integer, Window> measured = new TreeMap<>();
    for (RunState.BlockTimes block : state.blocks()) {
      measuredTime(block, state, timing.durationSeconds())
          .ifPresent(window -> measured.put(block.number(), window));
    }
    return new RunTicks(directory, measured);
  }

  /**
   * When a block was measured. A block that was cut short counts up to the end of the run, and
   * where that was not recorded either, because the lab itself was killed, up to its planned end.
   */
  private static Optional<Window> measuredTime(
      RunState.BlockTimes block, RunState state, double durationSeconds) {
    if (block.measuredFrom() == null) {
      return Optional.empty();
    }
    double from = block.measuredFrom();
    double planned = from + durationSeconds;
    if (block.measuredTo() != null) {
      return Optional.of(new Window(from, block.measuredTo()));
    }
    double ended = state.endedAt() == null ? planned : Math.min(planned, state.endedAt());
    return Optional.of(new Window(from, Math.max(from, ended)));
  }

  /** The measured time of that block, if it came so far. */
  public Optional<Window> measured(int block) {
    return Optional.ofNullable(measured.get(block));
  }

  /** The tick log in that process's folder, if the process wrote one. */
  public static Optional<Path> log(Path processFolder) {
    Path file = RunDirectory.ticks(processFolder);
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }
}
