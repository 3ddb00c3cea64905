package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.machine.Limits.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against folders that look like control groups. */
class LimitsTest {
  private static final MachineSettings HALF =
      MachineSettings.of(Map.of("cpu_limit", 0.5, "memory_limit", "64m"));

  @TempDir private Path root;
  private final List<Path> kept = new ArrayList<>();

  private Limits limits(Map<String, String> environment) {
    return new Limits(root, "jitterlab-7", environment, kept::add);
  }

  @Test
  void limitsBelowTheLabsOwnGroupInVersion1() throws Exception {
    FakeMachine machine = new FakeMachine(root).cgroups1();
    List<String> prefix = limits(Map.of()).limit("g-1", HALF);

    String cpu = "sys/fs/cgroup/cpu,cpuacct/lab/jitterlab-7";
    String memory = "sys/fs/cgroup/memory/jitterlab-7";
    assertEquals("100000", machine.text(cpu + "/g-1/cpu.cfs_period_us"));
    assertEquals("50000", machine.text(cpu + "/g-1/cpu.cfs_quota_us"));
    assertEquals("67108864", machine.text(memory + "/g-1/memory.limit_in_bytes"));
    assertEquals(List.of(root.resolve(cpu), root.resolve(memory)), kept);
    assertEquals(8, prefix.size(), "enters both groups");
    assertEquals(root.resolve(cpu + "/g-1/cgroup.procs").toString(), prefix.get(3));
    assertEquals(root.resolve(memory + "/g-1/cgroup.procs").toString(), prefix.get(7));
  }

  @Test
  void limitsInTheContainersOwnGroupInVersion2() throws Exception {
    FakeMachine machine = new FakeMachine(root).cgroups2("cpu memory pids");
    List<String> prefix = limits(Map.of()).limit("g-1", HALF);

    assertEquals(4, prefix.size(), "one group for both");
    String run = "sys/fs/cgroup/lab/jitterlab-7";
    assertEquals("50000 100000", machine.text(run + "/g-1/cpu.max"));
    assertEquals("67108864", machine.text(run + "/g-1/memory.max"));
    assertFalse(Files.exists(root.resolve(run + "/g-1/memory.swap.max")), "there is none here");
    assertEquals("+memory", machine.text(run + "/cgroup.subtree_control"), "written last");
    assertEquals(List.of(root.resolve(run)), kept, "told once");
  }

  @Test
  void refusesWithReasonAndRemedyWhereNothingIsDelegated() {
    new FakeMachine(root).cgroups2("pids");
    RefusedException refused =
        assertThrows(RefusedException.class, () -> limits(Map.of()).limit("g-1", HALF));

    assertTrue(refused.getMessage().contains("has 'pids', not cpu"), refused.getMessage());
    assertTrue(refused.getMessage().contains("run the lab as root"), refused.getMessage());
    assertEquals(List.of(), kept, "nothing was made");
  }

  @Test
  void refusesWhereNoControllerIsMounted() {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> limits(Map.of()).limit("g-1", HALF));

    assertTrue(
        refused.getMessage().contains("no controller 'cpu' is mounted"), refused.getMessage());
  }

  @Test
  void leavesItToSystemdWhereThatIsThere() throws Exception {
    FakeMachine machine =
        new FakeMachine(root)
            .cgroups2("pids")
            .folder("run/systemd/system")
            .file("bin/systemd-run", "#!/bin/sh");
    assertTrue(machine.root().resolve("bin/systemd-run").toFile().setExecutable(true));
    List<String> prefix =
        limits(Map.of("PATH", root.resolve("bin").toString(), "XDG_RUNTIME_DIR", "/run/user/1"))
            .limit("g-1", HALF);

    assertEquals("systemd-run", prefix.getFirst());
    assertEquals(
        List.of(
            "--scope",
            "--quiet",
            "--collect",
            "--property=CPUQuota=50%",
            "--property=MemoryMax=67108864",
            "--property=MemorySwapMax=0",
            "--"),
        prefix.subList(prefix.indexOf("--scope"), prefix.size()));
  }

  /** In a real hierarchy the files vanish with the folder; here there are none. */
  @Test
  void removesWhatIsEmptyAndLeavesTheRest() throws Exception {
    new FakeMachine(root).cgroups1();
    Limits limits = limits(Map.of());
    limits.limit("g-1", HALF);
    Path run = root.resolve("sys/fs/cgroup/memory/jitterlab-7");
    limits.removeAll();
    assertTrue(Files.isDirectory(run.resolve("g-1")), "a file in it, as a living process would be");

    limits.limit("g-1", HALF);
    Files.delete(run.resolve("g-1/memory.limit_in_bytes"));
    limits.removeEmpty();
    assertFalse(Files.exists(run.resolve("g-1")));
    assertTrue(Files.isDirectory(run), "for the next server");
    limits.removeAll();
    assertFalse(Files.exists(run));
  }
}
