package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.experiment.Timing;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress.Phase;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * How long a run will still take. Warm-up and measurement are as long as the plan says, a warm-up
 * that ends when all servers are steady at most; what starting, stopping and saving take is first
 * estimated from the number of processes, and then taken from the blocks that are over. For one
 * thread.
 */
final class TimeLeft {
  /** Of a JVM with its classes, on a core shared with others. */
  private static final double START_SECONDS_PER_PROCESS = 0.7;

  private static final double STOP_SECONDS = 2;
  private static final double SAVE_SECONDS = 1;

  private int blocks;
  private final Map<Phase, Double> phaseSeconds = new EnumMap<>(Phase.class);

  /**
   * @param blocks how many of the plan's blocks are still to be measured
   */
  TimeLeft(Plan plan, int blocks) {
    this.blocks = blocks;
    int processes =
        plan.blocks().stream().mapToInt(block -> block.instances().size() + 1).max().orElse(0);
    phaseSeconds.put(Phase.STARTING, 1 + processes * START_SECONDS_PER_PROCESS);
    phaseSeconds.put(Phase.WARMING_UP, longest(plan, Plan.Block::warmupSeconds));
    phaseSeconds.put(Phase.MEASURING, longest(plan, Plan.Block::measuredSeconds));
    phaseSeconds.put(Phase.STOPPING, STOP_SECONDS);
    phaseSeconds.put(Phase.SAVING, SAVE_SECONDS);
  }

  private static double longest(Plan plan, ToDoubleBiFunction<Plan.Block, Timing> seconds) {
    return plan.blocks().stream()
        .mapToDouble(block -> seconds.applyAsDouble(block, plan.timing()))
        .max()
        .orElse(0);
  }

  /** A block is to be measured again. */
  void oneMoreBlock() {
    blocks++;
  }

  /** A phase is over, and took so long: the next block's will be alike. */
  void phaseTook(Phase phase, double seconds) {
    phaseSeconds.put(phase, seconds);
  }

  /**
   * Seconds to the end of the run.
   *
   * @param block the block's number, from 1; 0 before the first
   * @param secondsInPhase how long this phase has lasted
   */
  double seconds(int block, Phase phase, double secondsInPhase) {
    return secondsUntil(blocks, block, phase, secondsInPhase);
  }

  /**
   * Seconds to the end of a block.
   *
   * @param last its number, as the block's
   */
  double secondsUntil(int last, int block, Phase phase, double secondsInPhase) {
    double wholeBlock = phaseSeconds.values().stream().mapToDouble(Double::doubleValue).sum();
    if (block == 0) {
      return Math.max(0, last) * wholeBlock;
    }
    double thisBlock =
        phaseSeconds.entrySet().stream()
            .filter(entry -> entry.getKey().compareTo(phase) > 0)
            .mapToDouble(Map.Entry::getValue)
            .sum();
    double thisPhase = Math.max(0, phaseSeconds.getOrDefault(phase, 0.0) - secondsInPhase);
    return thisPhase + thisBlock + Math.max(0, last - block) * wholeBlock;
  }
}
