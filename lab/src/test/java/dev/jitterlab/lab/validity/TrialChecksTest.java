package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every check passes on the fixture as it is; what trips one is in the class of its topic. */
class TrialChecksTest {
  @TempDir private Path root;

  @Test
  void passesASoundTrialWithAValueForEveryCheck() {
    List<Finding> findings = examine(fixture());

    for (Finding finding : findings) {
      assertEquals(Status.VALID, finding.status(), finding::toString);
      assertTrue(finding.value().isPresent(), finding::toString);
      assertEquals("", finding.remedy());
    }
    assertEquals(Status.VALID, TrialChecks.status(findings));
  }

  @Test
  void asksATrialWithoutLoadNothingAboutLoad() throws IOException {
    RunDirectory directory = fixture().write();
    Plan plan = Json.read(directory.plan(), Plan.class);
    Files.writeString(
        directory.plan(), Json.write(plan).replaceAll("\"load\" : \\{[^}]*}", "\"load\" : null"));
    Files.delete(RunDirectory.process(directory.load(1)));
    List<Finding> findings = examine(directory);

    assertEquals(Status.VALID, TrialChecks.status(findings), findings::toString);
    assertEquals(
        List.of(), findings.stream().map(Finding::name).filter(n -> n.contains("load_")).toList());
  }

  @Test
  void isAsDoubtfulAsItsWorstCheck() {
    assertEquals(
        Status.INVALID,
        TrialChecks.status(
            examine(fixture().machine(m -> m.busy(0.95)).machine(m -> m.steal(0.06)))));
    assertEquals(Status.WEAK, TrialChecks.status(examine(fixture().machine(m -> m.busy(0.95)))));
  }

  /** Workloads such as locks: what is asked of ticks and of a machine with room does not arise. */
  @Test
  void asksServersThatFillTheCpusNeitherForTicksNorForRoom() {
    List<Finding> findings = examine(fixture().fillingCpus());

    assertTrue(findings.stream().noneMatch(one -> one.name().equals("tick_log_gap_ratio")));
    for (String name : List.of("steady_state", "machine_cpu_load")) {
      Finding finding = named(findings, name);
      assertEquals(Status.VALID, finding.status(), finding.toString());
      assertEquals(Optional.empty(), finding.value(), finding.toString());
    }
    Finding late = named(findings, "late_ticks_in_machine_stalls_ratio");
    assertEquals(Status.UNSEEN, late.status(), late.toString());
  }

  @Test
  void doesNotTakeMissingSamplesForNoProblem() {
    List<Finding> findings = examine(fixture().withoutSamples());

    for (String name :
        List.of(
            "load_sent_ratio",
            "load_answered_ratio",
            "load_imbalance_ratio",
            "scrape_loss_ratio",
            "scrape_lateness_seconds",
            "machine_steal_ratio",
            "machine_steal_peak_ratio",
            "machine_cpu_load",
            "other_processes_cpu_ratio",
            "machine_swapped_pages",
            "server_major_faults_per_second",
            "samples_dropped",
            "late_ticks_in_machine_stalls_ratio")) {
      assertNoEvidence(named(findings, name));
    }
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
