package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.doctor.Advice.Level;
import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLooksTest {
  private static final String CPU = "sys/devices/system/cpu/";

  @TempDir Path root;

  private void file(String name, String text) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.writeString(root.resolve(name), text + "\n");
  }

  private static Environment machine(int cores, Double limit, String governor, Double load) {
    return new Environment(
        "Linux", null, cores, null, governor, null, limit, null, "tsc", null, null, load, null,
        Map.of(), "", null, null, "UTC", "en");
  }

  private static Environment virtual(Boolean cpuSleep) {
    return new Environment(
        "Linux", null, 8, null, null, null, null, null, "tsc", null, cpuSleep, null, true, Map.of(),
        "", null, null, "UTC", "en");
  }

  private Optional<Advice> look(String topic, Environment machine) {
    return look(topic, machine, true);
  }

  private Optional<Advice> look(String topic, Environment machine, boolean isBusy) {
    return MachineLooks.all(new MachineFiles(root, machine), isBusy).stream()
        .filter(advice -> advice.topic().equals(topic))
        .findFirst();
  }

  private Level level(String topic) {
    return look(topic, machine(8, null, null, null)).orElseThrow().level();
  }

  @Test
  void saysNothingOfWhatTheMachineDoesNotShow() {
    Environment bare = machine(8, null, null, null);
    for (String topic :
        new String[] {"boost", "hyperthreads", "sleep states", "huge pages", "swap", "NUMA"}) {
      assertTrue(look(topic, bare).isEmpty(), topic);
    }
  }

  @Test
  void aLimitBelowTheCoresSpoilsMeasurements() {
    assertEquals(Level.BAD, look("CPU limit", machine(8, 2.5, null, null)).orElseThrow().level());
    assertEquals(Level.GOOD, look("CPU limit", machine(2, 2.0, null, null)).orElseThrow().level());
  }

  /** With {@code docker run --cpus=2} the JVM has two processors, however many there are. */
  @Test
  void aLimitOfWholeCpusIsComparedWithThoseOfTheMachine() throws IOException {
    Environment container = machine(2, 2.0, null, null);
    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-7");
    Advice advice = look("CPU limit", container).orElseThrow();
    assertEquals(Level.BAD, advice.level());
    assertTrue(advice.found().contains("2 of 8 cores"), advice::found);
    assertTrue(advice.commands().getFirst().contains("--cpus=8"), advice.commands()::toString);

    file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1");
    assertEquals(Level.GOOD, look("CPU limit", container).orElseThrow().level());
  }

  /** A build of Jitterlab came just before, and nothing runs now. */
  @Test
  void aLoadAverageWithoutAProgramIsNone() {
    Environment built = machine(2, null, null, 2.0);
    assertEquals(Level.GOOD, look("other load", built, false).orElseThrow().level());
    assertEquals(Level.CARE, look("other load", built, true).orElseThrow().level());
  }

  @Test
  void judgesTheLoadByTheCores() {
    assertEquals(Level.CARE, look("other load", machine(2, null, null, 0.6)).orElseThrow().level());
    assertEquals(Level.GOOD, look("other load", machine(4, null, null, 0.6)).orElseThrow().level());
  }

  @Test
  void namesASavingGovernorWithTheCommandThatChangesIt() {
    Advice advice = look("frequency", machine(8, null, "powersave", null)).orElseThrow();
    assertEquals(Level.CARE, advice.level());
    assertTrue(advice.commands().getFirst().contains("cpupower"));
    assertEquals(
        Level.GOOD, look("frequency", machine(8, null, "performance", null)).orElseThrow().level());
  }

  @Test
  void readsBoostOfBothKindsOfDriver() throws IOException {
    file(CPU + "cpufreq/boost", "1");
    assertEquals(Level.CARE, level("boost"));
    file(CPU + "intel_pstate/no_turbo", "1");
    assertEquals(Level.GOOD, level("boost"));
    file(CPU + "intel_pstate/no_turbo", "0");
    Advice advice = look("boost", machine(8, null, null, null)).orElseThrow();
    assertEquals(Level.CARE, advice.level());
    assertTrue(advice.commands().getFirst().endsWith("no_turbo"), advice.commands().toString());
  }

  @Test
  void readsHyperthreadsHugePagesAndSwap() throws IOException {
    file(CPU + "smt/active", "1");
    file("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
    file("proc/swaps", "Filename Type Size\n/swapfile file 1024");
    assertEquals(Level.CARE, level("hyperthreads"));
    assertEquals(Level.CARE, level("huge pages"));
    assertEquals(Level.CARE, level("swap"));
    file(CPU + "smt/active", "0");
    file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    file("proc/swaps", "Filename Type Size");
    assertEquals(Level.GOOD, level("hyperthreads"));
    assertEquals(Level.GOOD, level("huge pages"));
    assertEquals(Level.GOOD, level("swap"));
  }

  @Test
  void aDeepSleepStateCountsUnlessItIsOff() throws IOException {
    file(CPU + "cpu0/cpuidle/state0/latency", "2");
    file(CPU + "cpu0/cpuidle/state1/latency", "900");
    assertEquals(Level.CARE, level("sleep states"));
    file(CPU + "cpu0/cpuidle/state1/disable", "1");
    assertEquals(Level.GOOD, level("sleep states"));
  }

  @Test
  void aHypervisorWakesIdleCpusUpUnlessTheLabKeepsThemAwake() throws IOException {
    file(CPU + "cpu0/cpuidle/state1/latency", "1");
    assertEquals(Level.CARE, look("sleep states", virtual(null)).orElseThrow().level());
    assertEquals(Level.CARE, look("sleep states", virtual(true)).orElseThrow().level());
    assertEquals(Level.GOOD, look("sleep states", virtual(false)).orElseThrow().level());
  }

  /** Then root cannot do it either. */
  @Test
  void nobodyKeepsCpusAwakeWithoutADriverForIdleStates() throws IOException {
    file(CPU + "cpuidle/current_driver", "none\n");
    Advice advice = look("sleep states", virtual(null)).orElseThrow();
    assertEquals(Level.CARE, advice.level());
    assertEquals(List.of(), advice.commands());
    assertTrue(look("sleep states", machine(8, null, null, null)).isEmpty(), "no hypervisor");
  }

  /** As a run decides it: neither 1 nor the name root is enough. */
  @Test
  void theSchedulerMayBeTracedByWhomTheKernelLets() throws IOException {
    String paranoid = "proc/sys/kernel/perf_event_paranoid";
    assertTrue(look("perf events", machine(8, null, null, null)).isEmpty());
    file("proc/self/status", "Name:\tjava\nCapEff:\t00000000a80425fb\nCapBnd:\t0");
    file(paranoid, "1");
    Advice advice = look("perf events", machine(8, null, null, null)).orElseThrow();
    assertEquals(Level.CARE, advice.level());
    assertEquals(List.of("sudo sysctl kernel.perf_event_paranoid=-1"), advice.commands());
    file(paranoid, "-1");
    assertEquals(Level.GOOD, level("perf events"));
    file(paranoid, "2");
    file("proc/self/status", "Name:\tjava\nCapEff:\t0000004000000000\nCapBnd:\t0");
    assertEquals(Level.GOOD, level("perf events"), "CAP_PERFMON");
  }

  @Test
  void movesOfMemoryMatterOnlyWithSeveralNodes() throws IOException {
    file("proc/sys/kernel/numa_balancing", "1");
    file("sys/devices/system/node/node0/cpulist", "0-3");
    assertTrue(look("NUMA", machine(8, null, null, null)).isEmpty());
    file("sys/devices/system/node/node1/cpulist", "4-7");
    assertEquals(Level.CARE, level("NUMA"));
  }
}
