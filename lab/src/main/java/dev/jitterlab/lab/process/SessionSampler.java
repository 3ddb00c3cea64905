package dev.jitterlab.lab.process;

import static dev.jitterlab.lab.run.LabMetrics.KERNEL_CPU;
import static dev.jitterlab.lab.run.LabMetrics.LAB;
import static dev.jitterlab.lab.run.LabMetrics.MACHINE;
import static dev.jitterlab.lab.run.LabMetrics.OTHER_CPU;
import static dev.jitterlab.lab.run.LabMetrics.OTHER_LABS;
import static dev.jitterlab.lab.run.LabMetrics.SESSION_CPU;

import dev.jitterlab.lab.run.Sample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Samples what every process of the machine has used. Thread-safe.
 *
 * <p>A process is the run's if one of these holds: it is in the session of a process that the lab
 * started; such a one is among its parents; either was so when it was last looked at; or it has
 * inherited the lab's own mark in its environment ({@link Guardian#OWNER_VARIABLE}), which is a
 * random number. A process id alone is no evidence, for ids are used again: it counts with the time
 * of the start. So a helper that leaves session and parents is the run's, unless it clears its
 * environment too before it is first seen, and no process of somebody else's can be.
 */
final class SessionSampler {
  /** The environment variable that says which process of the run has started this one. */
  static final String SOURCE_VARIABLE = "JITTERLAB_PROCESS";

  /** A process that the lab has started, the lab itself included. */
  record Origin(String source, long startTicks) {}

  private record Identity(long pid, long startTicks) {}

  /**
   * A process of the run, when it was last looked at.
   *
   * @param parent the process id of its parent
   */
  private record Kin(String source, double cpuSeconds, long parent) {}

  /** Processes are read one after the other: a number that was given again may close a circle. */
  private static final int MOST_GENERATIONS = 64;

  private static final String LAB_JAR = "jitterlab-cli.jar";

  /** What stands between the jar and the command where a campaign starts a run. */
  private static final String MAIN = "dev.jitterlab.cli.Main";

  private static final Set<String> MEASURING =
      Set.of("run", "resume", "ab", "bench", "doctor", "size");

  private final ProcFiles proc;
  private final String mark;
  private Map<Identity, Kin> kin = Map.of();
  private Set<Identity> strangers = Set.of();

  /** What each thread of the kernel had used when it was last looked at, in seconds. */
  private Map<Identity, Double> kernelThreads = Map.of();

  /** What they have all used: those that have ended stay in it, so that the sum never falls. */
  private double kernelSeconds;

  /** What those had used whose end nobody of the run saw, by source: a sum must not shrink. */
  private final Map<String, Double> ended = new LinkedHashMap<>();

  /**
   * @param owner the value of {@link Guardian#OWNER_VARIABLE} of all that the lab starts
   */
  SessionSampler(ProcFiles proc, String owner) {
    this.proc = proc;
    this.mark = Guardian.OWNER_VARIABLE + "=" + owner;
  }

  /**
   * Those of the run, with all that they have started, in {@code lab_session_cpu_seconds_total},
   * and each other one in {@code lab_other_cpu_seconds_total} of the machine. What a process of the
   * run started is the run's also in a session of its own, as stress-ng has one. Reads a file for
   * every process, and another one of those that it sees for the first time.
   *
   * @param origins process id to those of the run; each leads a session, but for the lab itself
   */
  synchronized void sample(double at, Map<Long, Origin> origins, List<Sample> into) {
    Map<Long, ProcessStat> stats = new LinkedHashMap<>();
    for (long pid : proc.processes()) {
      proc.stat(pid).ifPresent(stat -> stats.put(pid, stat));
    }
    Map<Long, String> sources = new LinkedHashMap<>();
    origins.forEach(
        (pid, origin) -> {
          ProcessStat now = stats.get(pid);
          if (now == null || now.startTicks() == origin.startTicks()) {
            sources.put(pid, origin.source());
          }
        });
    Map<Identity, Kin> found = new LinkedHashMap<>();
    Set<Identity> others = new HashSet<>();
    takeKernelThreads(stats);
    if (kernelSeconds > 0) {
      into.add(new Sample(at, MACHINE, KERNEL_CPU, "", kernelSeconds));
    }
    Map<String, Double> sessions = new LinkedHashMap<>();
    stats.forEach(
        (pid, stat) -> {
          String source = sources.get(pid);
          Identity identity = new Identity(pid, stat.startTicks());
          String byParent = owner(stat, stats, sources);
          String owner = byParent == null ? owner(identity) : byParent;
          if (owner == null) {
            others.add(identity);
          } else {
            found.put(identity, new Kin(owner, stat.familyCpuSeconds(), stat.parent()));
          }
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
    Map<Long, Identity> before = new HashMap<>();
    kin.keySet().forEach(identity -> before.put(identity.pid(), identity));
    kin.forEach(
        (identity, last) -> {
          if (!found.containsKey(identity) && !isInherited(last, before, found)) {
            ended.merge(last.source(), last.cpuSeconds(), Double::sum);
          }
        });
    kin = found;
    strangers = others;
    ended.forEach((source, seconds) -> sessions.computeIfPresent(source, (_, s) -> s + seconds));
    sessions.forEach(
        (source, seconds) -> into.add(new Sample(at, source, SESSION_CPU, "", seconds)));
  }

  /** Whether an ancestor of the run lives, which gets the CPU time of what has ended below it. */
  private boolean isInherited(Kin ended, Map<Long, Identity> before, Map<Identity, Kin> living) {
    Kin one = ended;
    for (int generation = 0; one != null && generation < MOST_GENERATIONS; generation++) {
      Identity parent = before.get(one.parent());
      if (parent == null) {
        return false;
      }
      if (living.containsKey(parent)) {
        return true;
      }
      one = kin.get(parent);
    }
    return false;
  }

  /** Adds what they used since they were last looked at, and removes them. */
  private void takeKernelThreads(Map<Long, ProcessStat> stats) {
    Map<Identity, Double> threads = new LinkedHashMap<>();
    stats.forEach(
        (pid, stat) -> {
          if (stat.isKernelThread()) {
            Identity identity = new Identity(pid, stat.startTicks());
            threads.put(identity, stat.cpuSeconds());
            kernelSeconds += stat.cpuSeconds() - kernelThreads.getOrDefault(identity, 0.0);
          }
        });
    stats.values().removeIf(ProcessStat::isKernelThread);
    kernelThreads = threads;
  }

  /** Whether it is a lab that measures; one that makes a report is only another program. */
  private boolean isLab(long pid) {
    List<String> words =
        proc.words(pid + "/cmdline").stream().filter(word -> !word.equals(MAIN)).toList();
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i - 1).endsWith(LAB_JAR) && MEASURING.contains(words.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** The process of the run that a process without parents of the run comes from; null for none. */
  private String owner(Identity identity) {
    if (strangers.contains(identity)) {
      return null;
    }
    Kin known = kin.get(identity);
    if (known != null) {
      return known.source();
    }
    List<String> environment = proc.words(identity.pid() + "/environ");
    return environment.contains(mark)
        ? environment.stream()
            .filter(word -> word.startsWith(SOURCE_VARIABLE + "="))
            .map(word -> word.substring(SOURCE_VARIABLE.length() + 1))
            .findFirst()
            .orElse(LAB)
        : null;
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
