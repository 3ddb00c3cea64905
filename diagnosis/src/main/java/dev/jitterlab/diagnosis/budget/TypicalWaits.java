package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How long work of a type that is not late waits while it is executed, cause by cause: the medians.
 * A tick that always reads from a database takes that time when it is on time, too, so it is part
 * of the typical execution and makes no tick late. What {@link Cause#RUN_QUEUE} has is the wait for
 * a CPU. Immutable.
 */
final class TypicalWaits {
  /** Work that never waits, or of which nobody knows. */
  static final TypicalWaits NONE = new TypicalWaits(Map.of());

  private final Map<Cause, Long> nsByCause;

  private TypicalWaits(Map<Cause, Long> nsByCause) {
    this.nsByCause = nsByCause;
  }

  /** Of works that are not late. */
  static TypicalWaits of(List<TimedWork> works, JvmTimeline timeline) {
    Map<Cause, KeptTimes> waited = new EnumMap<>(Cause.class);
    for (TimedWork work : works) {
      Map<Cause, List<Stretch>> waits = new EnumMap<>(Cause.class);
      for (Stretch wait : timeline.waits(work.thread(), work.startNs(), work.endNs())) {
        waits.computeIfAbsent(wait.cause(), _ -> new ArrayList<>()).add(wait);
      }
      waits.forEach(
          (cause, those) ->
              add(waited, cause, Stretch.coveredNs(those, work.startNs(), work.endNs())));
      if (work.executionRunQueueNs() > 0) {
        add(waited, Cause.RUN_QUEUE, work.executionRunQueueNs());
      }
    }
    Map<Cause, Long> medians = new EnumMap<>(Cause.class);
    waited.forEach(
        (cause, times) -> {
          while (times.count() < works.size()) {
            times.add(0); // one that did not wait
          }
          long median = times.median();
          if (median > 0) {
            medians.put(cause, median);
          }
        });
    return medians.isEmpty() ? NONE : new TypicalWaits(medians);
  }

  private static void add(Map<Cause, KeptTimes> waited, Cause cause, long ns) {
    waited.computeIfAbsent(cause, _ -> new KeptTimes()).add(ns);
  }

  /** How long it typically waits by a cause. */
  long ns(Cause cause) {
    return nsByCause.getOrDefault(cause, 0L);
  }

  /** Of all causes together. */
  long totalNs() {
    return nsByCause.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The same, all of them shortened alike if they are longer together than a time. */
  TypicalWaits within(long mostNs) {
    long total = totalNs();
    if (total <= mostNs) {
      return this;
    }
    double part = Math.max(0, mostNs) / (double) total;
    Map<Cause, Long> shorter = new EnumMap<>(Cause.class);
    nsByCause.forEach((cause, ns) -> shorter.put(cause, (long) (part * ns)));
    return new TypicalWaits(shorter);
  }
}
