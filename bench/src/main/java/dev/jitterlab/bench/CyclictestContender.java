package dev.jitterlab.bench;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The control: rt-tests' cyclictest, one thread at 1 kHz on clock_nanosleep with absolute
 * deadlines, as in Tinetti's paper (figures 3, 5 and 6). It runs like this in every scenario,
 * whatever the schedulers have to do there, so that each table shows how the machine was.
 *
 * <p>It runs under the same conditions as the schedulers: the same policy, default timer slack, and
 * {@code --default-system}, because it would otherwise keep all cores out of their sleep states for
 * as long as it runs, and for itself alone. It needs no warm-up; its histogram also has the tenth
 * of a second before the measured window.
 */
record CyclictestContender(Path program, Policy policy, Time time) implements Contender {
  static final String NAME = "cyclictest";

  private static final String RESULT = "cyclictest.json";
  private static final int INTERVAL_MICROS = 1_000;

  /** Higher latencies are known by count and maximum only; memory is taken for each microsecond. */
  private static final int HISTOGRAM_MICROS = 100_000;

  private static final double START_SECONDS = 0.1;
  private static final double END_SECONDS = 0.2;

  @Override
  public String name() {
    return NAME + policy.suffix();
  }

  @Override
  public String scheduler() {
    return NAME;
  }

  @Override
  public String waiting() {
    return "clock_nanosleep";
  }

  @Override
  public double overheadSeconds() {
    return START_SECONDS + MARGIN_SECONDS + END_SECONDS;
  }

  @Override
  public Measurement measure(BenchCell cell, Processes processes, Runnable look)
      throws InterruptedException {
    LabProcess process = processes.start(cell.id(), cell.round(), command(), cell.folder());
    processes.watch(START_SECONDS, look);
    UsageMeter meter = new UsageMeter(process.onHost(), false, time);
    QuietWatch.watch(processes, cell.seconds(), look);
    Measurement.Usage usage = meter.read();
    processes.watch(MARGIN_SECONDS, look);
    processes.end(process);
    CyclictestResult result =
        CyclictestResult.read(cell.folder().resolve(RESULT), process.lastWords());
    return new Measurement(
        result.drift(INTERVAL_MICROS),
        Optional.empty(),
        result.missed(INTERVAL_MICROS),
        Optional.empty(),
        usage);
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.add("--quiet");
    command.add("--default-system");
    policy
        .fifoPriority()
        .ifPresentOrElse(
            priority -> command.addAll(List.of("--policy=fifo", "--priority=" + priority)),
            () -> command.add("--policy=other"));
    command.add("--interval=" + INTERVAL_MICROS);
    command.add("--histogram=" + HISTOGRAM_MICROS);
    command.add("--histfile=/dev/null");
    command.add("--json=" + RESULT);
    return command;
  }
}
