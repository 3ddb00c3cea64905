package dev.jitterlab.doctor;

import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The CPU time of every process at one moment, without that of its children: a shell is not charged
 * for what it has just waited for. Immutable.
 */
final class ProcessTimes {
  /** Where these fields stand behind the command's closing bracket in {@code /proc/PID/stat}. */
  private static final int FLAGS = 6;

  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final int START_TIME = 19;

  /** On Linux, in what the kernel shows to programs. */
  private static final double CLOCK_TICKS_PER_SECOND = 100;

  /** The kernel's own mark (PF_KTHREAD); in a container any process can have the number 2. */
  private static final long KERNEL_THREAD = 0x20_0000;

  /** One of them: its number may be given again, but not with the same start. */
  private record Running(String command, boolean kernelThread, long start, double cpuSeconds) {}

  private final Map<Long, Running> processes;

  /** The reader itself. */
  private final String own;

  private ProcessTimes(Map<Long, Running> processes, String own) {
    this.processes = processes;
    this.own = own;
  }

  /**
   * Reads {@code proc} below the root; what has ended meanwhile, or cannot be read, is left out.
   */
  static ProcessTimes read(Path root) {
    Map<Long, Running> processes = new HashMap<>();
    try (Stream<Path> folders = Files.list(root.resolve("proc"))) {
      folders
          .filter(folder -> folder.getFileName().toString().matches("\\d{1,10}"))
          .forEach(
              folder ->
                  WholeFile.text(folder.resolve("stat"))
                      .ifPresent(
                          stat ->
                              processes.put(
                                  Long.valueOf(folder.getFileName().toString()), parse(stat))));
    } catch (IOException e) {
      return new ProcessTimes(Map.of(), "");
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

  private static Running parse(String stat) {
    int end = stat.lastIndexOf(')');
    String[] fields = stat.substring(end + 1).strip().split(" ", -1);
    return new Running(
        stat.substring(stat.indexOf('(') + 1, end),
        (Long.parseLong(fields[FLAGS]) & KERNEL_THREAD) != 0,
        Long.parseLong(fields[START_TIME]),
        (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
            / CLOCK_TICKS_PER_SECOND);
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
                    entry.getValue().kernelThread(),
                    (entry.getValue().cpuSeconds()
                            - before.processes.get(entry.getKey()).cpuSeconds())
                        / allCpuSeconds))
        .sorted(Comparator.comparing(Other::cpuRatio).reversed())
        .toList();
  }

  private boolean has(long pid, Running process) {
    Running same = processes.get(pid);
    return same != null && same.start() == process.start();
  }
}
