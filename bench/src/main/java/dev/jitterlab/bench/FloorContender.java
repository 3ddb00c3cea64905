package dev.jitterlab.bench;

import dev.jitterlab.lab.host.Processes;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The floor under every scheduler's drift. In its turn it records how the cores stall, for as long
 * as the others are measured; then it simulates the {@link IdealScheduler} on them. So the floor of
 * a round is of the same minutes as the schedulers of that round.
 */
record FloorContender(StallMeter meter) implements Contender {
  /** In results, and as a control. */
  static final String NAME = "floor";

  /** Finds out what the machine itself does to threads that want to run all the time. */
  interface StallMeter {
    /** Of each core; takes a little longer than so many seconds. */
    List<CoreStalls> record(int seconds) throws InterruptedException;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String scheduler() {
    return NAME;
  }

  @Override
  public String waiting() {
    return "simulated";
  }

  @Override
  public Policy policy() {
    return Policy.OTHER;
  }

  @Override
  public double overheadSeconds() {
    return SpinGaps.WARMUP_SECONDS + MARGIN_SECONDS;
  }

  @Override
  public boolean runsIn(TickScenario scenario) {
    return IdealScheduler.canServe(scenario);
  }

  /** {@inheritDoc} Looks only once, since the cores are to be left alone. */
  @Override
  public Measurement measure(BenchCell cell, Processes processes, Runnable look)
      throws InterruptedException {
    look.run();
    List<CoreStalls> cores = meter.record(cell.seconds() + MARGIN_SECONDS);
    IdealScheduler.Outcome outcome = IdealScheduler.run(cell.scenario(), cores);
    double seconds = cell.seconds();
    return new Measurement(
        outcome.drift(),
        Optional.empty(),
        outcome.missed(),
        Optional.empty(),
        new Measurement.Usage(
            seconds, IdealScheduler.cores(cell.scenario()) * seconds, 0, Map.of()));
  }
}
