package dev.jitterlab.lab.validity;

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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the run was measured to its end, and what was interrupted or measured again. */
class InterruptionChecksTest {
  @TempDir private Path root;

  @Test
  void namesTheBlocksThatAnInterruptedRunLacks() {
    Finding finding =
        tripped(fixture().inBlocks().interruptedAfterBlocks(3), "run_complete", Status.INVALID);

    assertEquals(0.6, finding.value().orElseThrow(), 1e-9);
    assertEquals(
        "the run was interrupted (Ctrl-C); not measured to the end: blocks 4, 5 of 5",
        finding.why());
  }

  @Test
  void saysHowAnInterruptedRunGoesOn() {
    Finding finding =
        tripped(fixture().inBlocks().interruptedAfterBlocks(3), "run_complete", Status.INVALID);

    assertTrue(finding.remedy().contains("./jitterlab resume "), finding.remedy());
  }

  @Test
  void aRunThatSaysItIsCompleteAndLacksABlockIsNot() throws IOException {
    RunDirectory directory = fixture().inBlocks().interruptedAfterBlocks(3).write();
    Files.writeString(
        directory.runState(),
        Files.readString(directory.runState()).replace("\"interrupted\"", "\"complete\""));

    Finding finding = named(examine(directory), "run_complete");

    assertEquals(Status.INVALID, finding.status(), finding::toString);
    assertEquals("Run the experiment again.", finding.remedy());
  }

  @Test
  void namesAnInterruptionWithoutDoubtingTheFigures() {
    Finding finding =
        examine(fixture().resumed("interrupted", List.of(), List.of())).stream()
            .filter(one -> one.name().equals("interruptions"))
            .findFirst()
            .orElseThrow();

    assertEquals(Status.VALID, finding.status());
    assertTrue(finding.why().startsWith("the run was interrupted and resumed at "), finding.why());
    assertTrue(finding.why().endsWith("block 1 measured again from its start"), finding.why());
  }

  @Test
  void doubtsARunThatWasResumedAfterAServerDied() {
    Finding finding =
        tripped(
            fixture().resumed(List.of("scheduled-pool/3"), List.of()),
            "interruptions",
            Status.WEAK);

    assertTrue(finding.why().contains("in which scheduled-pool/3 had failed"), finding.why());
  }

  /** A server may have filled the disk, and gets another try at its block. */
  @Test
  void doubtsARunThatHadFailedWithinABlock() {
    Finding unused =
        tripped(fixture().resumed("failed", List.of(), List.of()), "interruptions", Status.WEAK);
  }

  /** A server may have taken the memory, so that the kernel killed the lab. */
  @Test
  void doubtsARunThatWasKilledWithinABlock() {
    Finding finding =
        tripped(fixture().resumed("running", List.of(), List.of()), "interruptions", Status.WEAK);

    assertTrue(finding.why().startsWith("the run was killed and resumed at "), finding.why());
  }

  @Test
  void doubtsARunThatWasResumedOnAChangedMachine() {
    Finding finding =
        tripped(
            fixture().resumed("interrupted", List.of(), List.of("the kernel was 6.1, is 6.2")),
            "interruptions",
            Status.WEAK);

    assertTrue(finding.why().endsWith("the kernel was 6.1, is 6.2"), finding.why());
  }

  @Test
  void namesABlockThatWasMeasuredAgainWithoutDoubtingIt() {
    List<Finding> findings = examine(fixture().repeated("a/1 answered nothing"));

    Finding finding = named(findings, "blocks_repeated");
    assertEquals(Status.VALID, finding.status());
    assertEquals("block 1 was measured again, because a/1 answered nothing", finding.why());
  }

  /** What made the hypervisor take that time may be what the servers did. */
  @Test
  void isWeakWhereARoundWasMeasuredAgainBecauseOfStolenTime() {
    Finding finding =
        tripped(fixture().repeatedRound("time was stolen"), "blocks_repeated", Status.WEAK);

    assertTrue(
        finding.why().startsWith("block 1 was measured again, because time was stolen; servers"),
        finding.why());
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
