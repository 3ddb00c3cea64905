package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.ticks.Distribution;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TotalSectionTest {
  private static final long MS = 1_000_000;

  @TempDir private Path root;

  @Test
  void aCurveRisesFromTheShortestTimeToAllTicksAtTheLongest() {
    Histogram totals = new Histogram(3);
    totals.recordValueWithCount(100 * MS, 9_900);
    totals.recordValueWithCount(200 * MS, 99);
    totals.recordValueWithCount(32_000 * MS, 1);
    List<Point> curve = TotalSection.shares(Distribution.of(totals));

    assertEquals(
        List.of(0.0, 0.99, 0.9999, 1.0), curve.stream().map(Point::value).toList(), "each once");
    assertEquals(0.1, curve.getFirst().at(), 1e-3);
    assertEquals(0.2, curve.get(2).at(), 1e-3);
    assertEquals(32, curve.getLast().at(), 0.1, "the outlier is there");
    assertEquals(List.of(), TotalSection.shares(Distribution.empty()));
  }

  @Test
  void isShownWhereTheExperimentAsksForTotalTimes() {
    String page = ReportPage.render(read("tick_total_seconds.p99"));
    assertTrue(page.contains("<section id=\"total\""));
    for (String chart : List.of("total-cdf", "total-boxes")) {
      assertTrue(page.contains("data-chart=\"" + chart + "\""), chart);
    }
    assertTrue(page.contains("data-label=\"ticks\">11 000<"), "five instances, without warm-up");
    ChartColours.assertKnown(page);
    assertFalse(
        ReportPage.render(ReportDataFixture.twoGroups().build()).contains("id=\"total\""),
        "asks for drift");
  }

  private ReportData read(String primaryMetric) {
    RunDirectory run = new RunDirectoryFixture(root).primaryMetric(primaryMetric).write();
    new SummaryBuilder(run).write();
    return ReportDataReader.read(run);
  }
}
