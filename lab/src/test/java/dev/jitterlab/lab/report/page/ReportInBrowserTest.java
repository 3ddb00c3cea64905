package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.history.HistoryFixture;
import dev.jitterlab.lab.report.history.HistoryPage;
import dev.jitterlab.lab.report.history.HistoryReader;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class ReportInBrowserTest {
  private static final Pattern ROOT = Pattern.compile("<html[^>]*>");
  private static final Pattern DRAWN = Pattern.compile("data-drawn=\"(\\d+)\"");

  /** Writes into the page what the test wants to know, first of all every error. */
  private static final String WATCH =
      """
      <head><script>
      const note = (name, value) => document.documentElement.setAttribute('data-' + name, value);
      addEventListener('error', e => note('error', e.message));
      addEventListener('load', () => note('images', document.images.length));
      </script>""";

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path folder;

  @Test
  void drawsEveryChartOfTwoGroups() throws Exception {
    String dom =
        dom(ReportDataFixture.twoGroups().inBlocks().nullifying("scheduled-pool/2").build());
    // 2 groups × 4 metrics, 4 × JIT, drift, 2 × CPU, instances
    assertEquals(17, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains("warm-up"));
  }

  @Test
  void drawsHostileNamesAsText() throws Exception {
    String dom = dom(new ReportDataFixture(List.of("<img src=x>", "</script>")).build());
    assertEquals(17, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains("data-images=\"0\""));
  }

  @Test
  void saysWhereNothingWasRecorded() throws Exception {
    String dom = dom(ReportDataFixture.twoGroups().withoutFigures());
    assertEquals(0, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains("Nothing was recorded for this chart."));
  }

  @Test
  void drawsResponseTimesAsMeasuredAndCompensated() throws Exception {
    RunDirectory run =
        new RunDirectoryFixture(folder.resolve("run")).responses(ResponseLogFixture.CLOSED).write();
    new SummaryBuilder(run).write();
    String dom = dom(ReportDataReader.read(run));
    assertEquals(dom.split("data-chart=\"latency\"", -1).length - 1, 3);
    assertFalse(dom.contains("chart empty\" data-chart=\"latency"), "all three have data");
    assertNoError(dom);
    assertTrue(dom.contains("response time"));
  }

  @Test
  void drawsAHistory() throws Exception {
    HistoryFixture fixture = new HistoryFixture(folder).runs(8, 1).runs(5, 1.3);
    fixture.add(1.3, "Linux 6.1", 8, "valid");
    RunHistory history =
        HistoryReader.read(
            List.of(fixture.root()), new HistoryReader.Choice(null, null, List.of()));
    String dom = Chromium.dom(folder, HistoryPage.render(history).replaceFirst("<head>", WATCH));

    assertEquals(2, drawn(dom), "a chart for each group");
    assertNoError(dom);
    assertTrue(dom.contains("× 1.29, worse"), "the change stands in the chart");
  }

  private String dom(ReportData data) throws Exception {
    return Chromium.dom(folder, ReportPage.render(data).replaceFirst("<head>", WATCH));
  }

  private static void assertNoError(String dom) {
    String root = ROOT.matcher(dom).results().findFirst().orElseThrow().group();
    assertFalse(root.contains("data-error"), root);
  }

  private static int drawn(String dom) {
    return DRAWN
        .matcher(dom)
        .results()
        .map(match -> Integer.parseInt(match.group(1)))
        .findFirst()
        .orElse(-1);
  }
}
