package dev.jitterlab.cli;

import dev.jitterlab.bench.locks.LockChoice;
import dev.jitterlab.bench.locks.LocksBench;
import dev.jitterlab.bench.locks.LocksTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab bench locks}: what bounded barging costs and gives, over k. */
@Command(
    name = "locks",
    description = {
      "Compare the lock of dev.jitterlab.lock, for several k, with the JDK's ReentrantLock.",
      "It prints throughput, p99.9 wait and the stated bound, by number of threads and length of"
          + " the critical section. See docs/lock.md."
    })
public final class BenchLocksCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 4_096;
  private static final int MOST_SECTION_NS = 1_000_000_000;
  private static final int MOST_BARGES = 1 << 20;
  private static final int MOST_ROUNDS = 1_000;
  private static final double MOST_SECONDS = 600;

  @Option(
      names = "--threads",
      paramLabel = "N",
      split = ",",
      description = "Numbers of threads (default: 2,4,16,64).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--sections",
      paramLabel = "NS",
      split = ",",
      description = "CPU time while the lock is held, in nanoseconds (default: 100,1000,10000).")
  private List<Integer> sectionsNs = List.of();

  @Option(
      names = "--barges",
      paramLabel = "K",
      split = ",",
      description =
          "Values of k: how many threads may overtake the longest waiter (default:"
              + " 1,16,64,256,4096).")
  private List<Integer> barges = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of JVMs of each (default: as many as ten minutes allow, at least 2).")
  private Integer rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.4",
      description = "Measured time of each JVM (default: 0.4).")
  private double seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Decides the order (default: 1).")
  private long seed;

  @Option(
      names = "--quick",
      description =
          "Take about a minute: 4 and 16 threads and sections of 1 µs, unless you set others.")
  private boolean quick;

  @Mixin private BenchOptions bench;
  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    LockChoice choice = choice();
    return bench.run(
        (folder, progress) -> LocksBench.prepare(choice, folder, progress).run(),
        output,
        LocksTable::render);
  }

  private LockChoice choice() {
    threads.forEach(number -> NumberBounds.require("--threads", number, 2, MOST_THREADS));
    sectionsNs.forEach(number -> NumberBounds.require("--sections", number, 0, MOST_SECTION_NS));
    barges.forEach(number -> NumberBounds.require("--barges", number, 0, MOST_BARGES));
    NumberBounds.require("--seconds", seconds, 0.01, MOST_SECONDS);
    return new LockChoice(
        threads,
        sectionsNs,
        barges,
        NumberBounds.optional("--rounds", rounds, 1, MOST_ROUNDS),
        seconds,
        seed,
        quick);
  }
}
