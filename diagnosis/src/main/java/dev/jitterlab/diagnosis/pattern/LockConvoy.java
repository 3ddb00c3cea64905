package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.BudgetPart;
import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Several threads queue again and again for one lock, for which late work waited, too. A recording
 * names monitors one by one, and of other locks only the class: those of one class count as one.
 */
final class LockConvoy extends Pattern {
  private static final int LEAST_THREADS = 2;
  private static final int LEAST_WAITS = 5;

  /** As far as the recording tells it from others. */
  private record Lock(String className, long address) {
    static Lock of(Stretch wait) {
      return new Lock(beforeComma(wait.what()), wait.lock());
    }

    static Lock of(Sighting wait) {
      return new Lock(beforeComma(wait.what()), wait.lock());
    }

    private static String beforeComma(String what) {
      int end = what.indexOf(',');
      return end < 0 ? what : what.substring(0, end);
    }

    boolean isCertain() {
      return address != Stretch.UNKNOWN_LOCK;
    }
  }

  LockConvoy() {
    super("lock_convoy", Cause.LOCK_WAIT);
  }

  @Override
  public List<PatternMatch> find(Case server) {
    Map<Lock, List<BudgetPart>> late = new HashMap<>();
    for (BudgetPart part : server.parts(Cause.LOCK_WAIT)) {
      part.evidence().stream()
          .filter(seen -> namesTheLock(seen.event()))
          .map(Lock::of)
          .distinct()
          .forEach(lock -> late.computeIfAbsent(lock, _ -> new ArrayList<>()).add(part));
    }
    if (late.isEmpty()) {
      return List.of();
    }
    Map<Lock, List<Stretch>> byLock = new HashMap<>();
    for (long thread : server.timeline().waitingThreads()) {
      server.measured().stream()
          .flatMap(span -> server.timeline().waits(thread, span.fromNs(), span.toNs()).stream())
          .filter(wait -> wait.cause() == Cause.LOCK_WAIT && namesTheLock(wait.event()))
          .filter(wait -> late.containsKey(Lock.of(wait)))
          .forEach(wait -> byLock.computeIfAbsent(Lock.of(wait), _ -> new ArrayList<>()).add(wait));
    }
    return byLock.entrySet().stream()
        .filter(lock -> isConvoy(lock.getValue()))
        .max(Comparator.comparingInt(lock -> lock.getValue().size()))
        .map(lock -> match(lock.getKey(), lock.getValue(), late.get(lock.getKey())))
        .stream()
        .toList();
  }

  /** A watch over virtual threads sees that one waits for a lock, and not for which. */
  private static boolean namesTheLock(String event) {
    return !event.equals(JvmTimeline.VIRTUAL_WAITS);
  }

  private static boolean isConvoy(List<Stretch> waits) {
    return waits.size() >= LEAST_WAITS
        && waits.stream().map(Stretch::thread).distinct().count() >= LEAST_THREADS;
  }

  private static PatternMatch match(Lock lock, List<Stretch> waits, List<BudgetPart> late) {
    long threads = waits.stream().map(Stretch::thread).distinct().count();
    List<Sighting> seen =
        late.stream()
            .flatMap(part -> part.evidence().stream())
            .filter(one -> namesTheLock(one.event()) && Lock.of(one).equals(lock))
            .toList();
    String sentence =
        lock.isCertain()
            ? "%d threads waited for the lock %s %d times."
            : "%d threads waited for locks of the class %s %d times. The recording does not say"
                + " whether it was one and the same lock.";
    return new PatternMatch(
        sentence.formatted(threads, lock.className(), waits.size()),
        lock.isCertain()
            ? "Hold the lock for a shorter time, or give each thread data of its own."
            : "If it is one lock, hold it for a shorter time, or give each thread data of its own.",
        late.stream().mapToLong(BudgetPart::ns).sum(),
        LongWait.longestOf(seen));
  }
}
