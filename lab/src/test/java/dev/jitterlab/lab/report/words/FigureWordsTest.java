package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.TickTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.ticks.TickTime;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureWordsTest {
  @TempDir private Path root;

  /** Four instances have a figure; the fifth may be the worst of all. */
  @Test
  void theFigureOfAGroupWithAHungInstanceIsABound() {
    Summary summary =
        new SummaryBuilder(
                new RunDirectoryFixture(root).tickLogLacks("scheduled-pool/2", 99).write())
            .build();
    Metric drift = TickTimes.of(TickTime.DRIFT, Quantile.P99);

    String pool = FigureWords.of(summary, "scheduled-pool", drift);
    assertTrue(pool.startsWith("≥ "), pool);
    assertEquals(pool.substring(2), drift.show(summary.figures("scheduled-pool")));
    assertFalse(FigureWords.of(summary, "thread-per-task", drift).startsWith("≥"));
    assertEquals(Optional.empty(), FigureWords.notDrawn(summary, drift), "no bound of its own");
  }
}
