package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.assertNoEvidence;
import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that died, ticks and work that failed, answers that were wrong. */
class FailureChecksTest {
  @TempDir private Path root;

  @Test
  void isInvalidWhenAProcessDied() {
    Finding finding =
        tripped(
            fixture().processState("scheduled-pool/3", "died"), "process_exits", Status.INVALID);

    assertEquals("scheduled-pool/3 died with status 1", finding.why());
  }

  /** None of them may escape the record, which is searched for the groups that failed. */
  @Test
  void namesEveryProcessThatDied() {
    Finding finding =
        tripped(
            fixture()
                .processState("scheduled-pool/3", "died")
                .processState("thread-per-task/2", "died"),
            "process_exits",
            Status.INVALID);

    assertTrue(finding.why().contains("scheduled-pool/3 died with status 1"), finding.why());
    assertTrue(finding.why().contains("thread-per-task/2 died with status 1"), finding.why());
    assertTrue(finding.why().contains("; "), finding.why());
  }

  @Test
  void isWeakWhenAProcessHadToBeKilled() {
    Finding finding =
        tripped(fixture().processState("load/1", "killed"), "process_exits", Status.WEAK);

    assertEquals("load/1 did not end on request and was killed", finding.why());
  }

  /** 143 is what the lab's own request to end makes of a JVM. */
  @Test
  void isWeakWhenAProcessEndedOnRequestWithAnyOtherStatus() throws IOException {
    assertEquals(Status.VALID, exits("143"));
    assertEquals(Status.VALID, exits("0"));
    assertEquals(Status.WEAK, exits("1"));
    assertEquals(Status.WEAK, exits("null"));
  }

  /** Such as one whose books do not agree, or whose lock let two threads in at once. */
  @Test
  void isInvalidWhenAServerOfOursFindsItsFiguresWorthless() throws IOException {
    assertEquals(Status.INVALID, exits("3"));
    assertEquals(Status.WEAK, exits(fixture().foreign(), "3"), "nobody knows what it means by 3");
  }

  private Status exits(String exitCode) throws IOException {
    return exits(fixture(), exitCode);
  }

  private Status exits(RunDirectoryFixture run, String exitCode) throws IOException {
    RunDirectory directory = run.write();
    Path record = RunDirectory.process(directory.instance("scheduled-pool/1"));
    Files.writeString(record, Files.readString(record).replace(": 143", ": " + exitCode));
    return named(examine(directory), "process_exits").status();
  }

  @Test
  void isWeakWithoutTheRecordOfAProcess() throws IOException {
    RunDirectory directory = fixture().write();
    Files.delete(RunDirectory.process(directory.load(1)));

    assertNoEvidence(named(examine(directory), "process_exits"));
  }

  /** A task that fails is stopped, and what does less is faster. */
  @Test
  void isWeakWhenATickFailed() {
    Finding finding =
        tripped(
            fixture().processCounter("scheduled-pool/2", "jitterlab_ticks_failed_total", 0),
            "ticks_failed",
            Status.WEAK);

    assertTrue(
        finding.why().startsWith("3 ticks of scheduled-pool/2 ended with an exception"),
        finding.why());
  }

  @Test
  void doesNotAskForFailedTicksOfServersThatCountNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("ticks_failed")));
  }

  /** It is quick to fail, and its rate may count what failed. */
  @Test
  void isWeakWhenAServersOwnWorkFailed() {
    Finding finding =
        tripped(
            fixture().processCounter("scheduled-pool/2", "jitterlab_work_failed_total", 0),
            "work_failed",
            Status.WEAK);

    assertTrue(
        finding.why().startsWith("3 pieces of work of scheduled-pool/2 failed"), finding.why());
  }

  @Test
  void doesNotAskForFailedWorkOfServersThatCountNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("work_failed")));
  }

  /** Also those of the warm-up: what loses one message may lose more. */
  @Test
  void isWeakWhenAnAnswerOfOneServerWasWrong() {
    Finding finding = tripped(fixture().lost("scheduled-pool/2", 3), "load_faults", Status.WEAK);

    assertEquals(
        "3 answers of scheduled-pool/2 were wrong (lost); other servers had none, and its group"
            + " cannot win",
        finding.why());
  }

  /** Then it may be the load that is wrong. */
  @Test
  void isInvalidWhenAnswersOfAllServersWereWrong() {
    RunDirectoryFixture fixture = fixture();
    for (int i = 1; i <= 5; i++) {
      fixture.lost("scheduled-pool/" + i, 3).lost("thread-per-task/" + i, 3);
    }
    tripped(fixture, "load_faults", Status.INVALID);
  }

  @Test
  void isContentWhenEveryAnswerThatWasCheckedWasRight() {
    Finding finding = named(examine(fixture().lost("scheduled-pool/2", 0)), "load_faults");

    assertEquals(Status.VALID, finding.status());
    assertEquals("every answer that the load checked was right", finding.why());
  }

  @Test
  void doesNotAskForFaultsOfALoadThatChecksNone() {
    assertTrue(examine(fixture()).stream().noneMatch(one -> one.name().equals("load_faults")));
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
