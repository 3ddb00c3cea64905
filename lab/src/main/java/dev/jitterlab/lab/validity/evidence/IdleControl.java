package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.collect.MachineCpu;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.DistributionSum;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.TickLog;
import dev.jitterlab.lab.ticks.TickTime;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the idle control process of a block saw while the block was measured. It has nothing to do
 * but to tick every millisecond, so its drift is the machine's own: another guest of the
 * hypervisor, an interrupt, a full run queue. Immutable.
 *
 * <p>It catches up on ticks that it missed. A stall of 20 ms is therefore twenty ticks that were
 * 20, 19, … 1 ms late: quantiles count the time that was lost and not the ticks that were left (as
 * jHiccup does), and each stall that is longer than the limit has exactly one tick whose drift is
 * in the millisecond above it.
 *
 * @param block the block
 * @param measured when the block was measured
 * @param drift of all measured ticks
 * @param seconds the log's intervals in order of time, about a second each
 */
public record IdleControl(
    int block, MeasuredWindows measured, Distribution drift, List<Second> seconds) {
  /** Longer ones count as stalls: a tenth of the 50 ms that a tick of a game server has. */
  public static final double STALL_SECONDS = 0.005;

  private static final long STALL_NS = 5_000_000;
  private static final long PERIOD_NS = 1_000_000;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * An interval of its log: what is kept of it, since a day has 86,400 of them.
   *
   * @param window when
   * @param maxNs the greatest drift of its ticks
   * @param p99Ns the 99th percentile of their drift
   */
  public record Second(Window window, long maxNs, long p99Ns) {
    /** Of values that are not empty. */
    static Second of(Window window, Distribution drift) {
      return new Second(window, drift.maxNs(), drift.quantileNs(0.99));
    }

    /** Whether the machine stalled in it. */
    public boolean isStalled() {
      return maxNs > STALL_NS;
    }

    /** Ticks are written down when they start, so a stall has begun before the first of them. */
    public double stalledFrom() {
      return window.from() - maxSeconds();
    }

    /** The greatest drift of its ticks. */
    public double maxSeconds() {
      return maxNs / NS_PER_SECOND;
    }

    /** The 99th percentile of their drift. */
    public double p99Seconds() {
      return p99Ns / NS_PER_SECOND;
    }
  }

  /** The id of the control process of a block; also its source in the samples. */
  public static String id(int block) {
    return "control/" + block;
  }

  /**
   * That of a block; empty where none ran, or it recorded nothing. Reads the log line by line: in
   * memory, a second is 32 bytes, and its drift would be 12 kB.
   */
  public static Optional<IdleControl> read(
      RunDirectory directory, int block, MeasuredWindows measured) {
    return RunTicks.log(directory.control(block))
        .map(log -> read(log, block, measured))
        .filter(control -> !control.seconds().isEmpty());
  }

  private static IdleControl read(Path log, int block, MeasuredWindows measured) {
    DistributionSum drift = new DistributionSum();
    IdleSeconds seconds = new IdleSeconds();
    TickLog.forEachWithin(
        log,
        TickTime.DRIFT,
        measured,
        line -> {
          drift.add(line.values());
          seconds.add(Second.of(line.window(), line.values()));
        });
    return new IdleControl(block, measured, drift.sum(), seconds);
  }

  /** What it used itself; empty without samples. */
  public Optional<Double> cpuSeconds(Evidence evidence) {
    return evidence.increase(id(block), LabMetrics.PROCESS_CPU, null, measured);
  }

  /** For how long it waited for a CPU that others had; empty without samples. */
  public Optional<Double> runQueueSeconds(Evidence evidence) {
    return evidence.increase(id(block), LabMetrics.RUN_QUEUE, null, measured);
  }

  /** How many stalls there were. */
  public long stalls() {
    return countAbove(drift, STALL_NS) - countAbove(drift, STALL_NS + PERIOD_NS);
  }

  /** The longest time for which it stood still, or nearly so. */
  public double longestSeconds() {
    return drift.maxNs() / NS_PER_SECOND;
  }

  /**
   * The share of the time in which it stood still. A stall's ticks are a millisecond apart, after
   * its first five. The time is that of the lines that were read, which lack up to a second of each
   * window: a thousand ticks are a second of it, because missed ones are caught up on.
   */
  public double stalledShare() {
    double stalled = countAbove(drift, STALL_NS) / 1e3 + stalls() * STALL_SECONDS;
    return stalled / (drift.count() / 1e3);
  }

  /** For how long it stood still, where what no line covers was like the rest. */
  public double stalledSeconds() {
    return stalledShare() * measured.seconds();
  }

  /**
   * The share of the time in which it stood still, and nobody of the run can have been the reason:
   * without what it waited for a CPU and what the hypervisor took, and 0 where these explain most
   * of it. Servers that wake threads up cost stolen time, and a CPU that is taken away is no wait
   * in a run queue. The stolen time is that of all CPUs, because nobody sees on which one it ran.
   * Empty where the kernel does not count either, since nothing can be told then.
   */
  public Optional<Double> stalledFromOutside(Evidence evidence) {
    Optional<Double> waited =
        runQueueSeconds(evidence)
            .flatMap(_ -> evidence.samples())
            .map(samples -> WaitInStalls.allSeconds(this, samples));
    Optional<Double> stolen = evidence.machineCpu(measured).map(MachineCpu::stealSeconds);
    double stalled = stalledSeconds();
    return waited
        .flatMap(seconds -> stolen.map(more -> seconds + more))
        .map(ours -> ours > stalled / 2 ? 0 : (stalled - ours) / measured.seconds());
  }

  private static long countAbove(Distribution drift, long limitNs) {
    return drift.from(limitNs + 1).count();
  }
}
