package dev.jitterlab.bench;

import dev.jitterlab.bench.CoreStalls.Stall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/**
 * What the machine itself does to threads that want to run all the time, one for each core: the
 * time between two readings of the clock that nothing of ours can explain. It bounds what any
 * scheduler can do: a tick cannot start on a core that is not there.
 *
 * @param lostRatio the share of the time that went by in gaps of more than 20 µs
 * @param over500usPerSecond gaps of more than 0.5 ms, for each core
 * @param longestSeconds the longest gap
 */
public record SpinGaps(double lostRatio, double over500usPerSecond, double longestSeconds) {
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final long LOST_NS = 20_000;
  private static final long STALL_NS = 500_000;

  /** So long that the loop is compiled. */
  static final double WARMUP_SECONDS = 0.2;

  /** As many as fit into the measured time. */
  private static final int MOST_STALLS = 100_000;

  /** Records for so many seconds; keeps all cores busy meanwhile. */
  static List<CoreStalls> record(int cores, int seconds) throws InterruptedException {
    long startNs = System.nanoTime() + (long) (WARMUP_SECONDS * NS_PER_SECOND);
    Callable<CoreStalls> spin = () -> spin(System::nanoTime, startNs, seconds * NS_PER_SECOND);
    List<CoreStalls> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
      for (Future<CoreStalls> done : threads.invokeAll(Collections.nCopies(cores, spin))) {
        all.add(done.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading the clock does not fail", e);
    }
    return all;
  }

  /** Those of several cores and rounds, each as long as the others; at least one. */
  static SpinGaps of(List<CoreStalls> all) {
    return new SpinGaps(
        all.stream().mapToDouble(SpinGaps::lost).average().orElseThrow(),
        all.stream().mapToDouble(SpinGaps::stallsPerSecond).average().orElseThrow(),
        all.stream()
                .flatMap(core -> core.stalls().stream())
                .mapToLong(Stall::lengthNs)
                .max()
                .orElse(0)
            / (double) NS_PER_SECOND);
  }

  private static double lost(CoreStalls core) {
    return (double) core.stalls().stream().mapToLong(Stall::lengthNs).sum() / core.durationNs();
  }

  private static double stallsPerSecond(CoreStalls core) {
    long stalls = core.stalls().stream().filter(one -> one.lengthNs() > STALL_NS).count();
    return (double) stalls * NS_PER_SECOND / core.durationNs();
  }

  /**
   * Spins until the start, and records from then on. All threads have one start, so that a stall of
   * the whole machine is at the same time on all cores.
   */
  static CoreStalls spin(LongSupplier clock, long startNs, long durationNs) {
    long[] fromNs = new long[MOST_STALLS];
    long[] lengthNs = new long[MOST_STALLS];
    int unused = gaps(clock, clock.getAsLong(), startNs, fromNs, lengthNs);
    int stalls = gaps(clock, startNs, startNs + durationNs, fromNs, lengthNs);
    List<Stall> all = new ArrayList<>();
    for (int i = 0; i < stalls; i++) {
      all.add(new Stall(fromNs[i], lengthNs[i]));
    }
    long lastEndNs = all.isEmpty() ? 0 : all.getLast().toNs();
    return new CoreStalls(stalls == MOST_STALLS ? lastEndNs : Math.max(durationNs, lastEndNs), all);
  }

  private static int gaps(
      LongSupplier clock, long startNs, long endNs, long[] fromNs, long[] lengthNs) {
    int gaps = 0;
    long lastNs = startNs;
    while (lastNs - endNs < 0 && gaps < MOST_STALLS) {
      long nowNs = clock.getAsLong();
      long gapNs = nowNs - lastNs;
      if (gapNs > LOST_NS) {
        fromNs[gaps] = lastNs - startNs;
        lengthNs[gaps] = gapNs;
        gaps++;
      }
      lastNs = nowNs;
    }
    return gaps;
  }
}
