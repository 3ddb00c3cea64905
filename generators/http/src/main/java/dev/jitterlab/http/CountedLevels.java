package dev.jitterlab.http;

import dev.jitterlab.arrivals.LevelOverTime;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.load.TargetLoad;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the requests to one server by the part of the plan in which they are due, if the plan's
 * rate has several: {@code level-1} and so on. This shows how a server answers while too many
 * requests come, and how soon it has recovered. Confined to the thread of the event loop.
 */
final class CountedLevels {
  private final LevelOverTime level;
  private final List<StepLoad> parts = new ArrayList<>();
  private long beginNs;

  private CountedLevels(LevelOverTime level) {
    this.level = level;
  }

  /** Adds what counts the levels of a load; of one with a single level nothing. */
  static CountedLevels of(LoadShape shape, TargetLoad load) {
    if (shape.isClosed() || shape.search().isAsked()) {
      return new CountedLevels(null);
    }
    CountedLevels levels = new CountedLevels(shape.level());
    int count = levels.level.parts();
    for (int part = 1; part <= count && count > 1; part++) {
      levels.parts.add(load.addStep("level-" + part));
    }
    return levels;
  }

  /** Says when the plan began; later by the pauses that were since. */
  void beganAt(long ns) {
    beginNs = ns;
  }

  /** Returns what counts a request that is due then; null where levels are not counted. */
  StepLoad at(long dueNs) {
    return parts.isEmpty() ? null : parts.get(level.partAt(Math.max(0, dueNs - beginNs)));
  }
}
