package dev.jitterlab.lab.process;

import static dev.jitterlab.lab.run.LabMetrics.MACHINE;
import static dev.jitterlab.lab.run.LabMetrics.OTHER_CPU;
import static dev.jitterlab.lab.run.LabMetrics.OTHER_LABS;
import static dev.jitterlab.lab.run.LabMetrics.SESSION_CPU;

import dev.jitterlab.lab.run.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Samples what every process of the machine has used. Stateless and thread-safe. */
final class SessionSampler {
  /** Processes are read one after the other: a number that was given again may close a circle. */
  private static final int MOST_GENERATIONS = 64;

  private static final String LAB_JAR = "jitterlab-cli.jar";

  /** What stands between the jar and the command where a campaign starts a run. */
  private static final String MAIN = "dev.jitterlab.cli.Main";

  private static final Set<String> MEASURING =
      Set.of("run", "resume", "ab", "bench", "doctor", "size");

  private final ProcFiles proc;

  SessionSampler(ProcFiles proc) {
    this.proc = proc;
  }

  /**
   * Those of the run, with all that they have started, in {@code lab_session_cpu_seconds_total},
   * and each other one in {@code lab_other_cpu_seconds_total} of the machine. What a process of the
   * run started is the run's also in a session of its own, as stress-ng has one. Reads a file for
   * every process.
   *
   * @param sources process id to source of those of the run; each leads a session, but for the lab
   *     itself
   */
  void sample(double at, Map<Long, String> sources, List<Sample> into) {
    Map<Long, ProcessStat> stats = new LinkedHashMap<>();
    for (long pid : proc.processes()) {
      proc.stat(pid).ifPresent(stat -> stats.put(pid, stat));
    }
    Map<String, Double> sessions = new LinkedHashMap<>();
    stats.forEach(
        (pid, stat) -> {
          String source = sources.get(pid);
          String owner = owner(stat, stats, sources);
          if (source != null && !sources.containsKey(stat.session())) {
            sessions.merge(source, stat.cpuSeconds(), Double::sum);
          } else if (owner != null) {
            sessions.merge(owner, stat.familyCpuSeconds(), Double::sum);
          } else if (stat.familyCpuSeconds() > 0) {
            into.add(other(at, pid, stat));
            if (isLab(pid)) {
              into.add(new Sample(at, MACHINE, OTHER_LABS, "pid=\"" + pid + '"', 1));
            }
          }
        });
    sessions.forEach(
        (source, seconds) -> into.add(new Sample(at, source, SESSION_CPU, "", seconds)));
  }

  /** Whether it is a lab that measures; one that makes a report is only another program. */
  private boolean isLab(long pid) {
    List<String> words =
        Stream.of(String.join("\n", proc.lines(pid + "/cmdline")).split("\0", -1))
            .filter(word -> !word.equals(MAIN))
            .toList();
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i - 1).endsWith(LAB_JAR) && MEASURING.contains(words.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** The process of the run in whose session it is, or that started it; null if there is none. */
  private static String owner(
      ProcessStat stat, Map<Long, ProcessStat> stats, Map<Long, String> sources) {
    ProcessStat one = stat;
    for (int generation = 0; one != null && generation < MOST_GENERATIONS; generation++) {
      String owner = sources.getOrDefault(one.session(), sources.get(one.parent()));
      if (owner != null) {
        return owner;
      }
      one = stats.get(one.parent());
    }
    return null;
  }

  private static Sample other(double at, long pid, ProcessStat stat) {
    String command = stat.command().replaceAll("[\\\\\"\\p{Cntrl}]", "?");
    String labels = "command=\"" + command + "\",pid=\"" + pid + '"';
    return new Sample(at, MACHINE, OTHER_CPU, labels, stat.familyCpuSeconds());
  }
}
