package dev.jitterlab.periodic;

import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.Rate;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The options that say which program ticks, and beside what. */
final class ProgramOptions {
  /** Who ticks. */
  enum Program {
    /** The tick library, in this process. */
    JAVA,
    /** {@code periodic-loop.c}, in a process of its own. */
    C_LOOP,
    /** rt-tests' cyclictest, in a process of its own. */
    CYCLICTEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What else runs on the machine. */
  enum Load {
    /** Nothing that this process started. */
    NONE,
    /** stress-ng on all processors. */
    CPU;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Setting
  @Option(
      names = "--program",
      description =
          "Who ticks: ${COMPLETION-CANDIDATES}; the last two have one task, and take their own"
              + " program: a C compiler, or cyclictest.")
  private Program program = Program.JAVA;

  @Setting
  @Option(
      names = "--stress",
      description = "What runs beside it: ${COMPLETION-CANDIDATES}, stress-ng on all processors.")
  private Load stress = Load.NONE;

  /** Returns who ticks. */
  Program program() {
    return program;
  }

  /** Returns whether stress-ng is asked for. */
  boolean isStressed() {
    return stress == Load.CPU;
  }

  /**
   * Returns the one task's rate.
   *
   * @throws IllegalArgumentException if there are more tasks, or options that the program ignores
   */
  Rate onlyRate(List<StartPlan.Start> starts, SchedulerOptions scheduling, WorkOptions work) {
    if (starts.size() != 1) {
      throw new IllegalArgumentException(
          "--program=" + program + " has one task, such as --tasks=1@1000; found " + starts.size());
    }
    List<String> ignored = scheduling.ofSchedulersOnly();
    if (!ignored.isEmpty()) {
      throw new IllegalArgumentException(
          "--program="
              + program
              + " ticks on one thread of its own program, by its own schedule: leave out "
              + String.join(", ", ignored));
    }
    if (work.allocationBytes() > 0) {
      throw new IllegalArgumentException("--program=" + program + " has no heap: no --allocate");
    }
    if (work.hasLongTicks()) {
      throw new IllegalArgumentException(
          "--program=" + program + " has ticks of one length: no --long-one-in");
    }
    Rate rate = starts.get(0).rate();
    if (program == Program.CYCLICTEST) {
      if (work.busySteps() > 0) {
        throw new IllegalArgumentException(
            "cyclictest's ticks do nothing: no --tick-us, no --tick-steps");
      }
      if (rate.periodNs() % TimeUnit.MICROSECONDS.toNanos(1) != 0) {
        throw new IllegalArgumentException(
            "cyclictest's period is whole microseconds, which that of " + rate + " is not");
      }
    }
    return rate;
  }

  /**
   * Returns what makes the program tick.
   *
   * @param compiled the loop in C; null for cyclictest
   * @param onEnd is run if the program ends by itself
   */
  Ticking.Source source(
      Rate rate, Path compiled, SchedulerOptions scheduling, WorkOptions work, Runnable onEnd) {
    Integer fifo = scheduling.fifo();
    String remedy =
        fifo == null
            ? "Does it run by hand?"
            : "Run it as root or after 'ulimit -r " + fifo + "', or leave --fifo out.";
    return (listener, jitter) -> {
      ExternalTask task =
          new ExternalTask(program.toString(), rate, jitter.ofTask().andThen(listener));
      return compiled == null
          ? new NativeProgram(
              program.toString(),
              Cyclictest.command(rate.periodNs(), fifo),
              new Cyclictest(task, rate.periodNs()),
              onEnd,
              "Debian: apt-get install rt-tests. " + remedy)
          : new NativeProgram(
              program.toString(),
              CLoop.command(compiled, rate.periodNs(), work.busySteps(), fifo),
              CLoop.reader(task),
              onEnd,
              remedy);
    };
  }
}
