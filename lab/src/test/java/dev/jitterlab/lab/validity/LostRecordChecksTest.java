package dev.jitterlab.lab.validity;

import static dev.jitterlab.lab.validity.CheckedTrial.examine;
import static dev.jitterlab.lab.validity.CheckedTrial.named;
import static dev.jitterlab.lab.validity.CheckedTrial.tripped;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.JfrFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the run was to record and lacks: tick logs, flight recordings, scrapes, samples. */
class LostRecordChecksTest {
  @TempDir private Path root;

  @Test
  void isWeakWhenATickLogEndsEarly() {
    Finding finding =
        tripped(fixture().tickLogLacks("scheduled-pool/1", 4), "tick_log_gap_ratio", Status.WEAK);

    // Of 12 s, 10 are certain to be whole intervals; 9 were logged.
    assertEquals(0.1, finding.value().orElseThrow(), 1e-9);
  }

  @Test
  void aMissingTickLogLacksTheWholeTime() {
    Finding finding =
        tripped(fixture().tickLogLacks("scheduled-pool/1", 99), "tick_log_gap_ratio", Status.WEAK);

    assertEquals(1, finding.value().orElseThrow(), 0);
  }

  @Test
  void isWeakWithoutAFlightRecording() {
    Finding finding =
        tripped(fixture().withoutRecording("scheduled-pool/1"), "recordings_lost", Status.WEAK);

    assertEquals(2, finding.value().orElseThrow(), 0);
    assertTrue(
        finding.why().startsWith("recording.jfr of scheduled-pool/1 is missing"), finding.why());
  }

  @Test
  void isWeakWhenAFlightRecordingIsCutOff() throws IOException {
    RunDirectory directory = fixture().write();
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    byte[] whole = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(whole, 40));

    Finding finding = named(examine(directory), "recordings_lost");

    assertEquals(Status.WEAK, finding.status());
    assertTrue(finding.why().contains("cannot be read"), finding.why());
  }

  @Test
  void doesNotLookForWhatWasNotToBeRecorded() throws IOException {
    RunDirectory directory = fixture().unrecorded("scheduled-pool").write();

    Finding recordings = named(examine(directory), "recordings_lost");
    assertEquals(Status.VALID, recordings.status());
    assertTrue(recordings.why().endsWith("turns off in scheduled-pool"), recordings.why());
    assertEquals(Status.VALID, named(examine(directory), "scrape_loss_ratio").status());
  }

  @Test
  void isWeakWhenAFlightRecordingLacksTheBegin() throws IOException {
    RunDirectory directory = fixture().write();
    double from = RunDirectoryFixture.START + RunDirectoryFixture.WARMUP_SECONDS;
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    Files.write(recording, JfrFixture.recording(from + 5, from + 30));

    Finding finding = named(examine(directory), "recordings_lost");

    assertEquals(Status.WEAK, finding.status());
    assertEquals(
        "recording.jfr of scheduled-pool/1 begins 5 s after the measurement", finding.why());
  }

  @Test
  void isWeakWhenAFlightRecordingEndsWithinAChunk() throws IOException {
    RunDirectory directory = fixture().write();
    Path recording = FlightRecording.file(directory.instance("scheduled-pool/1"));
    byte[] whole = Files.readAllBytes(recording);
    Files.write(recording, Arrays.copyOf(whole, whole.length - 1));

    Finding finding = named(examine(directory), "recordings_lost");

    assertTrue(finding.why().contains("it ends within a chunk"), finding.why());
  }

  /** It may have hung: that must not take away the figures of all. */
  @Test
  void isWeakWhenHalfTheScrapesOfAServerFailed() {
    Finding finding =
        tripped(fixture().halfScraped("scheduled-pool/1"), "scrape_loss_ratio", Status.WEAK);

    // Every second one of 0 s to 12 s, of which the ends are no regular ones: 5 of 11 are there.
    assertEquals(6 / 11.0, finding.value().orElseThrow(), 1e-9);
  }

  /** Of a run of 12 s it is more than 2 %. */
  @Test
  void oneSlowAnswerDoesNotMakeATrialWeakAndTwoDo() throws SQLException {
    RunDirectory directory = fixture().write();
    double from = RunDirectoryFixture.START + RunDirectoryFixture.WARMUP_SECONDS;
    String server = "scheduled-pool/1";

    CheckedTrial.lose(directory, LabMetrics.SCRAPE_SECONDS, server, from + 4);
    Finding one = named(examine(directory), "scrape_loss_ratio");
    assertEquals(Status.VALID, one.status(), one::toString);
    assertEquals(0, one.value().orElseThrow(), 0);

    CheckedTrial.lose(directory, LabMetrics.SCRAPE_SECONDS, server, from + 8);
    Finding two = named(examine(directory), "scrape_loss_ratio");
    assertEquals(Status.WEAK, two.status(), two::toString);
    assertEquals(2 / 11.0, two.value().orElseThrow(), 1e-9);
  }

  /** That is the lab's own doing: it had no CPU. */
  @Test
  void isInvalidWhenHalfTheScrapesOfEveryProcessFailed() {
    RunDirectoryFixture fixture = fixture().halfScraped("load/1");
    for (int i = 1; i <= 5; i++) {
      fixture.halfScraped("scheduled-pool/" + i).halfScraped("thread-per-task/" + i);
    }

    tripped(fixture, "scrape_loss_ratio", Status.INVALID);
  }

  /** The load counts what was refused: that matters also if the servers expose nothing. */
  @Test
  void isWeakWhenHalfTheScrapesOfALoadFailedAndNoServerHasAnEndpoint() throws IOException {
    RunDirectory directory = fixture().inBlocks().halfScraped("load/1").write();
    for (String group : List.of("scheduled-pool", "thread-per-task")) {
      for (int i = 1; i <= 5; i++) {
        Path record = RunDirectory.process(directory.instance(group + "/" + i));
        Files.writeString(
            record, Files.readString(record).replace("\"metrics\"", "\"something-else\""));
      }
    }

    Finding finding = named(examine(directory), "scrape_loss_ratio");

    assertEquals(Status.WEAK, finding.status(), finding::toString);
    assertTrue(finding.why().contains("of the samples of load/1 are missing"), finding.why());
  }

  @Test
  void isWeakWhenTheLabSampledLate() {
    tripped(fixture().machine(m -> m.scrapeLateness(0.6)), "scrape_lateness_seconds", Status.WEAK);
  }

  @Test
  void isWeakWhenSamplesWereDropped() {
    tripped(fixture().machine(m -> m.dropSamples(12)), "samples_dropped", Status.WEAK);
  }

  private RunDirectoryFixture fixture() {
    return new RunDirectoryFixture(root.resolve("run"));
  }
}
