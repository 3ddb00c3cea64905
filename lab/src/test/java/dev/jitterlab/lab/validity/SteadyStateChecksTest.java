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
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the servers were steady while they were measured. */
class SteadyStateChecksTest {
  @TempDir private Path root;

  @Test
  void isWeakWhenAServerWasStillWarmingUp() {
    Finding finding =
        tripped(
            fixture()
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 7)
                .slowUntil("scheduled-pool/2", 5),
            "steady_state",
            Status.WEAK);

    assertEquals(2, finding.value().orElseThrow(), 0);
    assertEquals(1, finding.limit(), 0);
    assertEquals(
        "2 of 10 servers were not steady while measured: scheduled-pool/1 became steady 7.4 s"
            + " after measuring had begun (judged by mean execution of ticks)",
        finding.why());
    // 3 s of warm-up and 7.4 s, in steps of 5 s.
    assertEquals(
        "Set warmup: 15s, or warmup: {until: steady, at_most: 30s}. scheduled-pool/1 had 400 ticks"
            + " in its warm-up, and a JVM compiles a method for good after 5,000 calls: give all"
            + " groups -XX:CompileThresholdScaling=0.2, which needs only a fifth of them.",
        finding.remedy());
  }

  @Test
  void doesNotProposeAFlagThatIsSet() {
    RunDirectoryFixture fixture =
        fixture()
            .durationSeconds(30)
            .slowUntil("scheduled-pool/1", 7)
            .slowUntil("scheduled-pool/2", 5)
            .jvmArgument("-XX:CompileThresholdScaling=0.2");

    assertEquals(
        "Set warmup: 15s, or warmup: {until: steady, at_most: 30s}.",
        tripped(fixture, "steady_state", Status.WEAK).remedy());
  }

  @Test
  void isWeakWhenAServerNeverGotSteady() {
    Finding finding =
        tripped(
            fixture()
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 26)
                .slowUntil("scheduled-pool/2", 26),
            "steady_state",
            Status.WEAK);

    assertTrue(
        finding.why().contains("scheduled-pool/1 and 1 more never became steady"), finding.why());
    assertTrue(finding.remedy().contains("set warmup to more than 35 s. "), finding.remedy());
  }

  @Test
  void putsOneUnsteadyServerInTenDownToChance() {
    Finding finding =
        named(
            examine(fixture().durationSeconds(30).slowUntil("scheduled-pool/1", 7)),
            "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().startsWith("1 of 10 servers were not steady"), finding.why());
  }

  @Test
  void putsTwoUnsteadyServersOfOneGroupDownToTheGroup() {
    Finding finding =
        tripped(
            fixture()
                .instances(10)
                .durationSeconds(30)
                .slowUntil("scheduled-pool/1", 7)
                .slowUntil("scheduled-pool/2", 5),
            "steady_state",
            Status.WEAK);

    assertEquals(1, finding.limit(), 0);
  }

  @Test
  void doesNotMindAWarmUpThatEndedBeforeTheMeasurement() {
    Finding finding =
        named(
            examine(fixture().durationSeconds(30).slowUntil("scheduled-pool/1", 0)),
            "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertEquals(
        "all servers were steady while measured (judged by mean execution of ticks)",
        finding.why());
  }

  @Test
  void doesNotAskServersWhoseLoadRisesToBeSteady() {
    OwnMetrics asked =
        new OwnMetrics(List.of(), new CapacityQuestion("jitterlab_battles", "1.1", 0.001));
    Finding finding =
        named(examine(fixture().metrics(asked).slowUntil("scheduled-pool/1", 7)), "steady_state");

    assertEquals(Status.VALID, finding.status(), finding::toString);
    assertTrue(finding.why().contains("changes by plan"), finding.why());
  }

  /** What a tick takes is to be steady whatever comes; response times follow the load. */
  @Test
  void asksServersWithTicksToBeSteadyThoughTheirLoadChanges() throws IOException {
    RunDirectory directory =
        fixture()
            .durationSeconds(30)
            .slowUntil("scheduled-pool/1", 7)
            .slowUntil("scheduled-pool/2", 5)
            .write();
    Files.writeString(
        directory.plan(),
        Files.readString(directory.plan())
            .replace("\"Bots\"", "\"Bots\", \"--rate=100..400:30s\""));

    Finding finding = named(examine(directory), "steady_state");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
  }

  @Test
  void cannotTellASteadyStateFromAFewSeconds() {
    assertNoEvidence(named(examine(fixture().durationSeconds(4)), "steady_state"));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
