package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.report.page.ReportDataFixture;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import org.junit.jupiter.api.Test;

class PublishedRowTest {
  private final Summary summary = ReportDataFixture.twoGroups().build().summary();

  private PublishedRow row(String metric, String group, String value, String ratio) {
    PublishedFigure figure =
        new PublishedFigure("It is closer.", "Thesis", metric, group, value, ratio);
    return PublishedRow.of(List.of(figure), summary).getFirst();
  }

  @Test
  void aRatioStandsBesideThatOfTheRunWithItsIntervalAndDecision() {
    Summary.Comparison own =
        summary.comparisons().stream()
            .filter(one -> one.metric().equals("tick_drift_seconds.p99"))
            .findFirst()
            .orElseThrow();

    PublishedRow row = row("tick_drift_seconds.p99", "scheduled-pool", null, "0.065");

    assertEquals("Drift p99 of scheduled-pool / thread-per-task", row.measured());
    assertEquals("0.065", row.published());
    assertEquals(Decision.interval(own) + ", " + Decision.of(summary, own).word(), row.here());
  }

  @Test
  void aFigureStandsBesideTheGroupsWithItsLeastAndGreatestInstance() {
    PublishedRow row = row("tick_drift_seconds.p99", "thread-per-task", "1 ms", null);

    assertEquals("Drift p99 of thread-per-task", row.measured());
    assertEquals("1 ms", row.published());
    assertTrue(row.here().matches("[\\d.]+ .?s \\([\\d.]+ .?s to [\\d.]+ .?s\\)"), row.here());
  }

  @Test
  void whatTheRunDoesNotHaveIsADash() {
    assertEquals("–", row("tick_drift_seconds.p99", "pool", null, "2").here());
    assertEquals("–", row("tick_drift_seconds.p99", "pool", "2 ms", null).here());
    assertEquals("–", row("no_metric", "thread-per-task", "2 ms", null).here());
  }
}
