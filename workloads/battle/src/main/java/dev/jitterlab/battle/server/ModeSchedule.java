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
      if (colon < 0) {
        throw badChange(change);
      }
      long atNs = seconds(change, change.substring(0, colon)) * NANOS_PER_SECOND;
      if (fromNs.put(atNs, ModeMix.parse(change.substring(colon + 1))) != null) {
        throw new IllegalArgumentException(
            "--mode-change " + change + ": there is another at that second; remove one");
      }
    }
  }

  private static int seconds(String change, String text) {
    try {
      int seconds = Integer.parseInt(text);
      if (seconds > 0) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw badChange(change);
  }

  private static IllegalArgumentException badChange(String change) {
    return new IllegalArgumentException(
        "--mode-change is seconds:mix, as in 60:escort:3,boss:1, not '" + change + "'");
  }

  /** Returns the mix that is in force so long after the start. */
  ModeMix at(long sinceStartNs) {
    return fromNs.floorEntry(Math.max(0, sinceStartNs)).getValue();
  }
}
