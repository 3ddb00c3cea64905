package dev.jitterlab.doctor;

import dev.jitterlab.lab.process.ProcFiles;
import dev.jitterlab.lab.process.ProcessStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The CPU time of every process at one moment, without that of its children: a shell is not charged
 * for what it has just waited for. Immutable.
 */
final class ProcessTimes {
  private final Map<Long, ProcessStat> processes;

  /** The reader itself. */
  private final String own;

  private ProcessTimes(Map<Long, ProcessStat> processes, String own) {
    this.processes = processes;
    this.own = own;
  }

  /**
   * Reads {@code proc} below the root; what has ended meanwhile, or cannot be read, is left out.
   */
  static ProcessTimes read(Path root) {
    ProcFiles proc = new ProcFiles(root.resolve("proc"));
    Map<Long, ProcessStat> processes = new HashMap<>();
    for (Long pid : proc.processes()) {
      proc.stat(pid).ifPresent(stat -> processes.put(pid, stat));
    }
    return new ProcessTimes(processes, own(root.resolve("proc/self")));
  }

  private static String own(Path self) {
    try {
      return Files.readSymbolicLink(self).toString();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Who has used CPU since then, the greatest first, of those that lived at both moments; without
   * the reader itself.
   */
  List<Other> since(ProcessTimes before, double allCpuSeconds) {
    return processes.entrySet().stream()
        .filter(entry -> !entry.getKey().toString().equals(own))
        .filter(entry -> before.has(entry.getKey(), entry.getValue()))
        .map(
            entry ->
                new Other(
                    entry.getValue().command(),
                    entry.getKey(),
                    entry.getValue().isKernelThread(),
                    (entry.getValue().cpuSeconds()
                            - before.processes.get(entry.getKey()).cpuSeconds())
                        / allCpuSeconds))
        .sorted(Comparator.comparing(Other::cpuRatio).reversed())
        .toList();
  }

  /** A number may be given again, but not with the same start. */
  private boolean has(long pid, ProcessStat process) {
    ProcessStat same = processes.get(pid);
    return same != null && same.startTicks() == process.startTicks();
  }
}
