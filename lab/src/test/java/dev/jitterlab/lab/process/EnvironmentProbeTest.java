package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.run.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {
  @TempDir private Path root;

  private void write(String file, String text) throws Exception {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void readsTheFacts() throws Exception {
    write(
        "proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast CPU\nflags\t\t: fpu hypervisor sse\n");
    write("proc/meminfo", "MemTotal:       2048 kB\nMemAvailable:   1024 kB\n");
    write("proc/loadavg", "0.25 0.10 0.05 1/100 4711\n");
    write("proc/self/timerslack_ns", "50000\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    write("sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n");
    write("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    Environment environment = new EnvironmentProbe(root).probe(Map.of("25", "openjdk"));

    assertEquals("Fast CPU", environment.cpuModel());
    assertEquals(2048 * 1024, environment.memoryBytes());
    assertEquals("performance", environment.governor());
    assertEquals(Map.of("meltdown", "Not affected"), environment.mitigations());
    assertEquals("tsc", environment.clockSource());
    assertEquals(50_000, environment.timerSlackNs());
    assertEquals(0.25, environment.loadAverageAtStart());
    assertEquals(true, environment.hypervisor());
    assertEquals(Map.of("25", "openjdk"), environment.jdks());
  }

  @Test
  void takesTheLowestLimitOfAllControlGroups() throws Exception {
    write("proc/self/cgroup", "1:name=x:/other\n0::/a/b\n");
    write("sys/fs/cgroup/cpu.max", "max 100000\n");
    write("sys/fs/cgroup/a/cpu.max", "150000 100000\n");
    write("sys/fs/cgroup/a/b/cpu.max", "400000 100000\n");
    write("sys/fs/cgroup/a/b/memory.max", "1048576\n");
    write("sys/fs/cgroup/a/memory.max", "max\n");
    write("proc/meminfo", "MemTotal:       2048 kB\n");
    EnvironmentProbe probe = new EnvironmentProbe(root);
    Environment environment = probe.probe(Map.of());

    assertEquals(1.5, environment.cgroupCpuLimitCores());
    assertEquals(1048576, environment.cgroupMemoryLimitBytes());
    assertEquals(OptionalLong.of(1048576), probe.usableMemoryBytes());
  }

  /** In a container the mount begins at the container's own group. */
  @Test
  void takesTheLimitsOfControlGroupsOfVersionOneToo() throws Exception {
    write("proc/self/cgroup", "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n0::/docker/x\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "-1\n");
    write("sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "100000\n");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n");
    write("sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "9223372036854771712\n");
    write("proc/meminfo", "MemTotal:       2048 kB\n");
    EnvironmentProbe probe = new EnvironmentProbe(root);

    assertEquals(1.5, probe.probe(Map.of()).cgroupCpuLimitCores());
    assertEquals(1048576, probe.probe(Map.of()).cgroupMemoryLimitBytes());
    assertEquals(OptionalLong.of(1048576), probe.usableMemoryBytes());
  }

  @Test
  void guessesNothing() {
    EnvironmentProbe probe = new EnvironmentProbe(root);
    Environment environment = probe.probe(Map.of());

    assertNull(environment.cpuModel());
    assertTrue(environment.machine().startsWith("unknown CPU, "), environment::machine);
    assertNull(environment.memoryBytes());
    assertNull(environment.governor());
    assertNull(environment.mitigations());
    assertNull(environment.cgroupCpuLimitCores());
    assertNull(environment.cgroupMemoryLimitBytes());
    assertNull(environment.clockSource());
    assertNull(environment.hypervisor());
    assertEquals(OptionalLong.empty(), probe.usableMemoryBytes());
  }
}
