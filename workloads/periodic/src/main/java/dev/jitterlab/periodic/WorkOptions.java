package dev.jitterlab.periodic;

import dev.jitterlab.tick.TickTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options that say what a tick does. */
final class WorkOptions {
  /** Longer ticks would be a mistyped unit. */
  private static final long MAX_TICK_MICROS = 10_000_000;

  /** More garbage per tick would be a mistyped unit, too. */
  private static final int MAX_ALLOCATION_BYTES = 64 << 20;

  @Option(
      names = "--tick-us",
      defaultValue = "0",
      description = "CPU time that each tick takes, in microseconds.")
  private long tickMicros;

  @Option(
      names = "--allocate",
      paramLabel = "<bytes>",
      defaultValue = "0",
      description = "Bytes of short-lived objects that each tick allocates.")
  private int allocationBytes;

  /** Returns how many bytes a tick allocates. */
  int allocationBytes() {
    return allocationBytes;
  }

  /** Returns how many steps of {@link BusyWork} take the CPU time asked for. */
  long busySteps() {
    return BusyWork.steps(TimeUnit.MICROSECONDS.toNanos(tickMicros), System::nanoTime);
  }

  /**
   * Finds out what a tick has to do, after {@link #check}, and returns what makes the work of one
   * task.
   */
  Supplier<TickTask> work() {
    long steps = busySteps();
    return () -> {
      TickTask busy = BusyWork.ofSteps(steps);
      if (allocationBytes == 0) {
        return busy;
      }
      Garbage garbage = new Garbage(allocationBytes);
      return tick -> {
        garbage.tick(tick);
        busy.tick(tick);
      };
    };
  }

  /**
   * Refuses what no tick can do.
   *
   * @throws IllegalArgumentException for what is asked for then
   */
  void check() {
    if (tickMicros < 0 || tickMicros > MAX_TICK_MICROS) {
      throw new IllegalArgumentException(
          "--tick-us is 0 to " + MAX_TICK_MICROS + ", not " + tickMicros);
    }
    if (allocationBytes < 0 || allocationBytes > MAX_ALLOCATION_BYTES) {
      throw new IllegalArgumentException(
          "--allocate is 0 to " + MAX_ALLOCATION_BYTES + " bytes, not " + allocationBytes);
    }
  }
}
