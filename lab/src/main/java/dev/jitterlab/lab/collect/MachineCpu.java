package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the machine's cores did in a measured time.
 *
 * @param totalSeconds CPU time of all cores in all states: cores × length of that time
 * @param idleSeconds of it, time without work
 * @param stealSeconds of it, time that the hypervisor gave to other guests
 * @param workSeconds of it, time in processes and the kernel's work for them; without interrupts
 */
public record MachineCpu(
    double totalSeconds, double idleSeconds, double stealSeconds, double workSeconds) {
  /** If the hypervisor takes a greater share away in a measurement, its figures do not count. */
  public static final double MOST_STOLEN = 0.05;

  private static final String METRIC = LabMetrics.MACHINE_CPU;

  /** Reads the samples; empty without those of the machine. */
  public static Optional<MachineCpu> during(MeasuredWindows windows, SamplesReader samples) {
    Optional<Double> total = samples.increase(LabMetrics.MACHINE, METRIC, null, windows);
    Map<String, Double> states = byState(windows, samples);
    Double idle = states.get("idle");
    Double steal = states.get("steal");
    if (total.isEmpty() || idle == null || steal == null || total.get() <= 0) {
      return Optional.empty();
    }
    double work = 0;
    for (String state : List.of("user", "nice", "system")) {
      work += states.getOrDefault(state, 0.0);
    }
    return Optional.of(new MachineCpu(total.get(), idle, steal, work));
  }

  /** Over the cores that there are: where some are offline, their numbers have gaps. */
  private static Map<String, Double> byState(MeasuredWindows windows, SamplesReader samples) {
    Map<String, Double> seconds = new HashMap<>();
    for (Window window : windows.parts()) {
      samples
          .increases(LabMetrics.MACHINE, METRIC, null, window.from(), window.to())
          .forEach(
              (labels, grown) ->
                  SeriesSelector.value(labels, "state")
                      .ifPresent(state -> seconds.merge(state, grown, Double::sum)));
    }
    return seconds;
  }

  /** The share of the CPU time that was not idle. */
  public double load() {
    return 1 - idleSeconds / totalSeconds;
  }

  /** The share of the CPU time that the hypervisor took away. */
  public double stealRatio() {
    return stealSeconds / totalSeconds;
  }
}
