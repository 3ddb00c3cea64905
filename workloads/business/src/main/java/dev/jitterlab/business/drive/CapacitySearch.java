package dev.jitterlab.business.drive;

import dev.jitterlab.business.trade.StoreException;
import dev.jitterlab.load.LevelSearch;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Finds the maximum, by terminals that never pause, and then the capacity at a service-level
 * objective, by levels of planned load. Not thread-safe.
 */
public final class CapacitySearch {
  /** What it loads and reads. */
  interface Stage {
    /** Runs terminals that never pause. Returns what they made a second; below 0 at the end. */
    double maximum(long warmNs, long holdNs) throws StoreException;

    /** Runs a level of planned load; null when the process ends. */
    Level level(double perSecond, long settleNs, long holdNs) throws StoreException;
  }

  /** What a level was like. Immutable. */
  static final class Level {
    private final long planned;
    private final long completed;
    private final long failed;
    private final long overflow;
    private final long quantileNs;
    private final long inTime;

    /**
     * Creates it.
     *
     * @param planned how many were due by the plan, whether a terminal got to them or not
     * @param completed without those that failed
     * @param quantileNs the response time that the objective is about; a failure counts as slower
     *     than the objective
     * @param inTime how many of those that completed kept the objective
     */
    Level(long planned, long completed, long failed, long overflow, long quantileNs, long inTime) {
      this.planned = planned;
      this.completed = completed;
      this.failed = failed;
      this.overflow = overflow;
      this.quantileNs = quantileNs;
      this.inTime = inTime;
    }

    /** Failed, left out, under way, or made too late. */
    long slow() {
      return Math.max(0, planned - inTime);
    }
  }

  /** How it goes about it. Immutable. */
  public static final class Rules {
    /** A level must make this share of what was planned; the rest may be under way. */
    private static final double LEAST_MADE = 0.95;

    /** A share such as 10 % of 100 is no double. */
    private static final double ROUNDING = 1e-9;

    private final double percentile;
    private final long objectiveNs;
    private final int levels;
    private final long warmNs;
    private final long settleNs;
    private final long holdNs;

    /**
     * Creates them.
     *
     * @param percentile of the response times, such as 99
     * @param objectiveNs what it must not exceed
     */
    public Rules(
        double percentile, long objectiveNs, int levels, long warmNs, long settleNs, long holdNs) {
      this.percentile = percentile;
      this.objectiveNs = objectiveNs;
      this.levels = levels;
      this.warmNs = warmNs;
      this.settleNs = settleNs;
      this.holdNs = holdNs;
    }

    double percentile() {
      return percentile;
    }

    long objectiveNs() {
      return objectiveNs;
    }

    /** The share of planned transactions that may be slow. */
    double allowed() {
      return 1 - percentile / 100;
    }

    /**
     * Returns whether a level kept the objective. The quantile knows only those that ended; one
     * that is still queued counts as slow.
     */
    boolean isKept(Level level) {
      return level.overflow == 0
          && level.quantileNs <= objectiveNs
          && level.slow() <= allowed() * level.planned * (1 + ROUNDING)
          && level.completed >= LEAST_MADE * level.planned;
    }
  }

  private static final double LEAST_OF_MAXIMUM = 1 / 100.0;

  /**
   * The first levels, one of so many, find the range and count no further. The maximum left the
   * heap fuller than these rates do, and some thirty collections must pass until that is gone: by
   * their last eight of 26 levels, eight servers with G1 carried 8 % more than by the third to
   * tenth.
   */
  private static final int ONE_FINDS_THE_RANGE = 3;

  private final Stage stage;
  private final Rules rules;
  private final LoadFigures figures;
  private final Consumer<String> lines;

  CapacitySearch(Stage stage, Rules rules, LoadFigures figures, Consumer<String> lines) {
    this.stage = stage;
    this.rules = rules;
    this.figures = figures;
    this.lines = lines;
  }

  /** Searches, or ends early when the process does. */
  void run() throws StoreException {
    figures.set(LoadFigures.LEVEL, 0);
    double maximum = stage.maximum(rules.warmNs, rules.holdNs);
    if (!(maximum > 0)) {
      return;
    }
    figures.set(LoadFigures.MAXIMUM, maximum);
    lines.accept(String.format(Locale.ROOT, "JITTERLAB MAXIMUM per_second=%.1f", maximum));
    LevelSearch search = new LevelSearch(maximum * LEAST_OF_MAXIMUM, maximum);
    SlowShareFit fit = new SlowShareFit(rules.allowed());
    for (int i = 0; i < rules.levels; i++) {
      double rate = search.level();
      figures.set(LoadFigures.LEVEL, rate);
      Level level = stage.level(rate, rules.settleNs, rules.holdNs);
      figures.set(LoadFigures.LEVEL, 0);
      if (level == null) {
        return;
      }
      boolean isKept = rules.isKept(level);
      lines.accept(
          String.format(
              Locale.ROOT,
              "JITTERLAB LEVEL per_second=%.1f planned=%d completed=%d failed=%d overflow=%d"
                  + " slow=%d p%s_ms=%.3f %s",
              rate,
              level.planned,
              level.completed,
              level.failed,
              level.overflow,
              level.slow(),
              rules.percentile,
              level.quantileNs / 1e6,
              isKept ? "kept" : "missed"));
      search.judge(isKept);
      if (i >= rules.levels / ONE_FINDS_THE_RANGE) {
        fit.add(rate, level.planned, level.slow());
      }
    }
    String found = "none: all levels ended alike";
    if (search.capacity().isPresent()) {
      double capacity = fit.capacity(search.capacity().getAsDouble());
      figures.set(LoadFigures.CAPACITY, capacity);
      found = String.format(Locale.ROOT, "per_second=%.1f", capacity);
    }
    figures.set(LoadFigures.ENDED, 1);
    lines.accept("JITTERLAB CAPACITY " + found);
  }
}
