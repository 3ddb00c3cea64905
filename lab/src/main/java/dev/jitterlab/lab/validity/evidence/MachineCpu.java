package dev.jitterlab.lab.validity.evidence;

import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.List;
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
  private static final String METRIC = LabMetrics.MACHINE_CPU;

  /** Reads the samples; empty without them. */
  public static Optional<MachineCpu> during(MeasuredWindows windows, Evidence evidence) {
    Optional<Double> total = evidence.increase(LabMetrics.MACHINE, METRIC, null, windows);
    Optional<Double> idle = ofState("idle", windows, evidence);
    Optional<Double> steal = ofState("steal", windows, evidence);
    if (total.isEmpty() || idle.isEmpty() || steal.isEmpty() || total.get() <= 0) {
      return Optional.empty();
    }
    double work = 0;
    for (String state : List.of("user", "nice", "system")) {
      work += ofState(state, windows, evidence).orElse(0.0);
    }
    return Optional.of(new MachineCpu(total.get(), idle.get(), steal.get(), work));
  }

  private static Optional<Double> ofState(
      String state, MeasuredWindows windows, Evidence evidence) {
    double sum = 0;
    int cpu = 0;
    for (Optional<Double> seconds = ofCpu(cpu, state, windows, evidence);
        seconds.isPresent();
        seconds = ofCpu(++cpu, state, windows, evidence)) {
      sum += seconds.get();
    }
    return cpu == 0 ? Optional.empty() : Optional.of(sum);
  }

  private static Optional<Double> ofCpu(
      int cpu, String state, MeasuredWindows windows, Evidence evidence) {
    String labels = "cpu=\"" + cpu + "\",state=\"" + state + "\"";
    return evidence.increase(LabMetrics.MACHINE, METRIC, labels, windows);
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
