package dev.jitterlab.http;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.load.OfferedArrivals;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.Turn;

/**
 * The open model at one server: each turn is one arrival of the plan, due when the plan says,
 * whatever became of those before. A turn that comes late sends at once, and its response time
 * counts from when it was due; so coordinated omission cannot come in.
 *
 * <p>While it is paused the plan's time stands still, and no turn wakes anybody up.
 */
final class OpenStream implements SelfSchedulingTask, TurnTaker {
  private final String name;
  private final LocklessScheduler scheduler;
  private final HttpExchanges exchanges;
  private final Arrivals planned;
  private final Arrivals arrivals;

  private OfferedArrivals offered; // null before the first turn
  private long currentNs; // of the plan: when the next turn is due
  private long elapsedNs; // of the plan, when it was paused
  private boolean isPaused = true;
  private boolean isParked = true; // no turn is to come
  private boolean isAnew; // the next turn is the first one since it was paused

  /**
   * Creates a stream, paused.
   *
   * @param shift by what part of a gap this server's arrivals are later than the plan's
   */
  OpenStream(
      String name,
      LocklessScheduler scheduler,
      HttpExchanges exchanges,
      ArrivalPlan plan,
      double shift) {
    this.name = name;
    this.scheduler = scheduler;
    this.exchanges = exchanges;
    this.planned = plan.arrivals(shift);
    this.arrivals = plan.arrivals(shift);
    this.currentNs = Math.max(1, arrivals.nextNs());
  }

  @Override
  public synchronized void pause(long nowNs) {
    isPaused = true;
    if (offered != null) {
      elapsedNs = offered.hold(nowNs);
    }
  }

  @Override
  public synchronized void resume(long nowNs) {
    isPaused = false;
    isAnew = true;
    if (isParked) {
      isParked = false;
      try {
        TaskHandle unused = scheduler.spawn(name, Math.max(1, currentNs - elapsedNs), this);
      } catch (IllegalStateException e) {
        return; // the scheduler is closed: the load has ended
      }
    }
  }

  @Override
  public void update(Turn turn) {
    long dueNs = turn.tick().scheduledNs();
    if (!isDue(dueNs)) {
      return;
    }
    long nextNs = arrivals.nextNs();
    long gapNs = nextNs - currentNs;
    turn.again(gapNs);
    currentNs = nextNs;
    exchanges.send(dueNs, outcome -> {});
    if (turn.tick().driftNs() > gapNs) {
      exchanges.lookForAnswers(); // the next one is due: no wait in which to see them
    }
  }

  private synchronized boolean isDue(long dueNs) {
    if (isPaused) {
      isParked = true;
      return false;
    }
    if (isAnew) {
      isAnew = false;
      if (offered == null) {
        offered = exchanges.requests().begin(planned, dueNs - currentNs);
      } else {
        offered.goOn(dueNs, currentNs);
      }
    }
    return true;
  }
}
