package dev.jitterlab.bench.http;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.ProcessUsage;
import java.util.Map;

/** How many CPUs a process uses, from the meter's creation to the last look. For one thread. */
final class CpuMeter {
  private static final ProcessUsage NOTHING = new ProcessUsage(0, Map.of());

  private final HostProcess process;
  private final Time time;
  private final ProcessUsage atStart;
  private final long startNs;
  private double cores;

  CpuMeter(HostProcess process, Time time) {
    this.process = process;
    this.time = time;
    this.atStart = process.usage(false).orElse(NOTHING);
    this.startNs = time.nanoTime();
  }

  /** Looks; once the process has ended, the look before stands. */
  void look() {
    double seconds = (time.nanoTime() - startNs) / 1e9;
    process
        .usage(false)
        .filter(now -> seconds > 0 && now.cpuSeconds() > 0)
        .ifPresent(now -> cores = now.cpuSecondsSince(atStart) / seconds);
  }

  double cores() {
    return cores;
  }
}
