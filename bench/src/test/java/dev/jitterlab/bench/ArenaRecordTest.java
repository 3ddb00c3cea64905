package dev.jitterlab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.campaign.Ledger;
import dev.jitterlab.lab.process.EnvironmentProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArenaRecordTest {
  @TempDir private Path folder;

  private BenchRecord record(String asked) throws IOException {
    Path file = folder.resolve("figures.json");
    Files.writeString(
        file,
        """
        {"asked": "%s", "twins": {
          "single": {"updates_per_second": [100, 101], "clients": [1, 1], "share_of_ideal": [0.7, 0.7]},
          "paper": {"updates_per_second": [180, 190], "clients": [1.41234, 1.43], "share_of_ideal": [0.96, 0.97]}}}
        """
            .formatted(asked));
    return ArenaRecord.read(file, new EnvironmentProbe(Path.of("/nowhere")).probe(Map.of()));
  }

  @Test
  void decidesAClaimByItsRounds() throws IOException {
    KeptRuns kept = new KeptRuns(folder.resolve("kept"));
    record("200 fighters").keep(Instant.EPOCH, 100, kept);

    assertEquals(
        List.of(1.412, 1.43), kept.of("bench-arena").getFirst().values("paper", "clients"));
    String row = "| L2b | claim | `bench-arena` `share_of_ideal` paper | >= 0.9 | ? | ? | ? | ? |";
    assertTrue(Ledger.of(row).with(kept, folder).contains("| confirmed | 0.97 "));
  }

  @Test
  void aBenchThatWasAskedSomethingElseIsOfOtherContent() throws IOException {
    KeptRuns kept = new KeptRuns(folder.resolve("kept"));
    record("200 fighters").keep(Instant.EPOCH, 100, kept);
    record("400 fighters").keep(Instant.EPOCH, 100, kept);
    record("400 fighters").keep(Instant.EPOCH, 100, kept);

    assertEquals(3, kept.of("bench-arena").size());
    assertEquals(2, kept.newest("bench-arena").size());
    assertEquals(2, kept.newest("bench-arena").getLast().run());
  }
}
