package dev.jitterlab.load;

import dev.jitterlab.arrivals.ChangingRate;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * A rate that follows the levels of a search. It looks at them ten times a second, on the thread of
 * the event loop; a change is announced before it holds, so that all who compute arrivals know it.
 */
public final class SearchedRate {
  private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final LevelCourse course;
  private final ChangingRate rate;
  private final NanoClock clock;
  private long zeroNs;
  private double last;

  /** Creates a rate at the first level; nothing changes before {@link #begin}. */
  public SearchedRate(LevelCourse course, NanoClock clock) {
    this.course = course;
    this.clock = clock;
    this.last = course.level();
    this.rate = new ChangingRate(last);
  }

  /** Returns the rate, for those who compute arrivals. */
  public ChangingRate rate() {
    return rate;
  }

  /** Returns the level that is held; 0 while the server warms up or settles. */
  public double held() {
    return course.held();
  }

  /**
   * Begins, with the first arrival.
   *
   * @param scheduler runs a task after so many nanoseconds, on the thread of the event loop
   */
  public void begin(ObjLongConsumer<SelfSchedulingTask> scheduler) {
    zeroNs = clock.nanoTime();
    scheduler.accept(this::look, LOOK_EVERY_NS);
  }

  private void look(Turn turn) {
    lookAt(turn.tick().startedNs());
    turn.again(LOOK_EVERY_NS);
  }

  /** Changes the rate if the level has changed. */
  void lookAt(long nowNs) {
    if (course.onTimer(nowNs) == LevelCourse.Step.SETTLES && course.level() != last) {
      last = course.level();
      rate.change(nowNs - zeroNs + AHEAD_NS, last);
    }
  }
}
