package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemandsTest {
  private static final String CPUS = "sys/devices/system/cpu/";

  @TempDir private Path root;
  private FakeMachine machine;

  @BeforeEach
  void aMachineOfTwoCpus() {
    machine =
        new FakeMachine(root)
            .file(CPUS + "online", "0-1")
            .file(CPUS + "isolated", "1")
            .file(CPUS + "cpu0/cpufreq/scaling_governor", "performance")
            .file(CPUS + "cpu1/cpufreq/scaling_governor", "powersave")
            .file(CPUS + "vulnerabilities/meltdown", "Not affected")
            .file(CPUS + "vulnerabilities/spectre_v2", "Mitigation: Retpolines")
            .file("proc/cmdline", "quiet mitigations=auto,nosmt root=/dev/vda1")
            .file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
  }

  private Optional<String> refusal(Map<String, ?> asked) {
    return new Demands(root).refusal(MachineSettings.of(asked));
  }

  private void assertRefused(Map<String, ?> asked, String reason, String remedy) {
    String why = refusal(asked).orElseThrow();
    assertTrue(why.contains(reason), why);
    assertTrue(why.contains(remedy), why);
    assertEquals(1, why.lines().count(), "one line in run.json and in the terminal");
  }

  @Test
  void takesAMachineThatIsAsDemanded() {
    assertEquals(
        Optional.empty(),
        refusal(
            Map.of(
                "cpus",
                "1",
                "isolated",
                true,
                "mitigations",
                "auto",
                "transparent_hugepages",
                "madvise")));
    assertEquals(Optional.empty(), refusal(Map.of("cpus", "0", "governor", "performance")));
    assertEquals(Optional.empty(), refusal(Map.of()));
  }

  @Test
  void namesTheCommandThatSetsIt() {
    assertRefused(Map.of("cpus", "1-2"), "this machine has the CPUs 0-1", "name some of them");
    assertRefused(Map.of("cpus", "0-1", "isolated", true), "isolates the CPUs 1", "isolcpus=0-1");
    assertRefused(
        Map.of("governor", "performance"), "CPU 1 is powersave", "frequency-set -g performance");
    assertRefused(
        Map.of("transparent_hugepages", "never"),
        "always [madvise] never",
        "echo never | sudo tee");
    assertRefused(Map.of("mitigations", "off"), "booted with auto", "boot with mitigations=off");
  }

  @Test
  void saysThatAVirtualMachineHasNoGovernor() {
    assertRefused(Map.of("cpus", "0", "governor", "schedutil"), "is performance", "cpupower");
    machine.file(CPUS + "online", "0-3");
    assertRefused(Map.of("cpus", "3", "governor", "performance"), "no frequency governor", "host");
  }

  /** The kernel takes the last of several, and another parameter may contradict it. */
  @Test
  void believesTheVulnerabilitiesMoreThanTheCommandLine() {
    machine.file("proc/cmdline", "mitigations=auto mitigations=off spectre_v2=on");
    assertRefused(Map.of("mitigations", "off"), "spectre_v2 is 'Mitigation", "remove what else");
    machine.file(CPUS + "vulnerabilities/spectre_v2", "Vulnerable");
    assertEquals(Optional.empty(), refusal(Map.of("mitigations", "off")));
    machine.file("proc/cmdline", "quiet");
    assertRefused(Map.of("mitigations", "auto"), "spectre_v2 is 'Vulnerable'", "remove what else");
  }
}
