package dev.jitterlab.lab.report;

import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.execution.RunState.BlockTimes;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.ticks.RunTicks;
import dev.jitterlab.lab.ticks.TickLogTail;
import java.util.HashMap;
import java.util.Map;

/**
 * The ticks of all groups so far, from logs that are still written: every line of a log is read
 * once. Not thread-safe.
 */
final class LiveTicks {
  private final RunDirectory directory;
  private final Map<String, TickTimelines> byGroup = new HashMap<>();
  private final Map<String, TickLogTail> logs = new HashMap<>();

  LiveTicks(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Reads what is new in the logs of a block.
   *
   * @param times all but {@code finishedAt} known, or as the plan has it
   */
  void readNew(Plan.Block block, BlockTimes times) {
    for (Plan.Instance instance : block.instances()) {
      RunTicks.log(directory.instance(instance.id()))
          .ifPresent(
              log ->
                  logs.computeIfAbsent(instance.id(), _ -> new TickLogTail(log))
                      .readNew(of(instance.group()).reader(instance.id(), times)));
    }
  }

  /** Those of a group. */
  TickTimelines of(String group) {
    return byGroup.computeIfAbsent(group, _ -> new TickTimelines());
  }
}
