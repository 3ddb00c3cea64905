package dev.jitterlab.lab.report.data;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.LiveResponses;
import dev.jitterlab.lab.ticks.TickLogTail;
import dev.jitterlab.lab.ticks.TimedValue;
import dev.jitterlab.lab.validity.evidence.RunTicks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What servers and load generators have logged so far, from logs that are still written: every line
 * is read once. Only where a block is placed anew in time, all is read again: its ticks cannot be
 * told from those of other blocks any more. Not thread-safe.
 */
public final class LiveLogs {
  /** In the charts a point stands for a second. */
  private static final double SAME_PLACE_SECONDS = 1;

  private final RunDirectory directory;
  private final Map<String, TickTimelines> byGroup = new HashMap<>();
  private final Map<String, TickLogTail> logs = new HashMap<>();
  private final Map<Integer, LiveResponses> responses = new HashMap<>();
  private final Map<Integer, BlockTimes> placed = new HashMap<>();

  public LiveLogs(RunDirectory directory) {
    this.directory = directory;
  }

  /**
   * Forgets everything if a block that was read is gone, because it is measured again, or has
   * another time 0 than it was expected to have, because its warm-up has ended early.
   *
   * @param blocks those that are there, with all times but {@code finishedAt} known, or as the plan
   *     has them
   */
  public void place(List<BlockTimes> blocks) {
    Map<Integer, BlockTimes> now = new HashMap<>();
    blocks.forEach(times -> now.put(times.number(), times));
    if (!placed.values().stream().allMatch(times -> isThere(times, now.get(times.number())))) {
      byGroup.clear();
      logs.clear();
      responses.clear();
      placed.clear();
    }
    now.forEach(placed::putIfAbsent);
  }

  private static boolean isThere(BlockTimes before, BlockTimes now) {
    return now != null
        && now.loadStartedAt().equals(before.loadStartedAt())
        && Math.abs(now.measuredFrom() - before.measuredFrom()) < SAME_PLACE_SECONDS;
  }

  /** Reads what is new in the tick logs of a block's servers. */
  public void readNew(Plan.Block block, BlockTimes times) {
    for (Plan.Instance instance : block.instances()) {
      RunTicks.log(directory.instance(instance.id()))
          .ifPresent(
              log ->
                  logs.computeIfAbsent(instance.id(), _ -> new TickLogTail(log))
                      .readNew(ticks(instance.group()).reader(instance.id(), times)));
    }
  }

  /** The ticks of a group. */
  public TickTimelines ticks(String group) {
    return byGroup.computeIfAbsent(group, _ -> new TickTimelines());
  }

  /** The median response times of a server; reads what is new in its load generator's log. */
  public List<TimedValue> responses(int block, String id) {
    return responses
        .computeIfAbsent(
            block, number -> new LiveResponses(RunDirectory.ticks(directory.load(number))))
        .medians(id);
  }
}
