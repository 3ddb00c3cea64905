package dev.jitterlab.lab.host;

import dev.jitterlab.lab.Time;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How processes are ended: all are asked, and after three seconds those that remain are killed. */
public final class GracefulStop {
  private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(3);
  private static final long AFTER_KILL_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private GracefulStop() {}

  /** Returns when all of them are gone; their records are still to be written. */
  public static void end(List<LabProcess> processes, Time time) throws InterruptedException {
    processes.forEach(LabProcess::askToStop);
    if (!awaitGone(processes, BOUND_NS, time)) {
      processes.stream().filter(process -> !process.isGone()).forEach(LabProcess::kill);
      awaitGone(processes, AFTER_KILL_NS, time);
    }
  }

  private static boolean awaitGone(List<LabProcess> processes, long boundNs, Time time)
      throws InterruptedException {
    long deadlineNs = time.nanoTime() + boundNs;
    while (!processes.stream().allMatch(LabProcess::isGone)) {
      if (time.nanoTime() - deadlineNs >= 0) {
        return false;
      }
      time.sleepUntil(time.nanoTime() + LOOK_NS);
    }
    return true;
  }
}
