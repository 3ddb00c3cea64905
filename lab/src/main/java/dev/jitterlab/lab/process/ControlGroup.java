package dev.jitterlab.lab.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * How often the CPU limit of a process's control group, or of one above it, held the process back.
 * The kernel counts periods (of 100 ms, unless set otherwise) in which the group had something to
 * run, and those in which it had used up its quota.
 *
 * <p>Source: the kernel's cgroup-v2.rst ({@code cpu.stat}) and sched-bwc.rst for version 1.
 *
 * @param periods of the group that has the most
 * @param throttledPeriods of all groups up to the root
 */
record ControlGroup(long periods, long throttledPeriods) {
  private static final Path MOUNT = Path.of("fs", "cgroup");
  private static final String UNIFIED = "0::/";

  /**
   * Reads the figures; empty where the system has none.
   *
   * @param sys {@code /sys}
   * @param groups the lines of {@code /proc/<pid>/cgroup}
   */
  static Optional<ControlGroup> read(Path sys, List<String> groups) {
    List<List<String>> stats = new ArrayList<>();
    for (String line : groups) {
      if (line.startsWith(UNIFIED)) {
        collect(sys.resolve(MOUNT), line.substring(UNIFIED.length()), stats);
      } else {
        String[] fields = line.split(":", 3);
        if (fields.length == 3 && Arrays.asList(fields[1].split(",", -1)).contains("cpu")) {
          collect(sys.resolve(MOUNT).resolve("cpu"), fields[2].replaceFirst("^/", ""), stats);
        }
      }
    }
    return stats.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ControlGroup(
                values(stats, "nr_periods").max().orElse(0), values(stats, "nr_throttled").sum()));
  }

  private static void collect(Path mount, String group, List<List<String>> stats) {
    for (Path folder = mount.resolve(group);
        folder != null && folder.startsWith(mount);
        folder = folder.getParent()) {
      List<String> lines = ProcFiles.lines(folder.resolve("cpu.stat"));
      if (lines.stream().anyMatch(line -> line.startsWith("nr_periods "))) {
        stats.add(lines);
      }
    }
  }

  private static LongStream values(List<List<String>> stats, String name) {
    return stats.stream()
        .flatMap(List::stream)
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)));
  }
}
