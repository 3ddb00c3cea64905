package dev.jitterlab.tick;

import com.sun.management.OperatingSystemMXBean;
import dev.jitterlab.tick.SimulatedWorkers.Stalls;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/**
 * One run of the engine on simulated cores: tasks of 20 Hz that take a given part of them. The
 * tasks' costs lie between half and one and a half of the mean, the cores' stalls are those of a
 * small shared machine, and both hang on nothing but the seed.
 *
 * @param workers one a core
 * @param tasks how many
 * @param drift of the ticks after the warm-up, in nanoseconds
 * @param floor the drift under an ideal scheduler: the tasks are spread evenly, no core is idle
 *     while a tick is due anywhere, the tick that has waited longest comes first, and nothing costs
 *     anything
 * @param imbalance how much busier with its own tasks the busiest worker is than the average, by
 *     what the engine itself counts at the end
 * @param takenOver the part of the ticks that another worker than the owner ran
 * @param wakesPerTick how often a worker woke up
 * @param cpuNsPerTick what the process used, the simulation with it
 */
record ScaleRun(
    int workers,
    int tasks,
    Histogram drift,
    Histogram floor,
    double imbalance,
    double takenOver,
    double wakesPerTick,
    double cpuNsPerTick) {
  static final Rate RATE = Rate.hz(20);

  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final long START_NS = 1_000_000_000_000L;
  private static final double STALLS_PER_SECOND = 2.4;
  private static final long LONGEST_STALL_NS = 5_000_000;
  private static final long SHORTEST_STALL_NS = 500_000;
  private static final long HIGHEST_NS = 3_600 * NS_PER_SECOND;

  /** What is to be run. */
  record Plan(int workers, int tasks, double utilisation, long warmupNs, long measuredNs) {
    /** The mean of what a tick takes of its core, the engine's own part with it. */
    long costNs() {
      return (long) (utilisation * workers * (double) RATE.periodNs() / tasks);
    }

    /** Whether the ticks leave the engine its own time. */
    boolean isPossible() {
      return costNs() >= 2 * SimulatedWorkers.STEP_NS;
    }

    private long durationNs() {
      return warmupNs + measuredNs;
    }
  }

  /** Runs it on cores that are away as a small shared machine's are. */
  static ScaleRun of(Plan plan, long seed) throws InterruptedException {
    return of(plan, stalls(plan, new Random(seed)), seed);
  }

  /** Runs it on cores that are away then. */
  static ScaleRun of(Plan plan, List<Stalls> stalls, long seed) throws InterruptedException {
    Random random = new Random(seed);
    long[] costsNs = new long[plan.tasks()];
    for (int i = 0; i < costsNs.length; i++) {
      costsNs[i] = (long) ((double) plan.costNs() * (0.5 + random.nextDouble()));
    }
    SimulatedWorkers simulated = new SimulatedWorkers(START_NS, stalls);
    Histogram drift = new Histogram(1, HIGHEST_NS, 3);
    long[] ticks = {0};
    long measuredFromNs = START_NS + plan.warmupNs();
    TickListener listener =
        tick -> {
          ticks[0]++;
          if (tick.scheduledNs() >= measuredFromNs) {
            drift.recordValue(Math.max(0, tick.driftNs()));
          }
        };
    for (long costNs : costsNs) {
      simulated.start("t", RATE, listener, Math.max(0, costNs - SimulatedWorkers.STEP_NS));
    }
    List<Throwable> failures = new ArrayList<>();
    long cpuNs = -processCpuNs();
    simulated.runFor(plan.durationNs(), failures::add);
    cpuNs += processCpuNs();
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a worker has failed", failures.get(0));
    }
    double[] loads =
        simulated.workers().stream().mapToDouble(worker -> worker.load().cores()).toArray();
    double takenOver =
        simulated.workers().stream().mapToDouble(worker -> (double) worker.takenOver()).sum();
    return new ScaleRun(
        plan.workers(),
        plan.tasks(),
        drift,
        floor(plan, costsNs, stalls),
        Arrays.stream(loads).max().orElseThrow() / Arrays.stream(loads).average().orElseThrow() - 1,
        takenOver / (double) ticks[0],
        (double) simulated.wakes() / (double) ticks[0],
        (double) cpuNs / (double) ticks[0]);
  }

  private static long processCpuNs() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static List<Stalls> stalls(Plan plan, Random random) {
    List<Stalls> all = new ArrayList<>();
    for (int core = 0; core < plan.workers(); core++) {
      List<long[]> stalls = new ArrayList<>();
      double atNs = 0;
      while (true) {
        atNs -= Math.log(1 - random.nextDouble()) * (double) NS_PER_SECOND / STALLS_PER_SECOND;
        long lengthNs = SHORTEST_STALL_NS;
        lengthNs += (long) (random.nextDouble() * (double) (LONGEST_STALL_NS - SHORTEST_STALL_NS));
        if (atNs >= (double) plan.durationNs()) {
          break;
        }
        stalls.add(new long[] {(long) atNs, lengthNs});
        atNs += (double) lengthNs;
      }
      all.add(new Stalls(stalls));
    }
    return all;
  }

  private static Histogram floor(Plan plan, long[] costsNs, List<Stalls> stalls) {
    Histogram drift = new Histogram(1, HIGHEST_NS, 3);
    int cores = plan.workers();
    long[] freeNs = new long[cores];
    int[] next = new int[cores];
    long periodNs = RATE.periodNs();
    int periods = (int) (plan.durationNs() / periodNs);
    for (long tick = 0; tick < (long) periods * costsNs.length; tick++) {
      int task = (int) (tick % costsNs.length);
      long dueNs = tick / costsNs.length * periodNs + periodNs * task / costsNs.length;
      int first = 0;
      long firstNs = Long.MAX_VALUE;
      for (int core = 0; core < cores; core++) {
        long possibleNs = afterStalls(stalls.get(core), next[core], Math.max(dueNs, freeNs[core]));
        if (possibleNs < firstNs) {
          first = core;
          firstNs = possibleNs;
        }
      }
      Stalls own = stalls.get(first);
      while (next[first] < own.count() && own.toNs(next[first]) <= firstNs) {
        next[first]++;
      }
      freeNs[first] = firstNs + costsNs[task];
      for (int i = next[first]; i < own.count() && own.fromNs(i) < freeNs[first]; i++) {
        freeNs[first] += own.toNs(i) - own.fromNs(i);
      }
      if (dueNs >= plan.warmupNs()) {
        drift.recordValue(firstNs - dueNs);
      }
    }
    return drift;
  }

  private static long afterStalls(Stalls stalls, int next, long fromNs) {
    long ns = fromNs;
    for (int i = next; i < stalls.count() && stalls.fromNs(i) <= ns; i++) {
      ns = Math.max(ns, stalls.toNs(i));
    }
    return ns;
  }
}
