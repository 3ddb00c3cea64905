package dev.jitterlab.lab.report.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.experiment.PublishedFigure;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.report.page.ReportDataFixture;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.summary.Summary.InstanceSummary;
import java.util.List;
import java.util.Map;
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

  /** Its servers hung until the end, so that more is known of none of them. */
  @Test
  void aGroupOfWhichOnlyABoundIsKnownHasThatBound() {
    GroupSummary group =
        new GroupSummary(
            "hung",
            Map.of(),
            List.of(instance("hung/1", 0.05), instance("hung/2", 0.06)),
            atLeast(0.05),
            null,
            2,
            0);
    PublishedFigure figure =
        new PublishedFigure(
            "It is closer.", "Thesis", "tick_drift_seconds.p99", "hung", "1 ms", null);

    assertEquals(
        "≥ 50 ms (≥ 50 ms to ≥ 60 ms)",
        PublishedRow.of(List.of(figure), with(group)).getFirst().here());
  }

  private static InstanceSummary instance(String id, double atLeastSeconds) {
    return new InstanceSummary(id, 1, false, null, atLeast(atLeastSeconds), null, null);
  }

  private static MetricValues atLeast(double seconds) {
    return new MetricValues(
        Map.of("tick_drift_seconds", Map.of("p99", Map.of("at_least", seconds))));
  }

  private Summary with(GroupSummary group) {
    return new Summary(
        summary.experiment(),
        summary.question(),
        summary.verdict(),
        summary.baseline(),
        summary.primaryMetric(),
        summary.validity(),
        List.of(group),
        summary.comparisons(),
        summary.metrics(),
        summary.costs(),
        summary.control(),
        summary.undecided(),
        summary.outcome(),
        summary.sequential(),
        summary.answered());
  }

  @Test
  void whatTheRunDoesNotHaveIsADash() {
    assertEquals("–", row("tick_drift_seconds.p99", "pool", null, "2").here());
    assertEquals("–", row("tick_drift_seconds.p99", "pool", "2 ms", null).here());
    assertEquals("–", row("no_metric", "thread-per-task", "2 ms", null).here());
  }
}
