package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load generators that are late, by their own ticks and by the response times. */
class LoadLatenessChecksTest {
  @TempDir private Path root;

  @Test
  void gradesALoadGeneratorThatIsLate() {
    tripped(fixture().loadDrift(30e6), "load_drift_p99_of_period_ratio", Status.INVALID);
  }

  /** What all groups share moves no comparison. */
  @Test
  void aLatenessOfTheLoadThatAllGroupsShareIsNoReservation() {
    for (RunDirectoryFixture fixture :
        List.of(fixture().loadDrift(4e6), fixture().alternating().loadDrift(4e6))) {
      List<Finding> findings = examine(fixture);

      assertEquals(Status.VALID, named(findings, "load_drift_p99_of_period_ratio").status());
      Finding ofGroups = named(findings, "load_drift_mean_difference_of_period_ratio");
      assertEquals(Status.VALID, ofGroups.status(), ofGroups.why());
      assertEquals(0, ofGroups.value().orElseThrow(), 0.01);
    }
  }

  @Test
  void namesTheGroupWhoseLoadWasLaterThanThatOfAnother() {
    Finding finding =
        tripped(
            fixture().loadDrift("scheduled-pool", 4e6),
            "load_drift_mean_difference_of_period_ratio",
            Status.WEAK);

    assertTrue(finding.why().contains("the generators of scheduled-pool were"), finding.why());
    assertTrue(finding.why().contains("those of thread-per-task by"), finding.why());
  }

  @Test
  void doesNotTakeALoadGeneratorThatRecordedNothingForOneInTime() {
    assertNoEvidence(
        named(
            examine(fixture().alternating().tickLogLacks("load/3", 99)),
            "load_drift_mean_difference_of_period_ratio"));
  }

  @Test
  void isWeakWithoutTheLoadGeneratorsOwnTicks() {
    assertNoEvidence(
        named(examine(fixture().tickLogLacks("load/1", 99)), "load_drift_p99_of_period_ratio"));
  }

  /** The p99 of 1100 answers, 100 of them 10, 20, ... 1000 ms: 11 are longer, so it is 890 ms. */
  @Test
  void holdsTheLatenessOfAGeneratorAgainstTheResponseTimesOfWhichItIsAPart() {
    RunDirectoryFixture late = fixture().responses(ResponseLogFixture.OPEN).loadDrift(100e6);
    Finding finding = tripped(late, "load_drift_p99_of_response_ratio", Status.WEAK);

    assertTrue(finding.why().endsWith("of the response times' p99 or more"), finding.why());
    tripped(
        fixture().responses(ResponseLogFixture.CLOSED).loadDrift(100e6),
        "load_drift_p99_of_response_ratio",
        Status.INVALID);
  }

  /** A server that hangs must not make a trial weak that is invalid without it. */
  @Test
  void aServerThatAnswersNothingDoesNotSilenceTheLatenessOfTheOtherGenerators() throws IOException {
    RunDirectory directory =
        fixture().alternating().responses(ResponseLogFixture.CLOSED).loadDrift(100e6).write();
    Path log = RunDirectory.ticks(directory.load(3));
    List<String> lines = Files.readAllLines(log);
    Files.write(log, lines.stream().filter(line -> !line.startsWith("Tag=response")).toList());

    Finding finding = named(examine(directory), "load_drift_p99_of_response_ratio");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
