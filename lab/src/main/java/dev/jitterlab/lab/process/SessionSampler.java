package dev.jitterlab.lab.process;

import static dev.jitterlab.lab.run.LabMetrics.MACHINE;
import static dev.jitterlab.lab.run.LabMetrics.OTHER_CPU;
import static dev.jitterlab.lab.run.LabMetrics.SESSION_CPU;

import dev.jitterlab.lab.run.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples what every process of the machine has used. Stateless and thread-safe. */
final class SessionSampler {
  private final ProcFiles proc;

  SessionSampler(ProcFiles proc) {
    this.proc = proc;
  }

  /**
   * Those of the run, with all that they have started, in {@code lab_session_cpu_seconds_total},
   * and each other one in {@code lab_other_cpu_seconds_total} of the machine. Reads a file for
   * every process.
   *
   * @param sources process id to source of those of the run; each leads a session, but for the lab
   *     itself
   */
  void sample(double at, Map<Long, String> sources, List<Sample> into) {
    Map<String, Double> sessions = new LinkedHashMap<>();
    for (long pid : proc.processes()) {
      proc.stat(pid)
          .ifPresent(
              stat -> {
                String source = sources.get(pid);
                String session = sources.get(stat.session());
                if (source != null && session == null) {
                  sessions.merge(source, stat.cpuSeconds(), Double::sum);
                } else if (session != null) {
                  sessions.merge(session, stat.familyCpuSeconds(), Double::sum);
                } else if (stat.familyCpuSeconds() > 0) {
                  into.add(other(at, pid, stat));
                }
              });
    }
    sessions.forEach(
        (source, seconds) -> into.add(new Sample(at, source, SESSION_CPU, "", seconds)));
  }

  private static Sample other(double at, long pid, ProcessStat stat) {
    String command = stat.command().replaceAll("[\\\\\"\\p{Cntrl}]", "?");
    String labels = "command=\"" + command + "\",pid=\"" + pid + '"';
    return new Sample(at, MACHINE, OTHER_CPU, labels, stat.familyCpuSeconds());
  }
}
