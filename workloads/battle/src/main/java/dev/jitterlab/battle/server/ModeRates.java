package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.ModeMix;
import java.util.EnumMap;
import java.util.Map;

/**
 * Which modes have a tick rate of their own, such as {@code escort:12,boss:30}: the variable
 * tickrate of the thesis, section 3.2.4. Immutable and thread-safe.
 */
final class ModeRates {
  private static final ModeRates NONE = new ModeRates(new EnumMap<>(GameMode.class));

  private final Map<GameMode, Integer> ticksPerSecond;

  private ModeRates(Map<GameMode, Integer> ticksPerSecond) {
    this.ticksPerSecond = ticksPerSecond;
  }

  /** Returns the rates of a server where all modes have the same. */
  static ModeRates none() {
    return NONE;
  }

  /**
   * Reads modes with their rates in Hz, separated by commas.
   *
   * @throws IllegalArgumentException if that is something else
   */
  static ModeRates parse(String text) {
    Map<GameMode, Integer> rates = new EnumMap<>(GameMode.class);
    for (String part : text.split(",", -1)) {
      int colon = part.indexOf(':');
      if (colon < 0) {
        throw bad(part);
      }
      GameMode mode = GameMode.labelled(part.substring(0, colon));
      int hz =
          ModeMix.numberWithin(
              BattleRules.MIN_TICKS_PER_SECOND,
              BattleRules.MAX_TICKS_PER_SECOND,
              part.substring(colon + 1));
      if (hz < 0) {
        throw bad(part);
      }
      if (rates.put(mode, hz) != null) {
        throw new IllegalArgumentException(
            "--mode-rates has " + mode.label() + " twice; give it one rate");
      }
    }
    return new ModeRates(rates);
  }

  private static IllegalArgumentException bad(String part) {
    return new IllegalArgumentException(
        "--mode-rates is modes with 1 to 1000 Hz, as in escort:12,boss:30, not '" + part + "'");
  }

  /** Returns the rules at the rate of the mode, or as they are when it has none of its own. */
  BattleRules rulesOf(GameMode mode, BattleRules rules) {
    Integer own = ticksPerSecond.get(mode);
    return own == null ? rules : rules.atRate(own);
  }

  /** Returns the highest rate of any mode, where the others have that one. */
  int fastest(int others) {
    return ticksPerSecond.values().stream().mapToInt(Integer::intValue).reduce(others, Math::max);
  }
}
