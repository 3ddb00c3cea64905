package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Budget;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ticks come to lie behind one another and the drift grows from tick to tick, without a new cause.
 */
final class DriftSpiral extends Pattern {
  private static final int LEAST_TICKS = 20;

  DriftSpiral() {
    super("drift_spiral", Cause.PREDECESSOR);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    return runs(server).stream()
        .filter(DriftSpiral::grows)
        .max(Comparator.comparingInt(List::size))
        .map(those -> match(server, those))
        .stream()
        .toList();
  }

  /** Late works of a thread, one behind the other: one that is in time ends a run. */
  private static List<List<Budget>> runs(Case server) {
    Map<Long, Deque<Budget>> late = new HashMap<>();
    for (Budget one : server.late()) {
      late.computeIfAbsent(one.work().thread(), _ -> new ArrayDeque<>()).add(one);
    }
    List<List<Budget>> runs = new ArrayList<>();
    Map<Long, List<Budget>> open = new HashMap<>();
    for (TimedWork work : server.timeline().works()) {
      Deque<Budget> next = late.get(work.thread());
      if (next == null || next.isEmpty()) {
        continue;
      }
      if (!isSame(work, next.peek().work())) {
        open.remove(work.thread());
        continue;
      }
      open.computeIfAbsent(
              work.thread(),
              _ -> {
                List<Budget> run = new ArrayList<>();
                runs.add(run);
                return run;
              })
          .add(next.remove());
    }
    return runs;
  }

  private static boolean isSame(TimedWork one, TimedWork other) {
    return one.startNs() == other.startNs()
        && one.index() == other.index()
        && one.task().equals(other.task());
  }

  private static boolean grows(List<Budget> those) {
    long behind = those.stream().filter(one -> one.first().cause() == Cause.PREDECESSOR).count();
    int third = those.size() / 3;
    return those.size() >= LEAST_TICKS
        && behind * 2 >= those.size()
        && drift(those.subList(those.size() - third, those.size()))
            >= 2 * drift(those.subList(0, third));
  }

  private static double drift(List<Budget> those) {
    return those.stream()
        .mapToLong(one -> one.work().startNs() - one.work().dueNs())
        .average()
        .orElse(0);
  }

  private static PatternMatch match(Case server, List<Budget> those) {
    Budget last = those.getLast();
    long driftNs = last.work().startNs() - last.work().dueNs();
    return new PatternMatch(
        "The drift on %s grew over %d late ticks, to %d ms: the thread has more to do than time."
            .formatted(
                server.timeline().thread(last.work().thread()), those.size(), driftNs / 1_000_000),
        "Give the ticks more threads, make them shorter, or let the late policy skip periods.",
        those.stream().mapToLong(one -> one.ns(Cause.PREDECESSOR)).sum(),
        List.of(
            new Sighting(
                last.work().startNs(),
                driftNs,
                server.timeline().thread(last.work().thread()),
                "jitterlab.Tick",
                last.work().task() + " " + last.work().index())));
  }
}
