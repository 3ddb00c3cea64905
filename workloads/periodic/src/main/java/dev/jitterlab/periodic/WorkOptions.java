package dev.jitterlab.periodic;

import dev.jitterlab.settings.Setting;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The options that say what a tick does. */
final class WorkOptions {
  // More would be a mistyped unit; so would more garbage.
  @Setting(min = 0, max = 10_000_000)
  @Option(names = "--tick-us", description = "CPU time that each tick takes, in microseconds.")
  private long tickMicros;

  @Setting(min = 0, max = 64 << 20)
  @Option(
      names = "--allocate",
      paramLabel = "<bytes>",
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

  /** Finds out what a tick has to do, and returns what makes the work of one task. */
  Supplier<Runnable> work() {
    long steps = busySteps();
    return () -> {
      Runnable busy = BusyWork.ofSteps(steps);
      if (allocationBytes == 0) {
        return busy;
      }
      Garbage garbage = new Garbage(allocationBytes);
      return () -> {
        garbage.run();
        busy.run();
      };
    };
  }
}
