package dev.jitterlab.diagnosis.scheduler;

import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.QueuedBehind.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who ran while a thread waited, and when. Not thread-safe. */
final class Turnout {
  /** How many are named one by one. */
  private static final int NAMED = 3;

  private static final int MOST_TURNS = 256;

  private final List<CpuTurns.Stay> parts = new ArrayList<>();

  /** Adds turns from a time on. */
  void add(List<CpuTurns.Stay> turns, long fromNs) {
    for (CpuTurns.Stay one : turns) {
      long startNs = Math.max(fromNs, one.startNs());
      if (startNs < one.endNs() && !one.thread().isIdle()) {
        parts.add(new CpuTurns.Stay(startNs, one.endNs(), one.thread()));
      }
    }
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** The same in the words of the server's own recording, and on its clock. */
  QueuedBehind of(DelayWindow window, ServerThreads threads) {
    Map<String, Long> byName = new LinkedHashMap<>();
    List<Turn> compiling = new ArrayList<>();
    long foundNs = 0;
    for (CpuTurns.Stay part : parts) {
      long ns = part.endNs() - part.startNs();
      foundNs += ns;
      byName.merge(threads.name(part.thread()), ns, Long::sum);
      if (compiling.size() < MOST_TURNS && threads.isCompiler(part.thread())) {
        compiling.add(
            new Turn(part.startNs() + window.offsetNs(), part.endNs() + window.offsetNs()));
      }
    }
    List<QueuedBehind.Runner> runners =
        byName.entrySet().stream()
            .map(one -> new QueuedBehind.Runner(one.getKey(), one.getValue()))
            .sorted(Comparator.comparingLong(QueuedBehind.Runner::ns).reversed())
            .toList();
    int named = Math.min(NAMED, runners.size());
    List<QueuedBehind.Runner> rest = runners.subList(named, runners.size());
    compiling.sort(Comparator.comparingLong(Turn::startNs));
    return new QueuedBehind(
        window.delayNs(),
        foundNs,
        runners.subList(0, named),
        rest.size(),
        rest.stream().mapToLong(QueuedBehind.Runner::ns).sum(),
        compiling);
  }
}
