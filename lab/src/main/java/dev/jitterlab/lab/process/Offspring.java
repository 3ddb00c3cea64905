package dev.jitterlab.lab.process;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds all that has come from the processes of a lab. Immutable.
 *
 * <p>A process comes from another one if it descends from it, if it is in its session while that
 * one lives, or if its environment has the marks that {@link Children} gave to that one. What
 * descends from such a process comes from it too. So a helper is found that has left its parent and
 * its session, as after a double fork; unless its environment was cleared or written over too.
 *
 * <p>The lab's mark is a random number, so nobody else has it. A process that cannot be read is
 * nobody's. One is named by a handle that was taken before its files were read: a handle sends no
 * signal to a later process with the same id.
 */
final class Offspring {
  private final ProcFiles proc;
  private final String mark;

  /** Nothing that the lab has started is older than the lab itself. */
  private final long sinceTicks;

  /**
   * @param owner the value of {@link Guardian#OWNER_VARIABLE} of all that the lab starts
   */
  Offspring(ProcFiles proc, String owner) {
    this.proc = proc;
    this.mark = Guardian.OWNER_VARIABLE + "=" + owner;
    this.sinceTicks = proc.startTicks(ProcessHandle.current().pid()).orElse(0);
  }

  /** These processes, what comes from them, and all else that has the lab's mark. */
  Set<ProcessHandle> ofAll(Collection<Process> started) {
    return find(started, Set.of(), List.of(mark));
  }

  /**
   * One process, and what comes from it.
   *
   * @param id its source in the samples
   * @param started all processes of the lab: another one may have the same id
   */
  Set<ProcessHandle> of(Process one, String id, Collection<Process> started) {
    Set<Process> others = new LinkedHashSet<>(started);
    others.remove(one);
    return find(List.of(one), others, List.of(mark, SessionSampler.SOURCE_VARIABLE + "=" + id));
  }

  /** Reads {@code stat} of every process, and the environment of those that are not too old. */
  private Set<ProcessHandle> find(
      Collection<Process> roots, Collection<Process> others, List<String> marks) {
    Map<Long, ProcessHandle> handles = new LinkedHashMap<>();
    ProcessHandle.allProcesses().forEach(handle -> handles.put(handle.pid(), handle));
    Map<Long, ProcessStat> stats = new LinkedHashMap<>();
    for (long pid : handles.keySet()) {
      proc.stat(pid)
          .filter(stat -> stat.startTicks() >= sinceTicks && !stat.isZombie())
          .ifPresent(stat -> stats.put(pid, stat));
    }
    // Who lives now has had its id, and its session, all the time since.
    Set<Long> ours = living(roots);
    Set<Long> theirs = living(others);
    Queue<Long> found = new ArrayDeque<>(ours);
    stats.forEach(
        (pid, stat) -> {
          boolean isTheirs = theirs.contains(pid) || theirs.contains(stat.session());
          if (!isTheirs && (ours.contains(stat.session()) || isMarked(pid, marks))) {
            found.add(pid);
          }
        });
    Set<ProcessHandle> family = new LinkedHashSet<>();
    for (Process root : roots) {
      family.add(root.toHandle());
      if (root.isAlive()) {
        root.descendants().forEach(family::add); // all that is known where there is no /proc
      }
    }
    Set<Long> seen = new LinkedHashSet<>();
    while (!found.isEmpty()) {
      long pid = found.remove();
      if (seen.add(pid) && handles.containsKey(pid)) {
        family.add(handles.get(pid));
        stats.forEach(
            (child, stat) -> {
              if (stat.parent() == pid) {
                found.add(child);
              }
            });
      }
    }
    return family;
  }

  private boolean isMarked(long pid, List<String> marks) {
    return proc.words(pid + "/environ").containsAll(marks);
  }

  private static Set<Long> living(Collection<Process> processes) {
    return processes.stream()
        .filter(Process::isAlive)
        .map(Process::pid)
        .collect(Collectors.toSet());
  }
}
