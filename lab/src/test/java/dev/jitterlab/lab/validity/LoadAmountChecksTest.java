package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the load was as much as planned and alike for all: sent, answered, spread. */
class LoadAmountChecksTest {
  @TempDir private Path root;

  @Test
  void isInvalidWhenThePlanHasMoreThanFivePercentLessForOneServer() {
    Finding finding =
        tripped(fixture().planned("scheduled-pool/1", 0.9), "load_imbalance_ratio", Status.INVALID);

    // One of ten at 0.9: mean 0.99, deviation 0.09 / 0.99.
    assertEquals(0.09 / 0.99, finding.value().orElseThrow(), 1e-9);
    assertTrue(
        finding.why().startsWith("scheduled-pool/1 should have got 360 requests"), finding.why());
  }

  @Test
  void saysThatALoadIsUnequalAfterAllRepetitions() {
    Finding finding =
        tripped(
            fixture().repeated("it was unequal").planned("scheduled-pool/1", 0.9),
            "load_imbalance_ratio",
            Status.INVALID);

    assertTrue(finding.why().endsWith("after 1 of at most 2 repetitions"), finding.why());
  }

  @Test
  void aPlanWithoutRequestsIsNoEvidenceOfAnEqualLoad() {
    assertNoEvidence(named(examine(fixture().requestsPerSecond(0)), "load_imbalance_ratio"));
  }

  @Test
  void gradesTheLoadThatWasNotSent() {
    tripped(fixture().sent("scheduled-pool/1", 0.97), "load_sent_ratio", Status.WEAK);
    RunDirectoryFixture nobodyGotIt = fixture();
    for (String group : List.of("scheduled-pool", "thread-per-task")) {
      for (int i = 1; i <= 5; i++) {
        nobodyGotIt.sent(group + "/" + i, 0.90);
      }
    }
    tripped(nobodyGotIt, "load_sent_ratio", Status.INVALID);
  }

  /** Of 60 requests one is more than the hundredth part, and it may be on its way. */
  @Test
  void oneRequestThatWasNotSentSaysNothing() {
    RunDirectoryFixture few = fixture().requestsPerSecond(5);

    assertEquals(
        Status.VALID,
        named(examine(few.sent("scheduled-pool/1", 1 - 0.99 / 60)), "load_sent_ratio").status());
    tripped(few.sent("scheduled-pool/1", 1 - 1.01 / 60), "load_sent_ratio", Status.WEAK);
  }

  /** It may hold the generator's connections open: the others' figures must not go with its own. */
  @Test
  void aServerThatKeepsTheLoadFromBeingSentDoesNotMakeTheTrialInvalid() {
    Finding finding =
        tripped(fixture().sent("scheduled-pool/1", 0.50), "load_sent_ratio", Status.WEAK);

    assertTrue(finding.why().endsWith("; other servers had their load"), finding.why());
  }

  @Test
  void gradesTheLoadThatWasNotAnswered() {
    tripped(fixture().answered("scheduled-pool/1", 0.97), "load_answered_ratio", Status.WEAK);
    tripped(fixture().answered("scheduled-pool/1", 0.90), "load_answered_ratio", Status.WEAK);
  }

  /** However little it is: servers that do not answer must not take their figures away. */
  @Test
  void aLoadThatHardlyAnyoneAnsweredIsWeakAndNotInvalid() {
    RunDirectoryFixture fixture = fixture();
    for (int i = 1; i <= 5; i++) {
      fixture.answered("scheduled-pool/" + i, 0.01).answered("thread-per-task/" + i, 0.01);
    }

    tripped(fixture, "load_answered_ratio", Status.WEAK);
  }

  /** Else a server that stands still would get rid of its own figures. */
  @Test
  void neitherExcusesNorRepeatsAServerThatDoesNotAnswer() {
    List<Finding> findings = examine(fixture().answered("scheduled-pool/1", 0.5));

    assertEquals(Status.VALID, named(findings, "load_imbalance_ratio").status());
    assertEquals(Status.WEAK, TrialChecks.status(findings));
  }

  /** Players that must connect again are offered nothing meanwhile, but the plan goes on. */
  @Test
  void holdsWhatWasAnsweredAgainstThePlan() {
    Finding finding =
        named(
            examine(fixture().planned("scheduled-pool/1", 1.04).planned("scheduled-pool/2", 1.04)),
            "load_answered_ratio");

    assertEquals(1 / 1.04, finding.value().orElseThrow(), 1e-9);
    assertEquals(Status.WEAK, finding.status());
  }

  @Test
  void aLoadThatLooksForTheGreatestRateOfRequestsIsTooMuchOnPurpose() {
    asksNothingOfTheLoad(new CapacityQuestion("jitterlab_load_level", "slo", 0.01));
  }

  /** The load shows the gauge itself, with its targets: here one that every load of players has. */
  @Test
  void aLoadThatLooksForTheMostPlayersIsTooMuchOnPurpose() {
    asksNothingOfTheLoad(new CapacityQuestion("jitterlab_load_offered_total", "1.1", 0.01));
  }

  private void asksNothingOfTheLoad(CapacityQuestion question) {
    RunDirectoryFixture beyond =
        fixture()
            .metrics(new OwnMetrics(List.of(), question))
            .answered("scheduled-pool/1", 0.5)
            .planned("scheduled-pool/1", 0.9);
    List<Finding> findings = examine(beyond);

    for (String name :
        List.of(
            "load_sent_ratio",
            "load_answered_ratio",
            "load_imbalance_ratio",
            "load_drift_mean_difference_of_period_ratio")) {
      assertTrue(findings.stream().noneMatch(f -> f.name().equals(name)), name);
    }
  }

  /** It plays the server's own battles up, and its few players as planned. */
  @Test
  void aServerThatLoadsItselfIsAskedAboutItsOtherLoad() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.01));
    List<Finding> findings = examine(fixture().metrics(asked).answered("scheduled-pool/1", 0.5));

    assertEquals(Status.WEAK, named(findings, "load_answered_ratio").status());
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
