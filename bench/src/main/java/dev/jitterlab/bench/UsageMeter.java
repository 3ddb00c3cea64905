package dev.jitterlab.bench;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.ProcFiles;
import dev.jitterlab.lab.collect.ProcessUsage;
import java.util.Map;

/** Measures from its creation on what a process uses. For one thread. */
final class UsageMeter {
  private static final ProcessUsage NOTHING = new ProcessUsage(0, Map.of());

  private final ProcFiles proc;
  private final Time time;
  private final long pid;
  private final ProcessUsage atStart;
  private final long startNs;

  UsageMeter(ProcFiles proc, Time time, long pid) {
    this.proc = proc;
    this.time = time;
    this.pid = pid;
    this.atStart = proc.usage(pid).orElse(NOTHING);
    this.startNs = time.nanoTime();
  }

  /** What was used up to now. */
  Measurement.Usage read() {
    double seconds = (time.nanoTime() - startNs) / 1e9;
    ProcessUsage now = proc.usage(pid).orElse(atStart);
    return new Measurement.Usage(
        seconds, now.cpuSecondsSince(atStart), now.contextSwitchesSince(atStart));
  }
}
