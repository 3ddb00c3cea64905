package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against folders that look like control groups. */
class CpuQuotaTest {
  @TempDir private Path root;

  private String refused() {
    return assertThrows(IOException.class, () -> CpuQuota.change(root, 7, 0.01)).getMessage();
  }

  @Test
  void changesTheQuotaOfVersion2AndSaysWhatItWas() throws Exception {
    FakeMachine machine =
        new FakeMachine(root)
            .cgroups2("cpu")
            .file("proc/7/cgroup", "0::/docker/abc/lab/jitterlab-1/g-1")
            .file("sys/fs/cgroup/lab/jitterlab-1/g-1/cpu.max", "400000 100000");

    assertEquals(4, CpuQuota.change(root, 7, 0.01));
    assertEquals("1000 100000", machine.text("sys/fs/cgroup/lab/jitterlab-1/g-1/cpu.max"));
    assertEquals(0.01, CpuQuota.change(root, 7, 4));
  }

  @Test
  void changesTheQuotaOfVersion1() throws Exception {
    String group = "sys/fs/cgroup/cpu,cpuacct/lab/jitterlab-1/g-1/";
    FakeMachine machine =
        new FakeMachine(root)
            .cgroups1()
            .file("proc/7/cgroup", "1:cpu,cpuacct:/lab/jitterlab-1/g-1")
            .file(group + "cpu.cfs_quota_us", "50000")
            .file(group + "cpu.cfs_period_us", "100000");

    assertEquals(0.5, CpuQuota.change(root, 7, 0.01));
    assertEquals("1000", machine.text(group + "cpu.cfs_quota_us"));
  }

  /** The lab itself would be throttled, and what else is in that group. */
  @Test
  void leavesAGroupAloneThatIsNotTheServersOwn() {
    FakeMachine machine =
        new FakeMachine(root)
            .cgroups2("cpu")
            .file("proc/7/cgroup", "0::/docker/abc/lab")
            .file("sys/fs/cgroup/lab/cpu.max", "400000 100000");

    assertTrue(refused().contains("no control group of its own"), refused());
    assertEquals("400000 100000", machine.text("sys/fs/cgroup/lab/cpu.max"));
  }

  @Test
  void leavesAGroupAloneThatHasNoLimit() {
    FakeMachine machine =
        new FakeMachine(root)
            .cgroups2("cpu")
            .file("proc/7/cgroup", "0::/docker/abc/lab/other")
            .file("sys/fs/cgroup/lab/other/cpu.max", "max 100000");

    assertTrue(refused().contains("no CPU limit"), refused());
    assertEquals("max 100000", machine.text("sys/fs/cgroup/lab/other/cpu.max"));
  }
}
