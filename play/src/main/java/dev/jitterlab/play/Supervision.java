package dev.jitterlab.play;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * When processes that have ended are started again: after a second, and after twice as long each
 * time that one dies again soon after its start; {@value #MOST_IN_A_ROW} times in a row, then it is
 * given up. Who has lived for {@value #LONG_SECONDS} s begins anew. Who was killed on purpose is
 * started again after a second, however often. For one thread; the time is passed in.
 */
final class Supervision {
  static final int MOST_IN_A_ROW = 5;
  static final int LONG_SECONDS = 30;

  private static final long FIRST_PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONG_NS = TimeUnit.SECONDS.toNanos(LONG_SECONDS);

  private final Map<String, Long> startedNs = new HashMap<>();
  private final Map<String, Integer> deathsInARow = new HashMap<>();
  private final Map<String, Long> dueNs = new HashMap<>();
  private final Set<String> givenUp = new HashSet<>();

  /** A process of that name was started. */
  void started(String id, long nowNs) {
    startedNs.put(id, nowNs);
  }

  /** A process was killed on purpose. */
  void killed(String id, long nowNs) {
    dueNs.put(id, nowNs + FIRST_PAUSE_NS);
  }

  /** A process has ended by itself; returns whether it will be started again. */
  boolean died(String id, long nowNs) {
    boolean livedLong = nowNs - startedNs.getOrDefault(id, nowNs) >= LONG_NS;
    int deaths = livedLong ? 1 : deathsInARow.getOrDefault(id, 0) + 1;
    deathsInARow.put(id, deaths);
    if (deaths > MOST_IN_A_ROW) {
      givenUp.add(id);
      return false;
    }
    dueNs.put(id, nowNs + (FIRST_PAUSE_NS << (deaths - 1)));
    return true;
  }

  /** Returns whether a process died so often that it is not started any more. */
  boolean isGivenUp(String id) {
    return givenUp.contains(id);
  }

  /** A process is not needed any more. */
  void forget(String id) {
    dueNs.remove(id);
  }

  /** Returns whether nothing waits to be started again. */
  boolean isIdle() {
    return dueNs.isEmpty();
  }

  /** Returns and forgets those that are to be started now. */
  List<String> takeDue(long nowNs) {
    List<String> due = dueNs.keySet().stream().filter(id -> nowNs - dueNs.get(id) >= 0).toList();
    due.forEach(dueNs::remove);
    return due;
  }
}
