package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.ModeMix;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which mix of modes is in force when: one from the start, others from given seconds on. This is
 * the game mode change of the thesis, section 6.1. Immutable and thread-safe.
 */
final class ModeSchedule {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final NavigableMap<Long, ModeMix> fromNs = new TreeMap<>();

  /**
   * Reads a schedule.
   *
   * @param changes each {@code seconds:mix}, as in {@code 60:escort:3,boss:1}
   * @throws IllegalArgumentException if one means nothing
   */
  ModeSchedule(String mix, List<String> changes) {
    fromNs.put(0L, ModeMix.parse(mix));
    for (String change : changes) {
      int colon = change.indexOf(':');
      int seconds =
          ModeMix.numberWithin(1, Integer.MAX_VALUE, change.substring(0, Math.max(0, colon)));
      if (seconds < 0) {
        throw new IllegalArgumentException(
            "--mode-change is seconds:mix, as in 60:escort:3,boss:1, not '" + change + "'");
      }
      ModeMix then = ModeMix.parse(change.substring(colon + 1));
      if (fromNs.put(seconds * NANOS_PER_SECOND, then) != null) {
        throw new IllegalArgumentException(
            "--mode-change " + change + ": there is another at that second; remove one");
      }
    }
  }

  /** Returns the mix that is in force so long after the start. */
  ModeMix at(long sinceStartNs) {
    return fromNs.floorEntry(Math.max(0, sinceStartNs)).getValue();
  }
}
