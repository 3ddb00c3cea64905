package dev.jitterlab.load;

import java.util.concurrent.TimeUnit;

/**
 * Takes a load through the levels of a {@link LevelSearch}: after each change of the level the
 * server may settle, and after its warm-up, or a level that was too much, until nothing of it
 * waits; then the level is held and judged. A level at which nothing was due is held on until
 * something was, which a rate above 0 bounds. A first level that was too much is held a second
 * time: the server may still have been cold, and the search's way back up is long. It changes no
 * load itself: its caller does, by what {@link #onTimer} returns. {@link #onTimer} belongs to one
 * thread; {@link #held} may be read by any.
 */
public final class LevelCourse {
  /** What has just begun. */
  public enum Step {
    /** Nothing: all goes on as it was. */
    NONE,
    /** The server settles at the level that was chosen. */
    SETTLES,
    /** The level is held, and what happens is judged. */
    HOLDS
  }

  /** When levels begin and how long they last. Immutable. */
  public static final class Times {
    private final long afterNs;
    private final long settleNs;
    private final long holdNs;

    /**
     * Creates them.
     *
     * @param afterSeconds how long the server warms up at the first level
     * @param settleSeconds after each change of the level
     * @param holdSeconds how long a level is judged
     */
    public Times(int afterSeconds, int settleSeconds, int holdSeconds) {
      afterNs = TimeUnit.SECONDS.toNanos(afterSeconds);
      settleNs = TimeUnit.SECONDS.toNanos(settleSeconds);
      holdNs = TimeUnit.SECONDS.toNanos(holdSeconds);
    }

    /** Returns how long a server settles after a change of the level. */
    public long settleNs() {
      return settleNs;
    }
  }

  /** After the warm-up, or a level that was too much, settling may take so many times as long. */
  private static final int MOST_SETTLING = 5;

  private final LevelSearch search;
  private final Times times;
  private final LevelJudge judge;
  private boolean hasBegun;
  private boolean hasSecondHold = true; // until the first level was judged
  private boolean holds;

  /** At first too: a cold server may not keep up while it warms up. */
  private boolean wasTooMuch = true;

  private long dueNs;
  private volatile double held;

  /** Creates a course; nothing happens before the first {@link #onTimer}. */
  public LevelCourse(LevelSearch search, Times times, LevelJudge judge) {
    this.search = search;
    this.times = times;
    this.judge = judge;
  }

  /**
   * A first level that was too much decides at once: where levels are few and long, a second hold
   * costs more than it saves. To be called before the first {@link #onTimer}.
   *
   * @return this
   */
  public LevelCourse decidingAtOnce() {
    hasSecondHold = false;
    return this;
  }

  /** Returns the level that is settled for, or held. */
  public double level() {
    return search.level();
  }

  /** Returns the level that is held now; 0 while the server warms up or settles. */
  public double held() {
    return held;
  }

  /** Does what is due; to be called several times a second. */
  public Step onTimer(long nowNs) {
    if (!hasBegun) {
      hasBegun = true;
      dueNs = nowNs + times.afterNs + times.settleNs;
      return Step.SETTLES;
    }
    if (nowNs - dueNs < 0) {
      return Step.NONE;
    }
    if (holds && !judge.wasAsked()) {
      dueNs = nowNs + times.holdNs;
      return Step.NONE;
    }
    if (holds) {
      holds = false;
      held = 0;
      boolean isCarried = judge.isCarried();
      wasTooMuch = !isCarried;
      if (isCarried || !hasSecondHold) {
        search.judge(isCarried);
      }
      hasSecondHold = false;
      dueNs = nowNs + times.settleNs;
      return Step.SETTLES;
    }
    if (wasTooMuch && !judge.isSettled() && nowNs - dueNs < (MOST_SETTLING - 1) * times.settleNs) {
      return Step.NONE; // or this level would be judged by what waits since that one
    }
    judge.begin();
    holds = true;
    held = search.level();
    dueNs = nowNs + times.holdNs;
    return Step.HOLDS;
  }
}
