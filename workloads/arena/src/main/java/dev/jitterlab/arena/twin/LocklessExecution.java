package dev.jitterlab.arena.twin;

import dev.jitterlab.arena.world.ActiveObject;
import dev.jitterlab.tick.LocklessScheduler;
import dev.jitterlab.tick.TaskHandle;
import dev.jitterlab.tick.TickSchedulers;
import dev.jitterlab.tick.Turn;
import dev.jitterlab.tick.Waiting;

/** Every object is a self-scheduling task of the {@code lockless} scheduler. */
class LocklessExecution implements ExecutionModel {
  private final LocklessScheduler scheduler;

  LocklessExecution(int threads) {
    scheduler =
        TickSchedulers.named("lockless")
            .threads(threads)
            .waiting(Waiting.PARK)
            .threadTimes(false)
            .createLockless();
  }

  @Override
  public void start(ActiveObject object, long firstAfterNs) {
    try {
      TaskHandle unused = scheduler.spawn(object.name(), firstAfterNs, turn -> turn(object, turn));
    } catch (IllegalStateException e) {
      // It is being closed; whoever runs the world next starts the object anew.
    }
  }

  /** Runs an update; the next one is counted from when this one began, as in the paper. */
  private void turn(ActiveObject object, Turn turn) {
    long startedNs = turn.tick().startedNs();
    if (run(object, startedNs)) {
      turn.again(Math.max(1, object.dueNs() - turn.tick().scheduledNs()));
    }
  }

  boolean run(ActiveObject object, long nowNs) {
    return object.run(nowNs);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
