package dev.jitterlab.http;

import dev.jitterlab.arrivals.LevelOverTime;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TurnTaker;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;

/**
 * The closed model at one server: so many users, each of whom goes through one journey after
 * another and thinks between two requests. How many there are may change over time. A user who is
 * too many leaves at the end of his journey; one who comes back goes on where he was.
 *
 * <p>A server that is slow gets less from such users: what they would have sent meanwhile is
 * missing from the response times (docs/load.md).
 */
final class UserCrowd implements TurnTaker {
  /** A server that is gone answers at once: users that think for less would flood it. */
  private static final long LEAST_THINK_AFTER_FAILURE_NS = 10_000_000;

  private static final long LOOK_EVERY_NS = 100_000_000;

  private final JourneyLoad load;
  private final LevelOverTime level;
  private final double shift;
  private final long spreadNs;
  private final User[] users;
  private long zeroNs;
  private long elapsedNs;
  private boolean isPaused = true;
  private boolean isWatching;
  private boolean hasBegun;

  /**
   * Creates a crowd, paused.
   *
   * @param level how many users there are at each time
   * @param spreadNs within which those of the beginning come, one after another
   * @param shift by what part of the time between two users this server's are later than others
   */
  UserCrowd(JourneyLoad load, LevelOverTime level, long spreadNs, double shift) {
    this.load = load;
    this.level = level;
    this.spreadNs = spreadNs;
    this.shift = shift;
    this.users = new User[(int) Math.ceil(level.highest())];
    for (int i = 0; i < users.length; i++) {
      users[i] = new User(i);
    }
  }

  @Override
  public synchronized void pause(long nowNs) {
    isPaused = true;
    elapsedNs = nowNs - zeroNs;
    load.pause(nowNs);
  }

  @Override
  public synchronized void resume(long nowNs) {
    isPaused = false;
    zeroNs = nowNs - elapsedNs;
    load.resume(nowNs);
    if (!hasBegun) {
      hasBegun = true;
      come(level(nowNs), true);
    }
    if (!level.isConstant() && !isWatching) {
      isWatching = true;
      load.after(LOOK_EVERY_NS, this::look);
    }
  }

  private int level(long nowNs) {
    return (int) Math.floor(level.at(Math.max(0, nowNs - zeroNs)) + 1e-9);
  }

  private synchronized void look(Turn turn) {
    if (isPaused) {
      isWatching = false;
      return;
    }
    come(level(turn.tick().startedNs()), false);
    turn.again(LOOK_EVERY_NS);
  }

  /** Lets so many users be there, the first ones; those of the beginning come one by one. */
  private void come(int count, boolean isBeginning) {
    for (int i = 0; i < users.length; i++) {
      if (users[i].isWanted(i < count)) {
        long ns =
            isBeginning
                ? (long) ((i + shift) * spreadNs / Math.max(1, count))
                : (long) ((i % 16 + shift) * LOOK_EVERY_NS / 16);
        users[i].comeAfter(ns);
      }
    }
  }

  /** One of them. */
  private final class User implements JourneyWalk.Owner {
    private final int number;
    private final JourneyWalk walk = new JourneyWalk(load, this);
    private final SelfSchedulingTask due = this::due;
    private long thoughtNs; // when he has thought, by the time in which the server had its turn
    private long journeys;
    private boolean isWanted;
    private boolean isAway = true;

    User(int number) {
      this.number = number;
    }

    /** Says whether he is to be there; returns whether he has to come. */
    private boolean isWanted(boolean wanted) {
      synchronized (UserCrowd.this) {
        isWanted = wanted;
        boolean comes = wanted && isAway;
        isAway &= !wanted;
        return comes;
      }
    }

    private void comeAfter(long ns) {
      thoughtNs = load.workedNs(load.clock.nanoTime()) + ns;
      load.after(ns, due);
    }

    private void due(Turn turn) {
      long scheduledNs = turn.tick().scheduledNs();
      long leftNs = load.leftNs(thoughtNs, scheduledNs, due);
      if (leftNs > 0) {
        turn.again(leftNs);
      } else if (leftNs == 0) {
        begin(scheduledNs);
      }
    }

    private void begin(long dueNs) {
      synchronized (UserCrowd.this) {
        if (!isWanted) {
          isAway = true;
          return;
        }
      }
      walk.begin(dueNs, number, journeys++);
    }

    @Override
    public void finished(JourneyWalk ended, RequestOutcome last, long thinkNs) {
      boolean hasFailed = last == RequestOutcome.FAILED || last == RequestOutcome.OVERFLOW;
      boolean neverSent = last == RequestOutcome.WRONG && ended.status() == 0;
      comeAfter(hasFailed || neverSent ? Math.max(thinkNs, LEAST_THINK_AFTER_FAILURE_NS) : thinkNs);
    }
  }
}
