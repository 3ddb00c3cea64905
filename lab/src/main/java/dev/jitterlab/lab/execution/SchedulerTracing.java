package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Which blocks of a run have the machine's scheduler traced. If this machine does not allow it, the
 * run says so once and goes on without. For one thread.
 */
final class SchedulerTracing {
  private final Plan plan;
  private final Consumer<String> notes;
  private boolean isPossible = true;

  private SchedulerTracing(Plan plan, Consumer<String> notes) {
    this.plan = plan;
    this.notes = notes;
  }

  /**
   * Looks whether this machine can do what the plan asks for.
   *
   * @param obstacle what keeps this machine from it; asked only if the plan wants a trace
   * @param left the blocks that are to be measured
   * @param notes is told what cannot be done, and the remedy
   */
  static SchedulerTracing of(
      Supplier<Optional<Collector.Obstacle>> obstacle,
      Plan plan,
      List<Plan.Block> left,
      Consumer<String> notes) {
    SchedulerTracing tracing = new SchedulerTracing(plan, notes);
    if (left.stream().anyMatch(tracing::isWanted)) {
      obstacle.get().ifPresent(it -> tracing.giveUp(it.reason() + ". " + it.remedy()));
    }
    return tracing;
  }

  /** Whether a block is to be traced: it has a server whose group asks for it. */
  boolean isWanted(Plan.Block block) {
    return isPossible
        && block.instances().stream()
            .anyMatch(one -> plan.group(one.group()).recording().isOn(SchedulerTrace.NAME));
  }

  /** No block is traced from now on. */
  void giveUp(String why) {
    isPossible = false;
    notes.accept("Going on without `recording: {" + SchedulerTrace.NAME + ": true}`: " + why);
  }

  /** Says something of a trace that was begun. */
  void note(String sentence) {
    notes.accept(sentence);
  }

  /** Deletes what perf wrote of a block that did not come to its end. */
  static void discard(RunDirectory directory, Plan.Block block) throws IOException {
    Files.deleteIfExists(SchedulerTrace.raw(directory.scheduler(block.number())));
  }
}
