package dev.jitterlab.lab.machine;

import dev.jitterlab.lab.machine.Cgroups.Controller;
import dev.jitterlab.lab.machine.Cgroups.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How much CPU time a control group may use. Stateless and thread-safe. */
public final class CpuQuota {
  private CpuQuota() {}

  /**
   * Changes the quota of a server that has a control group of its own.
   *
   * @param root the root of the file system
   * @param cpus at least 0.01, which is the least that the kernel takes
   * @return what the quota was, in CPUs
   * @throws IOException if the server shares the lab's group or has no quota, so that a change
   *     would meet others, or if the group cannot be written to
   */
  public static double change(Path root, long pid, double cpus) throws IOException {
    Cgroups cgroups = new Cgroups(root);
    String process = Long.toString(pid);
    Group group =
        cgroups
            .of(process, Controller.CPU)
            .filter(own -> !cgroups.of("self", Controller.CPU).equals(Optional.of(own)))
            .orElseThrow(
                () -> new IOException("process " + pid + " has no control group of its own"));
    double before =
        cgroups
            .cpuLimit(process)
            .orElseThrow(() -> new IOException("process " + pid + " has no CPU limit"));
    set(group, cpus);
    return before;
  }

  /** Sets the quota of a group. */
  static void set(Group group, double cpus) throws IOException {
    long quotaMicros = Math.round(cpus * Cgroups.PERIOD_MICROS);
    if (group.version() == 2) {
      write(group, "cpu.max", quotaMicros + " " + Cgroups.PERIOD_MICROS);
    } else {
      write(group, "cpu.cfs_period_us", Long.toString(Cgroups.PERIOD_MICROS));
      write(group, "cpu.cfs_quota_us", Long.toString(quotaMicros));
    }
  }

  private static void write(Group group, String file, String text) throws IOException {
    Files.writeString(group.folder().resolve(file), text);
  }
}
