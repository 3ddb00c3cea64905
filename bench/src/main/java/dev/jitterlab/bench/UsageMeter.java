package dev.jitterlab.bench;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.ProcessUsage;
import java.util.Map;

/** Measures from its creation on what a process uses. For one thread. */
final class UsageMeter {
  private static final ProcessUsage NOTHING = new ProcessUsage(0, Map.of());

  private final HostProcess process;
  private final boolean ofChild;
  private final Time time;
  private final ProcessUsage atStart;
  private final long startNs;

  /**
   * @param ofChild means the first process that it has started, instead
   */
  UsageMeter(HostProcess process, boolean ofChild, Time time) {
    this.process = process;
    this.ofChild = ofChild;
    this.time = time;
    this.atStart = process.usage(ofChild).orElse(NOTHING);
    this.startNs = time.nanoTime();
  }

  /** What was used up to now. */
  Measurement.Usage read() {
    double seconds = (time.nanoTime() - startNs) / 1e9;
    ProcessUsage now = process.usage(ofChild).orElse(atStart);
    return new Measurement.Usage(
        seconds,
        now.cpuSecondsSince(atStart),
        now.contextSwitchesSince(atStart),
        ThreadRole.timesOf(now.threadsSince(atStart)));
  }
}
