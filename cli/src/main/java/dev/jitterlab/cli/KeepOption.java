package dev.jitterlab.cli;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.campaign.KeptRuns;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The flag {@code --keep} of benches whose figures decide claims of the ledger. */
final class KeepOption {
  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Append the figures to the bench's file in DIR, such as docs/measurements. They are"
              + " evidence for the ledger of claims (./jitterlab campaign --ledger"
              + " docs/ledger.md).")
  private Path folder;

  /** Whether figures are to be kept. */
  boolean isGiven() {
    return folder != null;
  }

  /** Keeps the figures, if that was asked for. */
  void keep(Supplier<BenchRecord> record, Instant startedAt) {
    if (isGiven()) {
      double wallSeconds = Duration.between(startedAt, Instant.now()).toMillis() / 1e3;
      record.get().keep(startedAt, wallSeconds, new KeptRuns(folder));
    }
  }
}
