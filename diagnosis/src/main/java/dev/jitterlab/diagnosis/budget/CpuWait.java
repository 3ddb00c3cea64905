package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.Bisection;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.CpuReading;
import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.MethodCompilation;
import dev.jitterlab.diagnosis.timeline.ProcessReading;
import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.Stretch;
import dev.jitterlab.diagnosis.timeline.StretchIndex;
import dev.jitterlab.diagnosis.timeline.ThrottledTime;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.List;
import java.util.Optional;

/**
 * Divides the time in which a thread could run and had no CPU: among a CPU limit, the compilers of
 * its own process, and the others that wanted the CPUs. If the scheduler was traced, the compilers
 * get the time in which they ran on the thread's CPU. Otherwise they get that in which one of them
 * compiled, as far as this process used the CPUs. Not thread-safe.
 */
final class CpuWait {
  /** What a share of all CPUs is counted in. */
  private static final long SHARE = 1_000_000;

  /** What the time is divided among: without it, none of them is known. */
  private static final List<Cause> DIVIDED =
      List.of(Cause.THROTTLING, Cause.COMPILER_THREADS, Cause.RUN_QUEUE);

  private final JvmTimeline timeline;
  private final StretchIndex compilations;

  /** The last one, and the readings that it is made of: works that are close have the same. */
  private CpuUse lastUse = new CpuUse(0, 0, 0);

  private List<?> lastReadings = List.of();

  CpuWait(JvmTimeline timeline, StretchIndex compilations) {
    this.timeline = timeline;
    this.compilations = compilations;
  }

  /** When the compilers were at work. */
  static StretchIndex compilations(JvmTimeline timeline) {
    return new StretchIndex(
        timeline.compilations().stream()
            .filter(one -> one.endNs() > one.startNs())
            .map(CpuWait::stretch)
            .toList());
  }

  private static Stretch stretch(MethodCompilation one) {
    return new Stretch(
        Cause.COMPILER_THREADS,
        one.startNs(),
        one.endNs(),
        JvmTimeline.ALL_THREADS,
        one.event(),
        one.method().replace("::", ".") + ", level " + one.level());
  }

  /**
   * Divides it; returns it.
   *
   * @param beforeStart whether it is the time before the work's start
   * @param readNs how long the thread waited, as the work's event says
   * @param roomNs how much of the free time nobody has yet
   */
  long divide(
      TimedWork work, boolean beforeStart, long readNs, long roomNs, FreeTime free, Shares shares) {
    if (readNs < 0) {
      if (work.kind() == TimedWork.Kind.TICK || work.executionRunQueueNs() < 0) {
        DIVIDED.forEach(shares::notRead);
      }
      return 0;
    }
    long waited = Math.min(readNs, Math.max(0, roomNs));
    if (waited == 0) {
      return 0;
    }
    long rest = waited;
    long left = throttled(work, shares) - shares.ns(Cause.THROTTLING); // before the start, perhaps
    long throttled = Math.min(rest, Math.max(0, left));
    shares.take(Cause.THROTTLING, throttled, 0, throttled);
    rest -= throttled;
    CpuUse use = cpuUse(work.fromNs(), work.endNs());
    Optional<QueuedBehind> behind = timeline.queuedBehind(work, beforeStart);
    boolean isTraced = behind.filter(QueuedBehind::isWhole).isPresent();
    Sighting sighting = sighting(work, beforeStart, readNs, behind, use);
    long compiling;
    if (isTraced) {
      compiling = Math.min(rest, behindCompilers(behind.get(), free));
      shares.take(Cause.COMPILER_THREADS, compiling, compiling, compiling);
      if (compiling > 0) {
        shares.saw(Cause.COMPILER_THREADS, sighting);
      }
    } else {
      long beside = Math.min(rest, compiling(free, shares));
      compiling = (long) (beside * use.ownShare()); // others competed for the CPUs, too
      shares.take(Cause.COMPILER_THREADS, compiling, 0, beside);
    }
    rest -= compiling;
    shares.take(Cause.RUN_QUEUE, rest, rest, isTraced ? readNs - compiling : readNs);
    if (rest > 0) {
      shares.saw(Cause.RUN_QUEUE, sighting);
    }
    return waited;
  }

  private Sighting sighting(
      TimedWork work, boolean beforeStart, long readNs, Optional<QueuedBehind> behind, CpuUse use) {
    String when = beforeStart ? "before the start" : "during the execution";
    return new Sighting(
        work.startNs(),
        readNs,
        timeline.thread(work.thread()),
        work.kind().event(),
        () -> "run-queue delay " + when + behind.map(QueuedBehind::words).orElse("") + use.words());
  }

  /** How much of the free time this JVM's compiler threads had the CPU that the thread wanted. */
  private static long behindCompilers(QueuedBehind behind, FreeTime free) {
    long ns = 0;
    for (QueuedBehind.Turn turn : behind.compiling()) {
      ns += free.sharedNs(turn.startNs(), turn.endNs());
    }
    return ns;
  }

  private long throttled(TimedWork work, Shares shares) {
    List<ThrottledTime> readings = timeline.throttled();
    long throttled = 0;
    for (int i = Math.max(1, firstAfter(readings, work.fromNs()));
        i < readings.size() && readings.get(i - 1).atNs() < work.endNs();
        i++) {
      ThrottledTime earlier = readings.get(i - 1);
      ThrottledTime later = readings.get(i);
      long more = later.totalNs() - earlier.totalNs();
      if (more > 0 && later.isSoonAfter(earlier)) {
        throttled += more;
        shares.saw(
            Cause.THROTTLING,
            new Sighting(
                earlier.atNs(),
                later.atNs() - earlier.atNs(),
                "all threads",
                later.event(),
                "throttled for " + more / 1_000_000 + " ms in this time"));
      }
    }
    return throttled;
  }

  private static int firstAfter(List<ThrottledTime> readings, long ns) {
    return Bisection.firstNot(0, readings.size(), at -> readings.get(at).atNs() <= ns);
  }

  private long compiling(FreeTime free, Shares shares) {
    long compiling = 0;
    for (int i = 0; i < free.pieces(); i++) {
      List<Stretch> those = compilations.overlapping(free.startNs(i), free.endNs(i));
      compiling += Stretch.coveredNs(those, free.startNs(i), free.endNs(i));
      those.forEach(one -> shares.saw(one, timeline));
    }
    return compiling;
  }

  /** What this process and others used of the CPUs around a window. */
  private record CpuUse(long own, long all, long whole) {
    /** Its part of what was used; all of it, if that is not known. */
    double ownShare() {
      return all <= 0 ? 1 : Math.min(1, own / (double) all);
    }

    String words() {
      return whole == 0
          ? ""
          : "; other processes used "
              + percent(Math.max(0, all - own))
              + " % of the CPUs, this one "
              + percent(own)
              + " %";
    }

    private long percent(long part) {
      return Math.round(100.0 * part / whole);
    }
  }

  private CpuUse cpuUse(long fromNs, long toNs) {
    List<ProcessReading> readings = timeline.readings(fromNs, toNs);
    if (isLast(readings)) {
      return lastUse;
    }
    long own = 0;
    long all = 0;
    long whole = 0;
    for (ProcessReading one : readings) {
      if (one.hasCpuTimes()) {
        own += one.cpuNs();
        all += one.busyNs();
        whole += one.durationNs() * one.cpus();
      }
    }
    return whole > 0 ? keep(readings, new CpuUse(own, all, whole)) : cpuLoad(fromNs, toNs);
  }

  /** The same of a recording without {@code jitterlab.Process}: by the JVM's own readings. */
  private CpuUse cpuLoad(long fromNs, long toNs) {
    List<CpuReading> readings = timeline.cpus(fromNs, toNs);
    if (isLast(readings)) {
      return lastUse;
    }
    long own = 0;
    long all = 0;
    long whole = 0;
    for (CpuReading one : readings) {
      own += Math.round(one.process() * SHARE);
      all += Math.round(one.machine() * SHARE);
      whole += SHARE;
    }
    return keep(readings, new CpuUse(own, all, whole));
  }

  /** Readings stand in their order once, so the first and the last one say which these are. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isLast(List<?> readings) {
    return !readings.isEmpty()
        && readings.size() == lastReadings.size()
        && readings.getFirst() == lastReadings.getFirst();
  }

  private CpuUse keep(List<?> readings, CpuUse use) {
    lastReadings = readings;
    lastUse = use;
    return use;
  }
}
