package dev.jitterlab.diagnosis.timeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The readings of a process, and what follows from them. Immutable. */
final class ProcessReadings {
  private static final String EVENT = "jitterlab.Process";

  /** A thread that wakes less late than this may have been late by itself. */
  private static final long LEAST_NS = 5_000_000;

  /** A thread that hardly ever runs waits this long for a CPU only if others keep all of them. */
  private static final long LEAST_STARVED_NS = 20_000_000;

  /** Which part of all CPUs others had while a process got none; CPU times are coarse. */
  private static final double TAKEN = 0.8;

  /** Linux counts CPU time in steps of 10 ms: shares of a shorter time than this mean nothing. */
  private static final long CPU_SPAN_NS = 500_000_000;

  /** Fewer readings do not say what is usual. */
  private static final int LEAST_USUAL = 5;

  /** Readings that share less than this part of their time are of one watcher. */
  private static final int SAME_TIME = 10;

  private final List<ProcessReading> byEnd;

  ProcessReadings(List<ProcessReading> readings) {
    byEnd =
        ofOneWatcher(
            readings.stream().sorted(Comparator.comparingLong(ProcessReading::toNs)).toList());
  }

  /**
   * The readings of one watcher follow one another. Where two watch, such as a server of ours and
   * the agent in it, each tells of the same time, which counts once.
   */
  private static List<ProcessReading> ofOneWatcher(List<ProcessReading> sorted) {
    List<ProcessReading> one = new ArrayList<>();
    for (ProcessReading reading : sorted) {
      if (one.isEmpty()
          || reading.fromNs() >= one.getLast().toNs() - reading.durationNs() / SAME_TIME) {
        one.add(reading);
      }
    }
    return List.copyOf(one);
  }

  boolean isEmpty() {
    return byEnd.isEmpty();
  }

  List<ProcessReading> all() {
    return byEnd;
  }

  /** Those that share time with a window; one follows the other, so both bounds are in order. */
  List<ProcessReading> overlapping(long fromNs, long toNs) {
    int first = Bisection.firstNot(0, byEnd.size(), at -> byEnd.get(at).toNs() <= fromNs);
    int end = first;
    while (end < byEnd.size() && byEnd.get(end).fromNs() < toNs) {
      end++;
    }
    return byEnd.subList(first, end);
  }

  /**
   * When the process stood still: a thread that only watches woke late, and did not wait for a CPU.
   * If the hypervisor took half of that time, it was the hypervisor; if pages from the disk can
   * have taken half of it, it was they; else the process was stopped. What the hypervisor takes is
   * counted for all CPUs together. So a CPU's share of it must be that much, or what it took above
   * its usual part: on a machine that always gives a little away, a stop is still a stop.
   *
   * @param stops of all threads, by the JVM; they explain a late waking too
   */
  List<Stretch> standstills(StretchIndex stops) {
    List<Stretch> found = new ArrayList<>();
    double usual = usualSteal();
    for (ProcessReading one : byEnd) {
      long stoodNs = one.oversleptNs() - one.runQueueNs();
      if (one.runQueueNs() < 0 || stoodNs < LEAST_NS) {
        continue;
      }
      long from = one.toNs() - one.oversleptNs();
      if (!Silence.isStop(stops, from, one.toNs())) {
        found.add(standstill(one, from, stoodNs, usual));
      }
    }
    return found;
  }

  /** Of all CPUs together, which part of the time the hypervisor usually takes. */
  private double usualSteal() {
    double[] parts =
        byEnd.stream()
            .filter(one -> one.stealNs() >= 0 && one.durationNs() > 0)
            .mapToDouble(one -> one.stealNs() / (double) one.durationNs())
            .sorted()
            .toArray();
    return parts.length < LEAST_USUAL ? 0 : parts[parts.length / 2];
  }

  private static Stretch standstill(
      ProcessReading one, long from, long stoodNs, double usualSteal) {
    Cause cause = Cause.PROCESS_STOPPED;
    String why = "";
    double unusualNs = one.stealNs() - usualSteal * one.durationNs();
    double stolenNs = Math.max(unusualNs, one.stealNs() / (double) Math.max(1, one.cpus()));
    if (one.stealNs() > 0 && 2 * stolenNs >= stoodNs) {
      cause = Cause.STEAL;
      why = "; the hypervisor took " + one.stealNs() / 1_000_000 + " ms";
    } else if (2.0 * one.majorFaults() * ProcessReading.LONGEST_FAULT_NS >= stoodNs) {
      cause = Cause.PAGE_FAULT;
      why = "; " + one.majorFaults() + " major page faults";
    }
    return new Stretch(
        cause,
        from,
        from + stoodNs,
        JvmTimeline.ALL_THREADS,
        EVENT,
        "a thread that only watches woke up %d ms late, and waited %d ms of it for a CPU%s"
            .formatted(one.oversleptNs() / 1_000_000, one.runQueueNs() / 1_000_000, why));
  }

  /**
   * When no thread of the process could run: it was {@linkplain #standstills stopped}, or the
   * thread that only watches waited for a CPU while other processes used all of them. It waits,
   * too, while a CPU limit holds its process back: that is the limit's doing, whatever others use.
   *
   * @param standstills those of this process
   * @param stops of all threads, by the JVM
   */
  List<Stretch> frozen(List<Stretch> standstills, StretchIndex stops) {
    List<Stretch> found = new ArrayList<>();
    standstills.stream().filter(one -> one.cause() == Cause.PROCESS_STOPPED).forEach(found::add);
    for (ProcessReading one : byEnd) {
      long heldBackNs = Math.max(0, one.throttledNs());
      long waitedNs = Math.min(one.oversleptNs(), one.runQueueNs()) - heldBackNs;
      long from = one.toNs() - waitedNs;
      if (waitedNs >= LEAST_STARVED_NS
          && othersHadAll(one, waitedNs)
          && !Silence.isStop(stops, from, one.toNs())) {
        found.add(
            new Stretch(
                Cause.RUN_QUEUE,
                from,
                one.toNs(),
                JvmTimeline.ALL_THREADS,
                EVENT,
                "a thread that only watches waited %d ms for a CPU; other processes used %d ms of %d CPUs"
                    .formatted(
                        waitedNs / 1_000_000,
                        (one.busyNs() - one.cpuNs()) / 1_000_000,
                        one.cpus())));
      }
    }
    return found;
  }

  /**
   * A reading is longer than the wait at its end, and says of all of it how much was used. A
   * process that used more than all others did may itself have been what the thread waited for.
   */
  private static boolean othersHadAll(ProcessReading one, long waitedNs) {
    long othersNs = one.busyNs() - one.cpuNs();
    return one.hasCpuTimes() && othersNs >= TAKEN * one.cpus() * waitedNs && othersNs > one.cpuNs();
  }

  /** The throttled time, added up. */
  List<ThrottledTime> throttled() {
    List<ThrottledTime> found = new ArrayList<>();
    long total = 0;
    for (ProcessReading one : byEnd) {
      if (one.throttledNs() >= 0) {
        if (found.isEmpty()) {
          found.add(new ThrottledTime(one.fromNs(), 0, EVENT));
        }
        total += one.throttledNs();
        found.add(new ThrottledTime(one.toNs(), total, EVENT));
      }
    }
    return found;
  }

  /** How busy the CPUs were, half a second at a time. */
  List<CpuReading> cpus() {
    List<CpuReading> found = new ArrayList<>();
    long span = 0;
    long busy = 0;
    long cpu = 0;
    for (ProcessReading one : byEnd) {
      if (one.hasCpuTimes()) {
        span += one.durationNs();
        busy += one.busyNs();
        cpu += one.cpuNs();
        if (span >= CPU_SPAN_NS) {
          double whole = (double) span * one.cpus();
          double machine = Math.min(1, busy / whole);
          found.add(new CpuReading(one.toNs(), Math.min(machine, cpu / whole), machine, EVENT));
          span = 0;
          busy = 0;
          cpu = 0;
        }
      }
    }
    return found;
  }
}
