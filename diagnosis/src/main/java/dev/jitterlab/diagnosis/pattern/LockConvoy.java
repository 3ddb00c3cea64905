package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Several threads queue for one lock again and again. */
final class LockConvoy extends Pattern {
  private static final int LEAST_THREADS = 2;
  private static final int LEAST_WAITS = 5;

  LockConvoy() {
    super("lock_convoy", Cause.LOCK_WAIT);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    if (server.parts(Cause.LOCK_WAIT).isEmpty()) {
      return List.of();
    }
    Map<String, List<Stretch>> byLock = new HashMap<>();
    for (long thread : server.timeline().waitingThreads()) {
      server.measured().stream()
          .flatMap(span -> server.timeline().waits(thread, span.fromNs(), span.toNs()).stream())
          .filter(wait -> wait.cause() == Cause.LOCK_WAIT)
          .forEach(wait -> byLock.computeIfAbsent(lock(wait), _ -> new ArrayList<>()).add(wait));
    }
    return byLock.entrySet().stream()
        .filter(lock -> isConvoy(lock.getValue()))
        .max(Comparator.comparingInt(lock -> lock.getValue().size()))
        .map(lock -> match(server, lock.getKey(), lock.getValue()))
        .stream()
        .toList();
  }

  private static String lock(Stretch wait) {
    int end = wait.what().indexOf(',');
    return end < 0 ? wait.what() : wait.what().substring(0, end);
  }

  private static boolean isConvoy(List<Stretch> waits) {
    return waits.size() >= LEAST_WAITS
        && waits.stream().map(Stretch::thread).distinct().count() >= LEAST_THREADS;
  }

  private static PatternMatch match(Case server, String lock, List<Stretch> waits) {
    long threads = waits.stream().map(Stretch::thread).distinct().count();
    return new PatternMatch(
        "%d threads waited for the lock %s %d times.".formatted(threads, lock, waits.size()),
        "Hold the lock for a shorter time, or give each thread data of its own.",
        server.lateNs(Cause.LOCK_WAIT),
        LongWait.longest(server.parts(Cause.LOCK_WAIT)));
  }
}
