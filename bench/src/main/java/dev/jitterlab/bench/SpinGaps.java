package dev.jitterlab.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
  private static final long WARMUP_NS = 200_000_000;

  private static final long MEASURED_NS = 2 * NS_PER_SECOND;

  /** Measures for about two seconds; keeps all cores busy meanwhile. */
  static SpinGaps measure(int cores) throws InterruptedException {
    Callable<SpinGaps> spin =
        () -> {
          SpinGaps unused = spin(WARMUP_NS);
          return spin(MEASURED_NS);
        };
    List<SpinGaps> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
      List<Callable<SpinGaps>> spins = new ArrayList<>();
      for (int i = 0; i < cores; i++) {
        spins.add(spin);
      }
      for (Future<SpinGaps> done : threads.invokeAll(spins)) {
        all.add(done.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("reading the clock does not fail", e);
    }
    return together(all);
  }

  /** Those of several cores or rounds, each as long as the others; at least one. */
  static SpinGaps together(List<SpinGaps> all) {
    return new SpinGaps(
        all.stream().mapToDouble(SpinGaps::lostRatio).average().orElseThrow(),
        all.stream().mapToDouble(SpinGaps::over500usPerSecond).average().orElseThrow(),
        all.stream().map(SpinGaps::longestSeconds).max(Comparator.naturalOrder()).orElseThrow());
  }

  private static SpinGaps spin(long durationNs) {
    long startNs = System.nanoTime();
    long lastNs = startNs;
    long lostNs = 0;
    long longestNs = 0;
    int stalls = 0;
    while (lastNs - startNs < durationNs) {
      long nowNs = System.nanoTime();
      long gapNs = nowNs - lastNs;
      if (gapNs > LOST_NS) {
        lostNs += gapNs;
        longestNs = Math.max(longestNs, gapNs);
        stalls += gapNs > STALL_NS ? 1 : 0;
      }
      lastNs = nowNs;
    }
    double seconds = (double) (lastNs - startNs) / NS_PER_SECOND;
    return new SpinGaps(
        lostNs / seconds / NS_PER_SECOND, stalls / seconds, (double) longestNs / NS_PER_SECOND);
  }
}
