package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.validity.evidence.Evidence;
import dev.jitterlab.lab.validity.evidence.Outcomes;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many instances a group has that count, and what leaves one out. */
class InstanceChecksTest {
  @TempDir private Path root;

  @Test
  void isWeakBelowFiveInstances() {
    Finding finding = tripped(fixture().instances(4), "instances_per_group", Status.WEAK);

    assertEquals(4, finding.value().orElseThrow(), 0);
  }

  @Test
  void isWeakWhenTheExperimentAskedForOneInstanceAndGotIt() {
    tripped(fixture().instances(1), "instances_per_group", Status.WEAK);
  }

  /** What hid them may be what they did: that must not take away the figures of all. */
  @Test
  void isWeakWhenFewerThanThreeInstancesCountBecauseTheOthersHid() {
    Finding finding =
        tripped(
            fixture().instances(3).tickLogLacks("scheduled-pool/2", 6),
            "instances_per_group",
            Status.WEAK);

    assertTrue(finding.why().contains("scheduled-pool/2: its ticks.hlog lacks"), finding.why());
  }

  /** Two of five were measured at all. */
  @Test
  void isInvalidWhenFewerThanThreeInstancesWereMeasured() {
    Finding finding =
        tripped(
            fixture().inBlocks().interruptedAfterBlocks(1), "instances_per_group", Status.INVALID);

    assertEquals(2, finding.value().orElseThrow(), 0);
  }

  @Test
  void namesAnInstanceOfTheGroupThatHasTooFew() {
    Finding finding =
        tripped(
            fixture()
                .processState("thread-per-task/1", "died")
                .tickLogLacks("scheduled-pool/2", 6)
                .tickLogLacks("scheduled-pool/3", 6),
            "instances_per_group",
            Status.WEAK);

    assertTrue(finding.why().contains("scheduled-pool has 3 of 5 instances"), finding.why());
    assertTrue(finding.why().contains("(scheduled-pool/2:"), finding.why());
  }

  /** One of five of a group counts, since it hid four; of the other two, since a machine did. */
  @Test
  void aGroupThatHidesDoesNotExcuseAnotherThatHasTooFew() {
    Evidence evidence = Evidence.read(fixture().write(), Optional.empty());
    Map<String, String> outliers =
        Map.of(
            "thread-per-task/1", "stolen CPU time",
            "thread-per-task/2", "stolen CPU time",
            "thread-per-task/3", "stolen CPU time");
    Map<String, String> nullified = new HashMap<>(outliers);
    for (int i = 1; i <= 4; i++) {
      nullified.put("scheduled-pool/" + i, "its ticks.hlog lacks 6 s");
    }
    Finding finding =
        named(
            TrialChecks.examine(
                evidence.with(
                    new Outcomes(nullified, outliers, Map.of(), Optional.empty(), Map.of()))),
            "instances_per_group");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
    assertTrue(finding.why().startsWith("thread-per-task has 2 of 5"), finding.why());
  }

  @Test
  void isWeakWhenTheMachineCouldNotRunAGroup() {
    Finding finding = named(examine(fixture().skipped("scheduled-pool")), "groups_skipped");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertEquals(1, finding.value().orElseThrow(), 0);
    assertEquals("scheduled-pool could not run here (there is no such processor)", finding.why());
  }

  @Test
  void nullifiesOnlyByRecordedCause() {
    RunDirectory directory =
        fixture()
            .drift("scheduled-pool", 500e6)
            .processState("thread-per-task/1", "died")
            .processState("thread-per-task/4", "killed")
            .tickLogLacks("thread-per-task/2", 99)
            .tickLogLacks("thread-per-task/3", 6)
            .write();

    var causes = Nullification.causes(Evidence.read(directory, Optional.empty()));

    assertEquals(
        List.of("thread-per-task/1", "thread-per-task/2", "thread-per-task/3"),
        List.copyOf(causes.keySet()));
    assertEquals("its ticks.hlog is missing", causes.get("thread-per-task/2"));
  }

  /** Of 52 s, 50 are certain to be whole intervals; 48 and 47 of them were logged. */
  @Test
  void aTickLogThatLacksNoMoreThanATwentiethCounts() {
    RunDirectory directory =
        fixture()
            .durationSeconds(52)
            .tickLogLacks("thread-per-task/2", 5)
            .tickLogLacks("thread-per-task/3", 6)
            .write();

    var causes = Nullification.causes(Evidence.read(directory, Optional.empty()));

    assertEquals(List.of("thread-per-task/3"), List.copyOf(causes.keySet()));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
