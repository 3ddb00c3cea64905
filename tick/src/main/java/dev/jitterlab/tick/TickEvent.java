package dev.jitterlab.tick;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * The {@code jitterlab.Tick} event of Java Flight Recorder. A tick that is late, over its budget,
 * or decides about quarantine is always recorded, any other one when its execution takes at least
 * the setting {@code onTime} (default 1 ms). A tick that starts so much behind schedule is recorded
 * from a tenth of that on: it passes the drift on, and makes it grow. The event's own duration is
 * the execution.
 *
 * <p>One object serves all the ticks of a thread, so that a recorded tick allocates nothing.
 */
@Name("jitterlab.Tick")
@Label("Tick")
@Category("Jitterlab")
@Description(
    "One execution of a periodic task; late ticks and those over budget always, others by the"
        + " setting onTime")
@StackTrace(false)
final class TickEvent extends Event {
  /** Which part of {@code onTime} is enough for a tick that started so late. */
  private static final int PASSING_ON = 10;

  /** A time span that JFR shows as not available. */
  private static final long ABSENT = Long.MIN_VALUE;

  @Label("Task")
  String task;

  @Label("Index")
  @Description("Number of the tick within its task, from 0")
  long index;

  @Label("Late")
  @Description("Total time above 1.1 periods")
  boolean late;

  @Label("Period")
  @Timespan(Timespan.NANOSECONDS)
  long period;

  @Label("Drift")
  @Description("Start - perfect schedule; negative for an early tick")
  @Timespan(Timespan.NANOSECONDS)
  long drift;

  @Label("Execution")
  @Description("End - start")
  @Timespan(Timespan.NANOSECONDS)
  long execution;

  @Label("Wait")
  @Description("Start - previous end")
  @Timespan(Timespan.NANOSECONDS)
  long wait;

  @Label("Total")
  @Description("Execution + wait")
  @Timespan(Timespan.NANOSECONDS)
  long total;

  @Label("Scheduled")
  @Description("Perfect schedule, in nanoseconds of System.nanoTime")
  long scheduled;

  @Label("Started")
  @Description("Start, in nanoseconds of System.nanoTime")
  long started;

  @Label("Finished")
  @Description("End, in nanoseconds of System.nanoTime")
  long finished;

  @Label("Late Action")
  @Description("What was done because the next tick was due, too, when this one started")
  String lateAction;

  @Label("Missed Periods")
  @Description("Periods before this tick that had no tick of their own")
  long missedPeriods;

  @Label("Re-anchored")
  @Description("A new schedule starts with this tick")
  boolean reanchored;

  @Label("Over Budget")
  @Description("Execution longer than the budget of the task")
  boolean overBudget;

  @Label("Quarantined")
  @Description("The task was in quarantine when this tick ran")
  boolean quarantined;

  @Label("Budget Action")
  @Description("What was decided about quarantine after this tick")
  String budgetAction;

  @Label("Run-Queue Delay")
  @Description("Part of the drift in which the thread waited for a CPU; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long runQueueDelay;

  @Label("CPU Time")
  @Description("CPU time of the execution; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long cpu;

  @Label("Run-Queue Delay In Execution")
  @Description("Part of the execution in which the thread waited for a CPU; absent if not read")
  @Timespan(Timespan.NANOSECONDS)
  long executionRunQueueDelay;

  private transient boolean decided;

  @SettingDefinition
  @Name("onTime")
  @Label("On-Time Ticks")
  @Description(
      "Shortest execution of a tick that is recorded though it is not late; a tenth of it where the"
          + " tick started so late")
  @Timespan
  boolean onTime(OnTimeSetting setting) {
    long shortestNs = setting.shortestNs();
    return late
        || overBudget
        || decided
        || execution >= shortestNs
        || (drift >= shortestNs && execution >= shortestNs / PASSING_ON);
  }

  /** Records {@code tick} if a recording wants it; {@link #begin} and {@link #end} were called. */
  void commit(Tick tick) {
    if (!isEnabled()) {
      return;
    }
    late = tick.isLate(LateThreshold.X1_1);
    drift = tick.driftNs();
    execution = tick.executionNs();
    overBudget = tick.isOverBudget();
    decided = tick.budgetAction() != BudgetAction.NONE;
    if (!shouldCommit()) {
      return;
    }
    task = tick.task();
    index = tick.index();
    period = tick.periodNs();
    wait = tick.waitNs();
    total = tick.totalNs();
    scheduled = tick.scheduledNs();
    started = tick.startedNs();
    finished = tick.finishedNs();
    lateAction = tick.lateAction().label();
    missedPeriods = tick.missedPeriods();
    reanchored = tick.isReanchored();
    quarantined = tick.isQuarantined();
    budgetAction = tick.budgetAction().label();
    boolean read = tick.hasThreadTimes();
    runQueueDelay = read ? tick.runQueueDelayNs() : ABSENT;
    cpu = read ? tick.cpuNs() : ABSENT;
    executionRunQueueDelay = read ? tick.executionRunQueueDelayNs() : ABSENT;
    commit();
  }
}
