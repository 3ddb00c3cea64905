package dev.jitterlab.periodic;

import dev.jitterlab.settings.Setting;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options that say what a tick does. */
final class WorkOptions {
  // More would be a mistyped unit; so would more garbage.
  @Setting(min = 0, max = 10_000_000)
  @Option(names = "--tick-us", description = "CPU time that each tick takes, in microseconds.")
  private long tickMicros;

  @Setting(min = 0, max = 1_000_000_000)
  @Option(
      names = "--tick-steps",
      description =
          "Steps of arithmetic that each tick does, instead of --tick-us: exactly the same work in"
              + " every process. A step takes about a nanosecond.")
  private long tickSteps;

  @Setting(min = 0, max = 1_000_000_000)
  @Option(
      names = "--long-one-in",
      description =
          "One tick in so many, at random, takes --long-us more; others in every process. 0: none.")
  private int longOneIn;

  @Setting(min = 0, max = 10_000_000)
  @Option(
      names = "--long-us",
      description = "CPU time that a long tick takes beside the others', in microseconds.")
  private long longMicros;

  @Setting(min = 0, max = 64 << 20)
  @Option(
      names = "--allocate",
      paramLabel = "<bytes>",
      description = "Bytes of short-lived objects that each tick allocates.")
  private int allocationBytes;

  /**
   * Checks the options against each other.
   *
   * @throws IllegalArgumentException if they mean nothing together
   */
  void check() {
    if (tickMicros > 0 && tickSteps > 0) {
      throw new IllegalArgumentException(
          "--tick-us="
              + tickMicros
              + " and --tick-steps="
              + tickSteps
              + " both say what a tick takes: leave one out");
    }
    if ((longOneIn > 0) != (longMicros > 0)) {
      throw new IllegalArgumentException(
          "--long-one-in and --long-us belong together, such as --long-one-in=100 --long-us=60000");
    }
  }

  /** Returns how many bytes a tick allocates. */
  int allocationBytes() {
    return allocationBytes;
  }

  /** Returns whether some ticks are longer than others. */
  boolean hasLongTicks() {
    return longOneIn > 0;
  }

  /** Returns how many steps of {@link BusyWork} a tick does. */
  long busySteps() {
    return tickSteps > 0 ? tickSteps : calibrated(tickMicros);
  }

  private static long calibrated(long micros) {
    return BusyWork.steps(TimeUnit.MICROSECONDS.toNanos(micros), System::nanoTime);
  }

  /** Finds out what a tick has to do, and returns what makes the work of one task. */
  Supplier<Runnable> work() {
    long steps = busySteps();
    long longSteps = calibrated(longMicros);
    SplittableRandom seeds = new SplittableRandom(); // equal processes would hide what chance does
    return () -> {
      Runnable work = BusyWork.ofSteps(steps);
      if (allocationBytes > 0) {
        work = then(new Garbage(allocationBytes), work);
      }
      return hasLongTicks()
          ? then(work, new LongTicks(longOneIn, BusyWork.ofSteps(longSteps), seeds.split()))
          : work;
    };
  }

  private static Runnable then(Runnable first, Runnable second) {
    return () -> {
      first.run();
      second.run();
    };
  }
}
