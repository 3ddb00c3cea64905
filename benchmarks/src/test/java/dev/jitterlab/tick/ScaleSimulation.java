package dev.jitterlab.tick;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.tick.ScaleRun.Plan;
import dev.jitterlab.tick.SimulatedWorkers.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How the engine of {@code partitioned} scales, by simulation: 1 to 64 workers, 100 to 100,000
 * tasks. First the anchor: the same tasks on the cores that there are, once for real and once
 * simulated with the stalls that these cores had shortly before. Run by
 *
 * <pre>
 * java -XX:+UseSerialGC -Djdk.virtualThreadScheduler.parallelism=1 \
 *   -Djdk.virtualThreadScheduler.maxPoolSize=1 --enable-native-access=ALL-UNNAMED \
 *   -cp benchmarks/target/jitterlab-benchmarks.jar dev.jitterlab.tick.ScaleSimulation FOLDER</pre>
 *
 * It prints a line for each run and leaves the plots in the folder. {@code --anchor} as a second
 * argument ends it after the anchor.
 */
public final class ScaleSimulation {
  private static final List<Integer> WORKERS = List.of(1, 2, 4, 8, 16, 32, 64);
  private static final List<Integer> TASKS = List.of(100, 1_000, 10_000, 100_000);
  private static final double UTILISATION = 0.7;
  private static final long NS_PER_SECOND = 1_000_000_000;
  private static final double NS_PER_US = 1e3;

  /** The engine compares its workers once a second. */
  private static final long WARMUP_NS = 3 * NS_PER_SECOND;

  private static final long MEASURED_NS = 2 * NS_PER_SECOND;

  private static final int ANCHOR_TASKS = 500;
  private static final int ANCHOR_SECONDS = 5;

  /** The simulation has no compilers; they are at work for some ten seconds of a JVM's life. */
  private static final int ANCHOR_WARMUP_SECONDS = 12;

  /** As {@code bench tick} counts: a gap between two readings of the clock that is none of ours. */
  private static final long STALL_NS = 20_000;

  /** So long that the loop is compiled, and all threads spin. */
  private static final long SPIN_WARMUP_NS = NS_PER_SECOND / 5;

  private ScaleSimulation() {}

  /** Runs all, and prints it. */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    anchor();
    if (arguments.length > 1) {
      return;
    }
    List<ScaleRun> runs = new ArrayList<>();
    System.out.println("simulated, seven tenths of all cores, 20 Hz, drift in µs");
    System.out.println(
        "workers   tasks      p50      p99    p99.9  floor p99  imbalance  taken over  wakes/tick"
            + "  CPU ns/tick");
    for (int tasks : TASKS) {
      for (int workers : WORKERS) {
        Plan plan = new Plan(workers, tasks, UTILISATION, WARMUP_NS, MEASURED_NS);
        if (plan.isPossible()) {
          ScaleRun run = ScaleRun.of(plan, 1);
          runs.add(run);
          System.out.println(line(run));
        }
      }
    }
    plot(folder.resolve("scale-drift.svg"), driftPlot(runs));
    plot(folder.resolve("scale-balance.svg"), balancePlot(runs));
    plot(folder.resolve("scale-cost.svg"), costPlot(runs));
  }

  private static String line(ScaleRun run) {
    return String.format(
        Locale.ROOT,
        "%7d %7d %8.0f %8.0f %8.0f %10.0f %9.1f%% %10.2f%% %11.2f %12.0f",
        run.workers(),
        run.tasks(),
        micros(run.drift(), 50),
        micros(run.drift(), 99),
        micros(run.drift(), 99.9),
        micros(run.floor(), 99),
        100 * run.imbalance(),
        100 * run.takenOver(),
        run.wakesPerTick(),
        run.cpuNsPerTick());
  }

  private static double micros(Histogram histogram, double percentile) {
    return (double) histogram.getValueAtPercentile(percentile) / NS_PER_US;
  }

  private static LogPlot driftPlot(List<ScaleRun> runs) {
    LogPlot plot =
        new LogPlot(
            "p99 of the drift (simulated); dashed: an ideal scheduler", "workers", "drift in µs");
    for (int tasks : TASKS) {
      plot.add(overWorkers(runs, tasks, false, run -> micros(run.drift(), 99)));
      plot.add(overWorkers(runs, tasks, true, run -> micros(run.floor(), 99)));
    }
    return plot;
  }

  private static LogPlot balancePlot(List<ScaleRun> runs) {
    LogPlot plot =
        new LogPlot(
            "Load of the busiest worker above the average (simulated)", "workers", "% of it");
    for (int tasks : TASKS) {
      plot.add(
          overWorkers(
              runs.stream().filter(run -> run.workers() > 1).toList(),
              tasks,
              false,
              run -> 100 * run.imbalance()));
    }
    return plot;
  }

  private static LogPlot costPlot(List<ScaleRun> runs) {
    LogPlot plot =
        new LogPlot(
            "CPU of the engine and its simulation for a tick (simulated)", "workers", "ns a tick");
    for (int tasks : TASKS) {
      plot.add(overWorkers(runs, tasks, false, ScaleRun::cpuNsPerTick));
    }
    return plot;
  }

  private static LogPlot.Line overWorkers(
      List<ScaleRun> runs, int tasks, boolean dashed, ToDoubleFunction<ScaleRun> value) {
    return new LogPlot.Line(
        String.format(Locale.ROOT, "%,d tasks", tasks),
        dashed,
        runs.stream()
            .filter(run -> run.tasks() == tasks)
            .map(run -> new double[] {run.workers(), Math.max(0.1, value.applyAsDouble(run))})
            .toList());
  }

  private static void plot(Path file, LogPlot plot) throws IOException {
    Files.writeString(file, plot.svg(), UTF_8);
    System.out.println(file);
  }

  /** The cores that there are, for real and simulated. */
  private static void anchor() throws InterruptedException, ExecutionException {
    int cores = Runtime.getRuntime().availableProcessors();
    Plan plan =
        new Plan(
            cores, ANCHOR_TASKS, UTILISATION, NS_PER_SECOND, (ANCHOR_SECONDS - 1) * NS_PER_SECOND);
    List<Stalls> stalls = stalls(cores);
    Histogram real = real(cores, plan.costNs());
    ScaleRun simulated = ScaleRun.of(plan, stalls, 1);
    System.out.printf(
        Locale.ROOT,
        "anchor: %d tasks on the %d cores of this machine, drift in µs%n",
        ANCHOR_TASKS,
        cores);
    System.out.printf(
        Locale.ROOT,
        "  real       p50 %8.0f  p90 %8.0f  p99 %8.0f%n",
        micros(real, 50),
        micros(real, 90),
        micros(real, 99));
    System.out.printf(
        Locale.ROOT,
        "  simulated  p50 %8.0f  p90 %8.0f  p99 %8.0f, floor p99 %.0f%n",
        micros(simulated.drift(), 50),
        micros(simulated.drift(), 90),
        micros(simulated.drift(), 99),
        micros(simulated.floor(), 99));
  }

  private static List<Stalls> stalls(int cores) throws InterruptedException, ExecutionException {
    long startNs = System.nanoTime() + SPIN_WARMUP_NS;
    Callable<Stalls> spinning =
        () -> spin(System::nanoTime, startNs, ANCHOR_SECONDS * NS_PER_SECOND);
    List<Stalls> stalls = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(cores)) {
      for (Future<Stalls> one : threads.invokeAll(Collections.nCopies(cores, spinning))) {
        stalls.add(one.get());
      }
    }
    return stalls;
  }

  /**
   * Spins until the start, and records from then on. All threads have one start, so that a stall of
   * the whole machine is at the same time on all cores.
   */
  static Stalls spin(LongSupplier clock, long startNs, long durationNs) {
    List<long[]> unused = gaps(clock, clock.getAsLong(), startNs);
    return new Stalls(gaps(clock, startNs, startNs + durationNs));
  }

  private static List<long[]> gaps(LongSupplier clock, long fromNs, long endNs) {
    List<long[]> gaps = new ArrayList<>();
    long lastNs = fromNs;
    while (lastNs - endNs < 0) {
      long nowNs = clock.getAsLong();
      if (nowNs - lastNs > STALL_NS) {
        gaps.add(new long[] {lastNs - fromNs, nowNs - lastNs});
      }
      lastNs = nowNs;
    }
    return gaps;
  }

  private static Histogram real(int cores, long costNs) throws InterruptedException {
    long steps = steps(costNs);
    Histogram drift = new ConcurrentHistogram(1, 3_600 * NS_PER_SECOND, 3);
    long measuredFromNs = System.nanoTime() + ANCHOR_WARMUP_SECONDS * NS_PER_SECOND;
    TickListener listener =
        tick -> {
          if (tick.scheduledNs() - measuredFromNs >= 0) {
            drift.recordValue(Math.max(0, tick.driftNs()));
          }
        };
    try (TickScheduler scheduler =
        TickSchedulers.named("partitioned").threads(cores).listener(listener).create()) {
      for (int i = 0; i < ANCHOR_TASKS; i++) {
        long seed = i + 1L;
        TaskHandle unused =
            scheduler.start(
                "t",
                ScaleRun.RATE,
                tick -> {
                  if (compute(seed, steps) == 0) {
                    throw new AssertionError("xorshift never becomes 0");
                  }
                });
      }
      Thread.sleep((ANCHOR_WARMUP_SECONDS + ANCHOR_SECONDS - 1) * 1_000L);
    }
    return drift;
  }

  /** How many steps take so long: by the quickest of many trials. */
  private static long steps(long ns) {
    long trial = 20_000;
    long quickestNs = Long.MAX_VALUE;
    for (int i = 0; i < 5_000; i++) {
      long startNs = System.nanoTime();
      if (compute(i + 1L, trial) != 0) {
        quickestNs = Math.min(quickestNs, System.nanoTime() - startNs);
      }
    }
    LockSupport.parkNanos(NS_PER_SECOND / 10); // so that no quota is spent
    return Math.max(1, ns * trial / quickestNs);
  }

  private static long compute(long seed, long steps) {
    long x = seed;
    for (long i = 0; i < steps; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
