package dev.jitterlab.http;

import dev.jitterlab.arrivals.ChangingRate;
import dev.jitterlab.load.LevelCourse;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Turn;
import java.util.concurrent.TimeUnit;

/**
 * A rate that follows the levels of a search. It looks at them ten times a second, on the thread of
 * the event loop; a change is announced before it holds, so that all who compute arrivals know it.
 */
final class SearchedRate {
  private static final long LOOK_EVERY_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long AHEAD_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final LevelCourse course;
  private final ChangingRate rate;
  private final NanoClock clock;
  private long zeroNs;
  private double last;

  SearchedRate(LevelCourse course, NanoClock clock) {
    this.course = course;
    this.clock = clock;
    this.last = course.level();
    this.rate = new ChangingRate(last);
  }

  ChangingRate rate() {
    return rate;
  }

  /** Returns the level that is held; 0 while the server warms up or settles. */
  double held() {
    return course.held();
  }

  /** Begins, with the first arrival. */
  void begin(JourneyLoad journeys) {
    zeroNs = clock.nanoTime();
    journeys.after(LOOK_EVERY_NS, this::look);
  }

  /** Looks once; called by the scheduler. */
  void look(Turn turn) {
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
