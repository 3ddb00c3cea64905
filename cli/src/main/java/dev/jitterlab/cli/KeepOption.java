package dev.jitterlab.cli;

import dev.jitterlab.bench.BenchRecord;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
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

  /** Makes sure that figures can be kept, if that was asked for; before anything is measured. */
  void requireWritable() {
    if (isGiven()) {
      new KeptRuns(folder).requireWritable("--keep");
    }
  }

  /**
   * Keeps the figures, if that was asked for; after they are printed.
   *
   * @param figures the file that has them too, for the error
   */
  void keep(Supplier<BenchRecord> record, Instant startedAt, Path figures) {
    if (isGiven()) {
      double wallSeconds = Duration.between(startedAt, Instant.now()).toMillis() / 1e3;
      try {
        record.get().keep(startedAt, wallSeconds, new KeptRuns(folder));
      } catch (LabException e) {
        throw unkept(e.problems().getFirst(), figures);
      }
    }
  }

  private static LabException unkept(Problem problem, Path figures) {
    return LabException.failed(
            problem.where(),
            "the figures are not in the records: " + problem.what(),
            "The figures are in %s. Remove the cause, and measure again to have them in the"
                    .formatted(figures)
                + " records.")
        .withDetails(problem.details());
  }
}
