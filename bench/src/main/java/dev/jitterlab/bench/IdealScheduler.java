package dev.jitterlab.bench;

import dev.jitterlab.bench.CoreStalls.Stall;
import dev.jitterlab.lab.ticks.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The floor under every scheduler's drift: a simulation of an ideal one on cores that stalled as
 * those of this machine did. Stateless.
 *
 * <p>How it works: a tick takes exactly what the scenario says. The tasks' phases are spread
 * evenly. No core is idle while a tick is due, the tick that has waited longest comes first, and
 * waking up, choosing and switching cost nothing. A tick that has begun stays on its core, through
 * the core's stalls. Compilers, collectors and everything else of a JVM take no time. The ideal
 * scheduler does not foresee a stall.
 *
 * <p>Limits: the stalls were recorded near the schedulers' own time, not in it, by threads that
 * never sleep. The kernel is kinder to threads that sleep now and then, so a real scheduler may
 * come out a little below the floor on a machine whose stalls are other processes.
 */
final class IdealScheduler {
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final long NS_PER_US = 1_000;

  /** A tick that is to be run, and after how long its period is over. */
  private record Due(long atNs, double periodNs) {}

  /**
   * What it made of the ticks.
   *
   * @param drift of all that fall into the recorded time
   * @param missed how many of them started a whole period late, or later
   */
  record Outcome(Distribution drift, long missed) {}

  /** One core: when it is next free, and which of its stalls may still be ahead. */
  private static final class Core {
    private final List<Stall> stalls;
    private int next;
    private long freeNs;

    Core(CoreStalls recorded) {
      stalls = recorded.stalls();
    }

    /** The first moment from then on at which a tick could begin here. */
    long startNs(long fromNs) {
      long startNs = Math.max(fromNs, freeNs);
      for (int i = next; i < stalls.size() && stalls.get(i).fromNs() <= startNs; i++) {
        startNs = Math.max(startNs, stalls.get(i).toNs());
      }
      return startNs;
    }

    void run(long startNs, long costNs) {
      while (next < stalls.size() && stalls.get(next).toNs() <= startNs) {
        next++;
      }
      freeNs = startNs + costNs;
      for (int i = next; i < stalls.size() && stalls.get(i).fromNs() < freeNs; i++) {
        freeNs += stalls.get(i).lengthNs();
      }
    }
  }

  private IdealScheduler() {}

  /**
   * Whether recorded stalls say anything of a scenario: not of one that keeps the cores busy on
   * purpose, or asks for more than they have.
   */
  static boolean canServe(TickScenario scenario) {
    return !scenario.stressed() && !scenario.name().equals(TickScenario.OVERLOAD);
  }

  /**
   * Runs all ticks that fall into the recorded time.
   *
   * @param scenario one that it can serve
   * @param cores at least one
   */
  static Outcome run(TickScenario scenario, List<CoreStalls> cores) {
    long durationNs = cores.stream().mapToLong(CoreStalls::durationNs).min().orElseThrow();
    long costNs = scenario.tickMicros() * NS_PER_US;
    List<Core> all = cores.stream().map(Core::new).toList();
    Histogram drift = new Histogram(1, 3_600 * NS_PER_SECOND, 3);
    long missed = 0;
    for (Due due : dues(scenario, durationNs)) {
      Core first = Collections.min(all, Comparator.comparingLong(core -> core.startNs(due.atNs())));
      long startNs = first.startNs(due.atNs());
      first.run(startNs, costNs);
      long lateNs = startNs - due.atNs();
      drift.recordValue(lateNs);
      missed += lateNs >= due.periodNs() ? 1 : 0;
    }
    return new Outcome(Distribution.of(drift), missed);
  }

  private static List<Due> dues(TickScenario scenario, long durationNs) {
    List<Due> dues = new ArrayList<>();
    for (TickScenario.Tasks tasks : scenario.tasks()) {
      double periodNs = (double) NS_PER_SECOND / tasks.hertz();
      for (int task = 0; task < tasks.count(); task++) {
        double phaseNs = periodNs * task / tasks.count();
        for (double atNs = phaseNs; atNs < durationNs; atNs += periodNs) {
          dues.add(new Due(Math.round(atNs), periodNs));
        }
      }
    }
    dues.sort(Comparator.comparingLong(Due::atNs));
    return dues;
  }

  /** How much CPU time a second it needs, in cores. */
  static double cores(TickScenario scenario) {
    return scenario.tasks().stream().mapToDouble(one -> (double) one.count() * one.hertz()).sum()
        * scenario.tickMicros()
        / 1e6;
  }
}
