package dev.jitterlab.http;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.load.OfferedArrivals;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;
import java.util.ArrayDeque;

/**
 * The open model at one server: each turn is one arrival of the plan, at which a user begins a
 * journey, due when the plan says, whatever became of those before. A turn that comes late sends at
 * once, and its response time counts from when it was due; so coordinated omission cannot come in.
 *
 * <p>While it is paused the plan's time stands still, and no turn wakes anybody up. Bounded: an
 * arrival while {@link #MOST_USERS} are on their way is not begun, and counts as overflow.
 */
final class OpenJourneys implements SelfSchedulingTask, TurnTaker, JourneyWalk.Owner {
  /** Some 100 MB of them. */
  static final int MOST_USERS = 50_000;

  /** Instead of a time to wait: no turn is to come before the plan goes on. */
  static final long PAUSED = -1;

  private final JourneyLoad load;
  private final int mostUsers;
  private final JourneyValues notBegun; // of an arrival that is too many
  private final Arrivals planned;
  private final Arrivals arrivals;
  private final ArrayDeque<JourneyWalk> atHome = new ArrayDeque<>();
  private int users;
  private long number;

  private OfferedArrivals offered; // null before the first turn
  private long currentNs; // of the plan: when the next turn is due
  private long elapsedNs; // of the plan, when it was paused
  private long resumedNs; // when it went on, by the load's clock
  private boolean isPaused = true;
  private boolean isParked = true; // no turn is to come
  private boolean isAnew; // the next turn is the first one since it was paused

  /**
   * Creates a stream, paused.
   *
   * @param shift by what part of a gap this server's arrivals are later than the plan's
   */
  OpenJourneys(JourneyLoad load, ArrivalPlan plan, double shift) {
    this(load, plan, shift, MOST_USERS);
  }

  /** The same, with so many users on their way at most. */
  OpenJourneys(JourneyLoad load, ArrivalPlan plan, double shift, int mostUsers) {
    this.load = load;
    this.mostUsers = mostUsers;
    this.notBegun = new JourneyValues(load.scenario);
    this.planned = plan.arrivals(shift);
    this.arrivals = plan.arrivals(shift);
    this.currentNs = Math.max(1, arrivals.nextNs());
  }

  @Override
  public synchronized void pause(long nowNs) {
    isPaused = true;
    load.pause(nowNs);
    // What counts the plan goes on with the first arrival, and this stretch may have had none.
    elapsedNs = isAnew ? elapsedNs + nowNs - resumedNs : offered.hold(nowNs);
  }

  @Override
  public synchronized void resume(long nowNs) {
    isPaused = false;
    isAnew = true;
    resumedNs = nowNs;
    load.resume(nowNs);
    if (isParked) {
      isParked = false;
      load.after(currentNs - elapsedNs, this);
    }
  }

  @Override
  public void update(Turn turn) {
    long dueNs = turn.tick().scheduledNs();
    long waitNs = waitNs(dueNs);
    if (waitNs != 0) {
      if (waitNs != PAUSED) {
        turn.again(waitNs);
      }
      return;
    }
    long gapNs = goToNext(dueNs);
    turn.again(gapNs);
    begin(dueNs);
    if (turn.tick().driftNs() > gapNs) {
      load.exchanges.lookForAnswers(); // the next one is due: no wait in which to see them
    }
  }

  /** Goes on to the arrival after the one that is due then; returns how much later that one is. */
  long goToNext(long dueNs) {
    long nextNs = arrivals.nextNs();
    long gapNs = nextNs - currentNs;
    load.levels.beganAt(dueNs - currentNs);
    currentNs = nextNs;
    return gapNs;
  }

  /** Begins the next journey, whose first request is due then; or counts that it cannot. */
  void begin(long dueNs) {
    long user = number++;
    JourneyWalk walk = atHome.pollLast();
    if (walk == null) {
      if (users >= mostUsers) {
        load.requests.countOverflow();
        notBegun.begin(load.seed, user, 0);
        Journey journey = load.scenario.journeys().get(notBegun.journey());
        load.countUnsent(journey.steps().get(0), dueNs);
        load.countUnreached(journey, 1, dueNs);
        return;
      }
      users++;
      walk = new JourneyWalk(load, this);
    }
    walk.forget();
    walk.begin(dueNs, user, 0);
  }

  @Override
  public void finished(JourneyWalk walk, RequestOutcome last, long thinkNs) {
    atHome.addLast(walk);
  }

  /**
   * Says at a turn how long the next arrival is still away: 0 if it is due, {@link #PAUSED} if the
   * plan stands still. A turn that was asked for before a pause knows nothing of it, and may come
   * too early.
   */
  synchronized long waitNs(long dueNs) {
    if (isPaused) {
      isParked = true;
      return PAUSED;
    }
    if (isAnew) {
      long leftNs = currentNs - elapsedNs - (dueNs - resumedNs);
      if (leftNs > 0) {
        return leftNs;
      }
      isAnew = false;
      if (offered == null) {
        JourneyValues journeys = new JourneyValues(load.scenario);
        offered =
            load.requests.begin(planned, dueNs - currentNs, user -> requestsOf(user, journeys));
      } else {
        offered.goOn(dueNs, currentNs);
      }
    }
    return 0;
  }

  private int requestsOf(long user, JourneyValues journeys) {
    if (load.scenario.journeys().size() > 1) {
      journeys.begin(load.seed, user, 0);
    }
    return load.scenario.journeys().get(journeys.journey()).steps().size();
  }
}
