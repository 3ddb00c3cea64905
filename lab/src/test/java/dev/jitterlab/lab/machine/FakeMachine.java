package dev.jitterlab.lab.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that looks like the root of a machine. */
record FakeMachine(Path root) {
  FakeMachine file(String name, String text) {
    try {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text + "\n");
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  FakeMachine folder(String name) {
    try {
      Files.createDirectories(root.resolve(name));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text(String name) {
    try {
      return Files.readString(root.resolve(name)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Version 1, the lab being in the group {@code /lab} of the CPU controller. */
  FakeMachine cgroups1() {
    return file(
            "proc/self/mountinfo",
            """
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw
            32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw""")
        .file("proc/self/cgroup", "4:memory:/\n1:cpu,cpuacct:/lab\n0::/")
        .folder("sys/fs/cgroup/cpu,cpuacct/lab")
        .folder("sys/fs/cgroup/memory");
  }

  /**
   * Version 2 in a container, whose group is the root of what it sees.
   *
   * @param delegated the controllers that it may give on
   */
  FakeMachine cgroups2(String delegated) {
    return file(
            "proc/self/mountinfo",
            "41 31 0:38 /docker/abc /sys/fs/cgroup rw shared:9 - cgroup2 cgroup rw")
        .file("proc/self/cgroup", "0::/docker/abc/lab")
        .file("sys/fs/cgroup/lab/cgroup.subtree_control", delegated);
  }
}
