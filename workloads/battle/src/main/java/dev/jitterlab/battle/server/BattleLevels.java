package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.ModeMix;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Takes a server through the levels of a {@link LevelSearch}: after each change of the number of
 * battles the server may settle, then the level is held and judged. Perhaps the mode of the game
 * changes at the beginning of each hold; then the search ends with the last mode, because a mode
 * that was played before no longer surprises the compiler.
 *
 * <p>{@link #onTimer} belongs to one thread; {@link #held} may be read by any.
 */
final class BattleLevels {
  /** Battles are added in so many parts, so that they do not all end at once either. */
  private static final int PARTS = 20;

  /** When levels begin and how long they last. */
  static final class Times {
    private final long afterNs;
    private final long settleNs;
    private final long holdNs;

    Times(int afterSeconds, int settleSeconds, int holdSeconds) {
      afterNs = TimeUnit.SECONDS.toNanos(afterSeconds);
      settleNs = TimeUnit.SECONDS.toNanos(settleSeconds);
      holdNs = TimeUnit.SECONDS.toNanos(holdSeconds);
    }
  }

  private final LevelSearch search;
  private final Times times;
  private final double overdueRatio;
  private final List<ModeMix> modes;
  private final LevelTicks ticks;
  private final IntConsumer battles;
  private final Consumer<ModeMix> mode;
  private boolean hasBegun;
  private long dueNs;
  private long settleFromNs;
  private int from;
  private int levelsHeld;
  private long periodsBefore;
  private long overdueBefore;
  private volatile int held;

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
      Times times,
      double overdueRatio,
      List<ModeMix> modes,
      LevelTicks ticks,
      IntConsumer battles,
      Consumer<ModeMix> mode) {
    this.search = search;
    this.times = times;
    this.overdueRatio = overdueRatio;
    this.modes = modes;
    this.ticks = ticks;
    this.battles = battles;
    this.mode = mode;
  }

  /** Returns the level that is held now; 0 while the server warms up or settles. */
  int held() {
    return held;
  }

  /** Does what is due; to be called several times a second. */
  void onTimer(long nowNs) {
    if (!hasBegun) {
      hasBegun = true;
      settle(nowNs, times.afterNs);
    }
    if (nowNs - dueNs >= 0 && !hasEnded()) {
      if (held == 0) {
        hold(nowNs);
      } else {
        judge();
        settle(nowNs, 0);
      }
    }
    if (held == 0) {
      battles.accept(rising(nowNs));
    }
  }

  private void settle(long nowNs, long extraNs) {
    held = 0;
    settleFromNs = nowNs;
    dueNs = nowNs + extraNs + times.settleNs;
  }

  /** The battles of a level come in the first half of the time that the server has to settle. */
  private int rising(long nowNs) {
    int level = search.level();
    if (level <= from) {
      return level;
    }
    long part = PARTS * (nowNs - settleFromNs) / (times.settleNs / 2) + 1;
    return part >= PARTS ? level : (int) (from + (level - from) * part / PARTS);
  }

  private void hold(long nowNs) {
    from = search.level();
    battles.accept(from);
    if (!modes.isEmpty()) {
      mode.accept(modes.get(levelsHeld));
    }
    levelsHeld++;
    periodsBefore = ticks.periods();
    overdueBefore = ticks.overdue();
    dueNs = nowNs + times.holdNs;
    held = from;
  }

  private void judge() {
    long periods = ticks.periods() - periodsBefore;
    long overdue = ticks.overdue() - overdueBefore;
    // A server that ran no tick at all did not carry the level.
    search.judge(periods > 0 && overdue <= overdueRatio * periods);
  }

  private boolean hasEnded() {
    return held == 0 && !modes.isEmpty() && levelsHeld == modes.size();
  }
}
