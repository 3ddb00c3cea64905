package dev.jitterlab.benchmarks;

import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.Tick;

/**
 * Checks tick by tick that every period of one task is accounted for: none lost, none twice. Not
 * thread-safe: the task's ticks come one after another.
 */
public final class PeriodLedger {
  private long ticks;
  private long missedPeriods;
  private long lastScheduledNs;
  private long lastFinishedNs;
  private Rate lastRate;
  private String fault = "";

  /** Takes in a tick after its end. */
  public void add(Tick tick) {
    if (tick.index() != ticks) {
      fault("tick " + tick.index() + " came after " + ticks + " ticks");
    }
    if (ticks > 0) {
      if (tick.startedNs() - lastFinishedNs < 0) {
        fault("tick " + tick.index() + " started before the end of the one before");
      }
      checkSchedule(tick);
    }
    ticks++;
    missedPeriods += tick.missedPeriods();
    lastScheduledNs = scheduleBeginNs(tick);
    lastFinishedNs = tick.finishedNs();
    lastRate = tick.rate();
  }

  /**
   * When the schedule began that the tick after this one follows. A tick with a new rate was due by
   * the old one; the new schedule begins then, or at the last of its own periods before the start:
   * a task does not miss periods that it did not have yet.
   */
  private long scheduleBeginNs(Tick tick) {
    if (!tick.isReanchored() || tick.rate().equals(lastRate)) {
      return tick.scheduledNs();
    }
    long sinceDueNs = tick.startedNs() - tick.scheduledNs();
    long whole = 0;
    while (tick.rate().offsetNs(whole + 1) <= sinceDueNs) {
      whole++;
    }
    return tick.scheduledNs() + tick.rate().offsetNs(whole);
  }

  private void checkSchedule(Tick tick) {
    long sinceLastNs = tick.scheduledNs() - lastScheduledNs;
    long periods = 1 + tick.missedPeriods();
    if (!tick.isReanchored()) {
      // Scheduled times are rounded down, so two differ from whole periods by less than 1 ns.
      long exactNs = tick.rate().offsetNs(periods);
      if (Math.abs(sinceLastNs - exactNs) > 1) {
        fault("tick " + tick.index() + " accounts for " + exactNs + " of " + sinceLastNs + " ns");
      }
      return;
    }
    // A move makes the last period shorter, or longer by a quarter; a change of rate may come with
    // any of the periods.
    long shortestNs = Math.min(lastRate.offsetNs(periods - 1), tick.rate().offsetNs(periods - 1));
    long longestNs = Math.max(lastRate.offsetNs(periods), tick.rate().offsetNs(periods));
    longestNs += Math.max(lastRate.periodNs(), tick.periodNs()) / 4 + 1;
    if (sinceLastNs < shortestNs || sinceLastNs > longestNs) {
      fault("tick " + tick.index() + " starts a schedule " + sinceLastNs + " ns after the last");
    }
  }

  private void fault(String what) {
    if (fault.isEmpty()) {
      fault = what;
    }
  }

  /** Returns what is wrong first; empty if nothing is. */
  public String fault() {
    return fault;
  }

  public long ticks() {
    return ticks;
  }

  public long missedPeriods() {
    return missedPeriods;
  }
}
