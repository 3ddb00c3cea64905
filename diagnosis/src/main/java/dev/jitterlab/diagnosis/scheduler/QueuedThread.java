package dev.jitterlab.diagnosis.scheduler;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A thread whose delays are looked for in the trace. When it begins to run, it may have waited for
 * the CPU until then. If it was able to run when it ran last, it has waited since then. Otherwise
 * the trace does not say when it was woken: it may have waited for as long as others ran on that
 * CPU without a break. The delay that its ticks and requests tell decides how much of that it was.
 *
 * <p>Keeps the latest waits only, and of these only what a window may still need. Not thread-safe.
 */
final class QueuedThread {
  private static final int MOST_WAITS = 1_024;
  private static final int MOST_TURNS = 4_096;

  /**
   * What may have been a wait.
   *
   * @param isWhole whether all of it was one
   */
  private record Wait(long fromNs, long endNs, boolean isWhole, List<CpuTurns.Stay> turns) {}

  private final List<DelayWindow> windows;
  private final long[] earliestNs;
  private final BiConsumer<DelayWindow, Turnout> found;
  private final Deque<Wait> waits = new ArrayDeque<>();
  private int turnsKept;
  private int next;

  /** When it ran last; below 0 if that is not known. */
  private long stoppedNs = -1;

  private boolean couldRun;

  /**
   * @param delays its windows, in any order
   * @param found is told of each window who ran meanwhile
   */
  QueuedThread(List<DelayWindow> delays, BiConsumer<DelayWindow, Turnout> found) {
    windows = delays.stream().sorted(Comparator.comparingLong(DelayWindow::toNs)).toList();
    this.found = found;
    earliestNs = new long[windows.size() + 1];
    earliestNs[windows.size()] = Long.MAX_VALUE;
    for (int i = windows.size() - 1; i >= 0; i--) {
      earliestNs[i] = Math.min(earliestNs[i + 1], windows.get(i).fromNs());
    }
  }

  /** It stops to run, and still could, or not. */
  void stops(long atNs, boolean able) {
    stoppedNs = atNs;
    couldRun = able;
  }

  /** Some events are lost: when it ran last is not known. */
  void forget() {
    stoppedNs = -1;
  }

  /** It begins to run on a CPU. */
  void runs(long atNs, CpuTurns cpu) {
    finish(atNs - SwitchTrace.CLOCK_ERROR_NS);
    if (atNs > earliestNs[next]) {
      boolean isWhole = couldRun && stoppedNs >= 0;
      add(atNs, isWhole, cpu.since(Math.max(stoppedNs, earliestNs[next]), !isWhole));
    }
    stoppedNs = -1;
  }

  private void add(long atNs, boolean isWhole, List<CpuTurns.Stay> turns) {
    long fromNs = turns.isEmpty() ? atNs : turns.getFirst().startNs();
    if (fromNs == atNs) {
      return;
    }
    waits.addLast(new Wait(fromNs, atNs, isWhole, turns));
    turnsKept += turns.size();
    while (!waits.isEmpty() && isTooMuch()) {
      turnsKept -= waits.removeFirst().turns().size();
    }
  }

  /** Whether the oldest wait has to go, or is not needed any more. */
  private boolean isTooMuch() {
    boolean isLast = waits.size() == 1;
    return waits.size() > MOST_WAITS
        || (turnsKept > MOST_TURNS && !isLast)
        || waits.getFirst().endNs() <= earliestNs[next];
  }

  /** The trace has come to that time: windows that are over by then have all their waits. */
  void finish(long untilNs) {
    while (next < windows.size() && windows.get(next).toNs() < untilNs) {
      DelayWindow window = windows.get(next++);
      Turnout turnout = turnout(window);
      if (!turnout.isEmpty()) {
        found.accept(window, turnout);
      }
    }
  }

  /** Gives the window its delay: first what was a wait for certain, then the latest. */
  private Turnout turnout(DelayWindow window) {
    List<Wait> latestFirst =
        waits.reversed().stream().filter(wait -> window.holds(wait.endNs())).toList();
    Turnout turnout = new Turnout();
    long restNs = window.delayNs();
    for (boolean whole : new boolean[] {true, false}) {
      for (Wait wait : latestFirst) {
        if (wait.isWhole() == whole && restNs > 0) {
          long fromNs = Math.max(Math.max(wait.fromNs(), window.fromNs()), wait.endNs() - restNs);
          turnout.add(wait.turns(), fromNs);
          restNs -= Math.max(0, wait.endNs() - fromNs);
        }
      }
    }
    return turnout;
  }
}
