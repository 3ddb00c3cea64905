package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.budget.TypicalTimes.Times;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.StackSample;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Divides what a thread computed, by CPU times, slow code and samples. Immutable. */
final class Computing {
  /** Fewer samples than fit in this many periods say nothing about one window. */
  private static final int LEAST_PERIODS = 3;

  private static final List<Cause> SLOW = List.of(Cause.DEOPTIMISED_CODE, Cause.FIRST_COMPILATION);

  private final JvmTimeline timeline;
  private final OwnCode ownCode;
  private final SlowCode slowCode;

  Computing(JvmTimeline timeline, WorkTypes types, Predicate<String> isOfTicks) {
    this.timeline = timeline;
    ownCode = new OwnCode(timeline, types);
    slowCode = new SlowCode(timeline, isOfTicks);
  }

  /**
   * Work before it that was too short to be recorded: samples show that the thread ran something
   * while this work waited. A sample counts if no recorded work explains it: it lies in the free
   * time, and the thread was in none of its works. Returns for how long.
   *
   * @param roomNs how much of the free time before the start nobody has yet
   * @param lane the works that the thread did before
   */
  long before(TimedWork work, long roomNs, FreeTime free, WorkLane lane, Shares shares) {
    long periodNs = ownCode.periodNs();
    if (periodNs == 0 || roomNs / LEAST_PERIODS < periodNs) {
      return 0;
    }
    long seen = 0;
    StackSample last = null;
    for (StackSample sample : timeline.samples(work.thread(), free.startNs(0), work.startNs())) {
      if (free.has(sample.atNs()) && !lane.isAtWork(sample.atNs())) {
        seen++;
        last = sample;
      }
    }
    if (last == null) {
      return 0;
    }
    long ran = ownCode.standFor(seen, roomNs);
    shares.take(Cause.PREDECESSOR, ran, 0, ran);
    shares.saw(
        Cause.PREDECESSOR,
        new Sighting(
            last.atNs(),
            0,
            timeline.thread(work.thread()),
            timeline.sampleEvent(),
            "in "
                + seen
                + " samples the thread ran other code, last "
                + last.frames().getFirst().replace("::", ".")));
    return ran;
  }

  /**
   * Divides what the thread computed longer than it typically does.
   *
   * @param type the number of the work's type
   */
  void during(TimedWork work, int type, Times times, long ranNs, Shares shares) {
    List<Stretch> slow = slowCode.of(work.thread(), work.startNs(), work.endNs());
    OptionalLong computed = computed(work, type, ranNs, !slow.isEmpty());
    if (computed.isEmpty()) {
      shares.notRead(Cause.OWN_CODE);
      if (!slow.isEmpty()) {
        SLOW.forEach(shares::notRead);
      }
      return;
    }
    long surplus = computed.getAsLong() - Math.min(times.cpuNs(), computed.getAsLong());
    for (Cause cause : slow.isEmpty() ? List.<Cause>of() : SLOW) {
      List<Stretch> those = slow.stream().filter(one -> one.cause() == cause).toList();
      long taken = Math.min(surplus, Stretch.coveredNs(those, work.startNs(), work.endNs()));
      if (taken > 0) {
        shares.take(cause, taken, 0, taken);
        those.forEach(one -> shares.saw(one, timeline));
        surplus -= taken;
      }
    }
    if (surplus > 0) {
      shares.take(Cause.OWN_CODE, surplus, 0, surplus + shares.ns(Cause.DEOPTIMISED_CODE));
      shares.saw(Cause.OWN_CODE, ownCode(work, type));
    }
  }

  private OptionalLong computed(TimedWork work, int type, long ranNs, boolean slowCode) {
    if (work.cpuNs() >= 0) {
      return OptionalLong.of(Math.min(ranNs, work.cpuNs()));
    }
    if (timeline.isVirtual(work.thread())) {
      return sampled(work, ranNs);
    }
    Optional<Double> share = ownCode.computing(type);
    if (share.isPresent()) {
      return OptionalLong.of((long) (ranNs * share.get()));
    }
    return slowCode ? OptionalLong.of(ranNs) : OptionalLong.empty();
  }

  /**
   * Nothing shows each short wait of a virtual thread. So it computed for no longer than samples
   * show, and one period more; without samples that stand for a known time, nobody knows.
   */
  private OptionalLong sampled(TimedWork work, long ranNs) {
    if (!ownCode.isTimed()) {
      return OptionalLong.empty();
    }
    long seen = timeline.samples(work.thread(), work.startNs(), work.endNs()).size();
    return OptionalLong.of(ownCode.standFor(seen + 1, ranNs));
  }

  private Sighting ownCode(TimedWork work, int type) {
    long cpuNs = work.cpuNs();
    return new Sighting(
        work.startNs(),
        work.executionNs(),
        timeline.thread(work.thread()),
        work.cpuNs() >= 0 ? work.kind().event() : timeline.sampleEvent(),
        () -> words(cpuNs, type));
  }

  private String words(long cpuNs, int type) {
    String pooled = ownCode.words(type);
    return cpuNs >= 0
        ? String.format(Locale.ROOT, "%.1f ms of CPU time", cpuNs / 1e6)
            + (pooled.isEmpty() ? "" : "; " + pooled)
        : pooled;
  }
}
