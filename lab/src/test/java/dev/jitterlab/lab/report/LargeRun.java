package dev.jitterlab.lab.report;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.collect.SampleDatabase;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the run directory of 50 instances measured for ten minutes each, with as many scraped
 * series as a battle server has, to see what {@code jitterlab report} takes; see CONTRIBUTING.md.
 */
final class LargeRun {
  private static final int GROUPS = 10;
  private static final int BLOCKS = 5;
  private static final int MINUTES = 10;

  /** Beside those that the lab reads. */
  private static final int OTHER_SERIES = 250;

  private LargeRun() {}

  /** Writes it into the folder that the argument names. */
  public static void main(String[] arguments) throws IOException {
    int seconds = MINUTES * 60;
    RunDirectoryFixture fixture =
        new RunDirectoryFixture(Path.of(arguments[0]))
            .without("scheduled-pool")
            .inBlocks()
            .instances(BLOCKS)
            .durationSeconds(seconds);
    for (int group = 1; group < GROUPS; group++) {
      fixture.drift("group-" + group, 100_000 * group);
    }
    RunDirectory run = fixture.write();
    for (int block = 0; block < BLOCKS; block++) {
      double from = RunDirectoryFixture.START + block * (seconds + 7.0);
      try (BufferedWriter spool = Files.newBufferedWriter(run.samplesSpool())) {
        for (int second = 0; second < seconds; second++) {
          for (int group = 0; group < GROUPS; group++) {
            String source = (group == 0 ? "thread-per-task" : "group-" + group) + "/" + (block + 1);
            for (int series = 0; series < OTHER_SERIES; series++) {
              spool.write(
                  "%s,\"%s\",\"other_%d\",\"le=\"\"%d\"\"\",%d%n"
                      .formatted(from + second, source, series / 10, series % 10, second));
            }
          }
        }
      }
      SampleDatabase.load(run);
    }
  }
}
