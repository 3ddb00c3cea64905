package dev.jitterlab.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the kernel says of the machine, and of the process's control group: load, pressure, CPU
 * quota and throttling, memory. As text, each table with its name above it; one that this machine
 * lacks is said to be missing.
 */
final class MachineFacts {
  private static final int MOST_BYTES = 64 * 1024;

  private static final List<String> TABLES =
      List.of(
          "/proc/version",
          "/proc/uptime",
          "/proc/loadavg",
          "/proc/stat",
          "/proc/meminfo",
          "/proc/vmstat",
          "/proc/pressure/cpu",
          "/proc/pressure/memory",
          "/proc/pressure/io",
          "/proc/self/status",
          "/proc/self/io",
          "/proc/self/limits",
          "/sys/devices/system/clocksource/clocksource0/current_clocksource",
          "/sys/kernel/mm/transparent_hugepage/enabled");

  /** Of the control group, in its own folder. */
  private static final List<String> GROUP_TABLES =
      List.of(
          "cpu.max",
          "cpu.weight",
          "cpu.stat",
          "cpu.pressure",
          "memory.max",
          "memory.current",
          "memory.events",
          "memory.pressure",
          "io.pressure",
          "cpuset.cpus.effective");

  private MachineFacts() {}

  /**
   * Reads them.
   *
   * @param root where the tables are, usually {@code /}
   */
  static String read(Path root) {
    StringBuilder text = new StringBuilder();
    for (String table : TABLES) {
      add(text, table, root.resolve(table.substring(1)));
    }
    Path group = group(root);
    for (String table : GROUP_TABLES) {
      add(text, "control group: " + table, group.resolve(table));
    }
    return text.toString();
  }

  /** Inside a container, its own group is the root of what it sees. */
  private static Path group(Path root) {
    Path groups = root.resolve("sys/fs/cgroup");
    String own = "";
    try {
      for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
        if (line.startsWith("0::/")) {
          own = line.substring("0::/".length());
        }
      }
    } catch (IOException e) {
      return groups;
    }
    Path found = groups.resolve(own).normalize();
    return found.startsWith(groups) && Files.isDirectory(found) ? found : groups;
  }

  private static void add(StringBuilder text, String name, Path file) {
    text.append("== ").append(name).append('\n');
    try (InputStream in = Files.newInputStream(file)) {
      String table = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
      text.append(table).append("\n\n");
    } catch (IOException e) {
      text.append("missing on this machine\n\n");
    }
  }
}
