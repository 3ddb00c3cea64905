package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPU time that the hypervisor took, and a machine that had none left. */
class MachineCpuChecksTest {
  @TempDir private Path root;

  @Test
  void gradesStolenCpuTime() {
    Finding finding =
        tripped(fixture().machine(m -> m.steal(0.03)), "machine_steal_ratio", Status.WEAK);
    assertEquals(0.03, finding.value().orElseThrow(), 1e-9);
    tripped(fixture().machine(m -> m.steal(0.08)), "machine_steal_ratio", Status.INVALID);
  }

  @Test
  void isWeakOnASaturatedMachine() {
    Finding finding =
        tripped(fixture().machine(m -> m.busy(0.95)), "machine_cpu_load", Status.WEAK);

    assertEquals(0.95, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void letsALoadThatRisesUntilItIsTooMuchSaturateTheMachine() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001));
    List<Finding> findings = examine(fixture().metrics(asked).machine(m -> m.busy(0.95)));

    assertEquals(Status.VALID, named(findings, "machine_cpu_load").status());
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
