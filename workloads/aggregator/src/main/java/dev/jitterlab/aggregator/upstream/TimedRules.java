package dev.jitterlab.aggregator.upstream;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules that begin to hold some time after the services have started: {@code 20s reviews:errors=1 |
 * 40s reviews:errors=0}. Immutable.
 */
public final class TimedRules {
  static final class Change {
    final long afterMs;
    final BehaviourRules rules;

    Change(long afterMs, BehaviourRules rules) {
      this.afterMs = afterMs;
      this.rules = rules;
    }
  }

  private final List<Change> changes;

  private TimedRules(List<Change> changes) {
    this.changes = changes;
  }

  /**
   * Reads changes.
   *
   * @throws IllegalArgumentException with what is wrong, and what is right
   */
  public static TimedRules parse(String text) {
    List<Change> changes = new ArrayList<>();
    for (String part : text.split("\\|", -1)) {
      String change = part.trim();
      if (change.isEmpty()) {
        continue;
      }
      int blank = change.indexOf(' ');
      if (blank < 2 || change.charAt(blank - 1) != 's') {
        throw new IllegalArgumentException(
            "`" + change + "` is no change; one is like 20s reviews:errors=1");
      }
      changes.add(
          new Change(
              seconds(change.substring(0, blank - 1)),
              BehaviourRules.parse(change.substring(blank))));
    }
    return new TimedRules(changes);
  }

  private static long seconds(String text) {
    try {
      return Math.round(Double.parseDouble(text) * 1_000);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("`" + text + "s` is no time; one is like 20s", e);
    }
  }

  List<Change> changes() {
    return changes;
  }
}
