package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineSettingsTest {
  @Test
  void asksForNothingByItself() {
    MachineSettings nothing = MachineSettings.of(Map.of());
    assertEquals(List.of(), nothing.prefix());
    assertFalse(nothing.concernsProcess());
    assertEquals("", nothing.limits());
  }

  @Test
  void takesWhatAPlanHas() {
    MachineSettings settings =
        MachineSettings.of(
            Map.of(
                "cpus",
                1,
                "cpu_limit",
                0.5,
                "memory_limit",
                "512m",
                "nice",
                -5,
                "scheduling",
                "fifo:10",
                "isolated",
                true));
    assertEquals(
        List.of("nice", "-n", "-5", "chrt", "--fifo", "10", "taskset", "--cpu-list", "1"),
        settings.prefix());
    assertEquals(Optional.of(0.5), settings.cpuLimit());
    assertEquals(Optional.of(512L << 20), settings.memoryLimitBytes());
    assertTrue(settings.needsCgroup());
    assertTrue(settings.isolated());
    assertEquals(" (in a control group: at most 0.5 CPUs, 512 MiB)", settings.limits());
  }

  @Test
  void demandsConcernNoProcess() {
    assertFalse(MachineSettings.of(Map.of("mitigations", "off")).concernsProcess());
  }

  @Test
  void readsSizesInBinaryUnits() {
    assertEquals(Optional.of(2L << 30), MachineSettings.bytes("2g"));
    assertEquals(Optional.of(64L << 10), MachineSettings.bytes("64K"));
    assertEquals(Optional.empty(), MachineSettings.bytes("512"));
    assertEquals(Optional.empty(), MachineSettings.bytes("0m"));
  }
}
