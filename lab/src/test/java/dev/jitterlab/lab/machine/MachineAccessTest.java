package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.SearchPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes, and where this machine allows it real control groups. */
class MachineAccessTest {
  private static final Path ROOT = Path.of("/");

  /** Where it succeeds, a control group with a CPU limit can be made. */
  private static final String CONTROL_GROUPS =
      "test -w /sys/fs/cgroup/cpu/tasks || grep -qw cpu /sys/fs/cgroup/cgroup.subtree_control &&"
          + " test -w /sys/fs/cgroup/cgroup.procs";

  @TempDir private Path folder;
  private final List<Path> kept = new ArrayList<>();
  private final MachineAccess access = MachineAccess.here(kept::add);
  private Process process;

  @AfterEach
  void endIt() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    access.close();
    kept.forEach(path -> assertFalse(Files.exists(path), path + " is left behind"));
  }

  /** A process that says when it is itself, and no longer one of the programs before it. */
  private void start(MachineSettings settings) throws IOException {
    List<String> command = new ArrayList<>(access.limit("g/1", settings));
    command.addAll(settings.prefix());
    command.addAll(List.of("sh", "-c", "echo here; read -r end"));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output = process.inputReader();
    assertEquals("here", output.readLine());
  }

  private ReadBack verified(MachineSettings asked) {
    return ReadBack.of(ROOT, process.pid(), asked, folder.resolve("gc.log"));
  }

  private static CpuList allowed() throws IOException {
    return ThreadReading.parse(
            Files.readString(Path.of("/proc/self/status")),
            Files.readString(Path.of("/proc/self/stat")))
        .orElseThrow()
        .cpus();
  }

  private static void assumeUtilLinux() {
    assumeTrue(
        SearchPath.find("taskset", System.getenv()).isPresent(),
        "needs `command -v taskset`: util-linux");
  }

  @Test
  void pinsAndIsNiceAsAsked() throws Exception {
    assumeUtilLinux();
    int last = allowed().numbers().last();
    MachineSettings asked = MachineSettings.of(Map.of("cpus", last, "nice", 19));

    assertEquals(Optional.empty(), access.refusal(asked));
    start(asked);
    ReadBack verified = verified(asked);
    assertEquals(List.of(), verified.mismatches());
    assertEquals(List.of(Integer.toString(last)), verified.reading().cpus());
    assertEquals(List.of(19), verified.reading().nice());
    assertEquals(1, verified.reading().threads());
  }

  @Test
  void schedulesAsBatchWithoutAnyRight() throws Exception {
    assumeUtilLinux();
    MachineSettings asked = MachineSettings.of(Map.of("scheduling", "batch"));

    assertEquals(Optional.empty(), access.refusal(asked));
    start(asked);
    assertEquals(List.of("batch"), verified(asked).reading().scheduling());
  }

  @Test
  void findsEveryThreadThatHasSomethingElse() throws Exception {
    start(MachineSettings.of(Map.of()));
    List<String> mismatches =
        verified(MachineSettings.of(Map.of("nice", 19, "scheduling", "idle", "cpu_limit", 0.5)))
            .mismatches();

    assertEquals(3, mismatches.size(), mismatches.toString());
    assertTrue(
        mismatches.get(0).matches("scheduling of its thread '.*' is \\w+ instead of idle"),
        mismatches.get(0));
    assertTrue(mismatches.get(1).endsWith("instead of 19"), mismatches.get(1));
    assertTrue(mismatches.get(2).startsWith("cpu_limit is "), mismatches.get(2));
  }

  @Test
  void refusesACpuThatIsNotThere() {
    String why = access.refusal(MachineSettings.of(Map.of("cpus", "8191"))).orElseThrow();
    assertTrue(why.startsWith("cpus 8191: this machine has the CPUs"), why);
  }

  @Test
  void saysWhatToInstallWhereAProgramIsMissing() {
    try (MachineAccess bare =
        new MachineAccess(ROOT, "jitterlab-test", Map.of("PATH", folder.toString()), kept::add)) {
      MachineSettings nice = MachineSettings.of(Map.of("nice", 1, "scheduling", "idle"));
      String why = bare.refusal(nice).orElseThrow();
      assertTrue(why.contains("util-linux"), why);
    }
  }

  @Test
  void limitsTheCpuInAControlGroupOfItsOwn() throws Exception {
    MachineSettings asked = MachineSettings.of(Map.of("cpu_limit", 0.5));
    Optional<String> refusal = access.refusal(asked);
    assumeTrue(refusal.isEmpty(), () -> "needs `" + CONTROL_GROUPS + "`: " + refusal.get());
    start(asked);
    ReadBack verified = verified(asked);
    assertEquals(List.of(), verified.mismatches());
    assertEquals(0.5, verified.reading().cpuLimit(), 0.006);
  }

  @Test
  void readsTheProcessorsThatTheJvmCounts() throws Exception {
    Files.writeString(
        folder.resolve("gc.log"), "[0.012s][info][gc,init] CPUs: 2 total, 1 available\n");
    start(MachineSettings.of(Map.of()));
    assertEquals(1, verified(MachineSettings.of(Map.of())).reading().availableProcessors());
  }
}
