package dev.jitterlab.tick;

import java.util.Objects;

/** A {@link SelfSchedulingTask} that was started. */
final class SelfScheduledTask extends LocklessTask {
  SelfScheduledTask(TaskContext context, String name, long firstAfterNs, SelfSchedulingTask task) {
    this(context, name, new TurnSchedule(context.clock().nanoTime(), firstAfterNs), task);
  }

  private SelfScheduledTask(
      TaskContext context, String name, TurnSchedule schedule, SelfSchedulingTask task) {
    this(context, name, schedule, new Turns(new Turn(schedule), task));
  }

  private SelfScheduledTask(TaskContext context, String name, TurnSchedule schedule, Turns turns) {
    super(context, name, schedule, turns);
    turns.handle = this;
  }

  @Override
  public void rate(Rate rate) {
    throw new UnsupportedOperationException(
        "task " + name() + " schedules itself; send it a message to change how often");
  }

  private static final class Turns implements TickTask {
    private final Turn turn;
    private final SelfSchedulingTask task;
    private PeriodicTask handle;

    Turns(Turn turn, SelfSchedulingTask task) {
      this.turn = turn;
      this.task = Objects.requireNonNull(task, "task");
    }

    @Override
    public void tick(Tick tick) throws Exception {
      turn.begin(tick);
      task.update(turn);
      if (!turn.isToBeFollowed()) {
        handle.end(TaskEnd.Reason.FINISHED, null);
      }
    }
  }
}
