package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.load.CountedShare;
import dev.jitterlab.load.LevelCourse;
import dev.jitterlab.load.LevelSearch;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Takes a server through the levels of a {@link LevelCourse}, which are numbers of battles. Perhaps
 * the mode of the game changes at the beginning of each hold; then the search ends with the last
 * mode, because a mode that was played before no longer surprises the compiler.
 *
 * <p>{@link #onTimer} belongs to one thread; {@link #held} may be read by any.
 */
final class BattleLevels {
  /** Battles are added in so many parts, so that they do not all end at once either. */
  private static final int PARTS = 20;

  private final LevelCourse course;
  private final LevelCourse.Times times;
  private final List<ModeMix> modes;
  private final IntConsumer battles;
  private final Consumer<ModeMix> mode;
  private long settleFromNs;
  private int from;
  private int levelsHeld;

  /**
   * Creates the levels; nothing happens before the first {@link #onTimer}.
   *
   * @param overdueRatio the share of periods that may be overdue in a level that is carried
   * @param modes one for each level; empty for no changes and no end
   * @param battles is told how many battles there shall be
   * @param mode is told which mode new battles shall have
   */
  BattleLevels(
      LevelSearch search,
      LevelCourse.Times times,
      double overdueRatio,
      List<ModeMix> modes,
      LevelTicks ticks,
      IntConsumer battles,
      Consumer<ModeMix> mode) {
    this.course =
        new LevelCourse(
                search, times, new CountedShare(ticks::periods, ticks::overdue, overdueRatio))
            .decidingAtOnce();
    this.times = times;
    this.modes = modes;
    this.battles = battles;
    this.mode = mode;
  }

  /** Returns the level that is held now; 0 while the server warms up or settles. */
  int held() {
    return (int) Math.round(course.held());
  }

  /** Does what is due; to be called several times a second. */
  void onTimer(long nowNs) {
    if (!hasEnded()) {
      switch (course.onTimer(nowNs)) {
        case SETTLES:
          settleFromNs = nowNs;
          break;
        case HOLDS:
          hold();
          break;
        case NONE:
          break;
      }
    }
    if (held() == 0) {
      battles.accept(rising(nowNs));
    }
  }

  private int level() {
    return (int) Math.round(course.level());
  }

  /** The battles of a level come in the first half of the time that the server has to settle. */
  private int rising(long nowNs) {
    int level = level();
    if (level <= from) {
      return level;
    }
    long part = PARTS * (nowNs - settleFromNs) / (times.settleNs() / 2) + 1;
    return part >= PARTS ? level : (int) (from + (level - from) * part / PARTS);
  }

  private void hold() {
    from = level();
    battles.accept(from);
    if (!modes.isEmpty()) {
      mode.accept(modes.get(levelsHeld));
    }
    levelsHeld++;
  }

  private boolean hasEnded() {
    return held() == 0 && !modes.isEmpty() && levelsHeld == modes.size();
  }
}
