package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrimaryMetricTest {
  @Test
  void offersEveryMetricByWhichGroupsAreCompared(@TempDir Path root) {
    RunDirectory run = new RunDirectoryFixture(root).instances(2).write();
    Summary summary = new SummaryBuilder(run).build();
    assertEquals(
        summary.comparisons().stream().map(Summary.Comparison::metric).sorted().toList(),
        PrimaryMetric.NAMES.stream().sorted().toList());
  }
}
