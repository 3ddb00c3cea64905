package dev.jitterlab.battle.rules;

import java.util.EnumMap;
import java.util.Map;

/**
 * In which proportion the modes of the game are played, such as {@code last-standing:3,escort:1}.
 * Immutable and thread-safe.
 */
public final class ModeMix {
  private static final int MAX_SHARE = 1_000;

  private final Map<GameMode, Integer> shares;
  private final int total;

  private ModeMix(Map<GameMode, Integer> shares) {
    this.shares = shares;
    this.total = shares.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Reads a mix: modes with their shares, separated by commas. A mode without a share has 1.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static ModeMix parse(String text) {
    Map<GameMode, Integer> shares = new EnumMap<>(GameMode.class);
    for (String part : text.split(",", -1)) {
      int colon = part.indexOf(':');
      GameMode mode = GameMode.labelled(colon < 0 ? part : part.substring(0, colon));
      int share = colon < 0 ? 1 : numberWithin(1, MAX_SHARE, part.substring(colon + 1));
      if (share < 0) {
        throw new IllegalArgumentException(
            "a mode's share is a number from 1 to 1000, as in escort:3, not '" + part + "'");
      }
      if (shares.put(mode, share) != null) {
        throw new IllegalArgumentException(
            "the mix '" + text + "' has " + mode.label() + " twice; give it one share");
      }
    }
    return new ModeMix(shares);
  }

  /** Returns the number that a text is; -1 if it is none, or none within those bounds. */
  public static int numberWithin(int least, int most, String text) {
    try {
      int number = Integer.parseInt(text);
      return number >= least && number <= most ? number : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Returns the mode of the battle with that seed, always the same. */
  public GameMode modeOf(long seed) {
    int rest = new DeterministicRandom(seed).nextInt(total);
    for (Map.Entry<GameMode, Integer> share : shares.entrySet()) {
      rest -= share.getValue();
      if (rest < 0) {
        return share.getKey();
      }
    }
    throw new AssertionError("the shares have a sum of " + total);
  }
}
