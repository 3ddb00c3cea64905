package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.AllRequests;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.Quantile;
import dev.jitterlab.lab.metric.ResponseTimes;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.data.GroupResponses;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.text.TerminalReport;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.ticks.ResponseMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Response times on their way from the load generator's log to the reader. */
class ResponseSectionTest {
  @TempDir private Path root;

  private RunDirectory run(ResponseLogFixture responses) throws IOException {
    RunDirectory run = new RunDirectoryFixture(root).responses(responses).loadDrift(1_000).write();
    new SummaryBuilder(run).write();
    return run;
  }

  private static String terminal(RunDirectory run) {
    return TerminalReport.render(
        ReportDataReader.summary(run), run, new Terminal(false, false, true, 100), false);
  }

  /** 1100 answers a server, 100 of them 10, 20, ... 1000 ms: 11 are longer than 890 ms. */
  @Test
  void aStallIsInTheQuantilesOfAnOpenModel() throws IOException {
    RunDirectory run = run(ResponseLogFixture.OPEN);
    MetricValues metrics = ReportDataReader.summary(run).groups().getFirst().metrics();
    assertEquals(0.005, ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P50).in(metrics), 1e-5);
    assertEquals(0.890, ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99).in(metrics), 1e-3);
    assertEquals(1, ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.MAX).in(metrics), 1e-3);
    assertNull(ResponseTimes.of(ResponseMetric.COMPENSATED, Quantile.P50).in(metrics));
    assertTrue(Files.readString(run.summary()).contains("\"response_seconds\""));
  }

  @Test
  void aClosedModelShowsBothAndSaysWhatItHid() throws IOException {
    RunDirectory run = run(ResponseLogFixture.CLOSED);
    MetricValues metrics = ReportDataReader.summary(run).groups().getFirst().metrics();
    assertEquals(0.005, ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99).in(metrics), 1e-5);
    assertEquals(
        0.890, ResponseTimes.of(ResponseMetric.COMPENSATED, Quantile.P99).in(metrics), 1e-3);

    String page = ReportPage.render(ReportDataReader.read(run));
    assertTrue(page.contains("<section id=\"responses\""));
    assertTrue(page.contains("Closed model"));
    assertTrue(page.contains("as measured, about 890 ms with what was not sent"), page);
    String text = terminal(run);
    assertTrue(text.contains("scheduled-pool, compensated"), text);
    assertTrue(text.contains("closed model: a client that waits"), text);
  }

  @Test
  void theReportHasTheAnswersOfEveryGroup() throws IOException {
    ReportData data = ReportDataReader.read(run(ResponseLogFixture.OPEN));
    for (ReportData.GroupTimeline group : data.timelines()) {
      assertEquals(5 * 1_100, group.responses(ResponseMetric.RESPONSE).count());
      assertTrue(group.responses(ResponseMetric.COMPENSATED).isEmpty());
    }
    assertFalse(ReportPage.render(data).contains("Closed model"));
  }

  /**
   * Of 1,100 answers of a server, 96 take 50 ms or longer, 76 take 250 ms or longer. A time that
   * shares a bucket of the log with the threshold counts as above it.
   */
  @Test
  void slowRequestsAreSharesOfAllAndOfEachStep() throws IOException {
    String section = slowRequests(run(ResponseLogFixture.OPEN));
    assertTrue(section.contains("480 of 5"), "5 servers: " + section);
    assertTrue(section.contains("380 of 5"), section);
    assertTrue(section.contains("shop/read"), "each step has a table: " + section);
    assertTrue(section.contains("none of 5"), section);
    assertFalse(section.contains("promised"), "this load promises nothing");
  }

  /**
   * Of a server 10 requests a second were refused, for 12 s, beside 1,100 answers. The log has
   * lines of 10 of these seconds.
   */
  @Test
  void refusedRequestsAreSlowerThanAnyTime() throws IOException {
    RunDirectory run =
        new RunDirectoryFixture(root)
            .responses(ResponseLogFixture.OPEN)
            .loadDrift(1_000)
            .refused("scheduled-pool", 10)
            .write();
    new SummaryBuilder(run).write();
    String section = slowRequests(run);
    assertTrue(section.contains("980 of 6 000"), "480 answers and 500 refusals: " + section);
    assertTrue(section.contains("480 of 5 500"), "the other group refused none: " + section);
    MetricValues metrics = metrics(run, "scheduled-pool");
    String p99 = ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99).show(metrics);
    assertTrue(p99.startsWith("≥"), p99);
    assertTrue(section.contains(p99), "as in the table of response times: " + section);
  }

  /** A bound has no dot and no bar, so the reader is told where it would be. */
  @Test
  void aGroupWithABoundIsNamedWhereItIsNotDrawn() throws IOException {
    RunDirectory run =
        new RunDirectoryFixture(root)
            .primaryMetric("response_seconds.p99")
            .responses(ResponseLogFixture.OPEN)
            .loadDrift(1_000)
            .refused("scheduled-pool", 10)
            .write();
    new SummaryBuilder(run).write();
    String page = ReportPage.render(ReportDataReader.read(run));
    String answer = page.substring(page.indexOf("<div class=\"answer\""));
    assertTrue(
        answer
            .substring(0, 2_000)
            .contains("Without a dot, because only a bound is known: scheduled-pool/1 ≥ "),
        answer.substring(0, 1_000));
    String text = terminal(run);
    assertTrue(text.lines().anyMatch(line -> line.matches("scheduled-pool .*≥ [0-9.]+ s")), text);
  }

  /** No server answered as it should: the bounds are what is known. */
  @Test
  void responseTimesOfWhichOnlyBoundsAreKnownAreShown() throws IOException {
    RunDirectory run =
        new RunDirectoryFixture(root)
            .responses(ResponseLogFixture.OPEN)
            .loadDrift(1_000)
            .refused("scheduled-pool", 1_000)
            .refused("thread-per-task", 1_000)
            .write();
    new SummaryBuilder(run).write();
    String page = ReportPage.render(ReportDataReader.read(run));
    assertTrue(page.contains("<section id=\"responses\""), "the section is there");
    String text = terminal(run);
    assertTrue(
        text.lines().anyMatch(line -> line.matches("(scheduled-pool|thread-per-task) +≥ .*")),
        text);
  }

  /** Of a server 500 requests have waited for 10, 20, ... 5000 ms, 496 of them for 50 ms. */
  @Test
  void requestsThatAreStillOutCountAsWhatTheyHaveWaited() throws IOException {
    RunDirectory run =
        new RunDirectoryFixture(root)
            .responses(ResponseLogFixture.OPEN)
            .loadDrift(1_000)
            .hung("scheduled-pool")
            .write();
    new SummaryBuilder(run).write();
    String section = slowRequests(run);
    assertTrue(section.contains("2 960 of 8 000"), "480 answers and 2 480 waits: " + section);
    assertTrue(section.contains("480 of 5 500"), "the other group has none: " + section);
    assertTrue(section.contains("≥ " + Units.share(2_960 / 8_000.0)), "20 waited less: " + section);
    assertFalse(section.contains("≥ " + Units.share(480 / 5_500.0)), section);
    String p99 =
        ResponseTimes.of(ResponseMetric.RESPONSE, Quantile.P99)
            .show(metrics(run, "scheduled-pool"));
    assertTrue(section.contains(p99), p99 + " as in the table of response times: " + section);
  }

  private static MetricValues metrics(RunDirectory run, String name) {
    return ReportDataReader.summary(run).groups().stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .orElseThrow()
        .metrics();
  }

  private static String slowRequests(RunDirectory run) {
    String page = ReportPage.render(ReportDataReader.read(run));
    String section = page.substring(page.indexOf("<section id=\"slow-requests\""));
    return section.substring(0, section.indexOf("</section>"));
  }

  @Test
  void responseTimesOverTimeMergeTheServersOfAGroup() throws IOException {
    ReportData data = ReportDataReader.read(run(ResponseLogFixture.OPEN));
    for (ReportData.GroupTimeline group : data.timelines()) {
      List<Point> p99 = group.responses().lines().byName().get("p99");
      assertEquals(10, p99.size(), "one a second");
      assertEquals(0.005, p99.getFirst().value(), 1e-5);
      assertEquals(0.990, p99.getLast().value(), 1e-2, "the stall of the last second");
    }
    assertTrue(ReportPage.render(data).contains("<section id=\"responses-over-time\""));
  }

  @Test
  void groupsAreComparedByTheirResponseTimes() throws IOException {
    Summary summary = ReportDataReader.summary(run(ResponseLogFixture.OPEN));
    Summary.Comparison p99 =
        summary.comparisons().stream()
            .filter(comparison -> comparison.metric().equals("response_seconds.p99"))
            .findFirst()
            .orElseThrow();
    assertEquals(1, p99.ratio(), 1e-9);
    assertTrue(terminal(new RunDirectory(root)).contains("Response time p99"));
  }

  /** The step {@code shop/read} is one that no stall ever hit. */
  @Test
  void eachStepOfTheJourneysHasItsOwnTimes() throws IOException {
    RunDirectory run =
        new RunDirectoryFixture(root)
            .responses(ResponseLogFixture.OPEN)
            .loadDrift(1_000)
            .metrics(new OwnMetrics(List.of(), null, List.of("shop/read", "shop/never-asked-for")))
            .write();
    new SummaryBuilder(run).write();
    Summary summary = ReportDataReader.summary(run);
    assertTrue(Files.readString(run.summary()).contains("\"steps\""));
    Summary.Comparison p99 =
        summary.comparisons().stream()
            .filter(one -> one.metric().equals("step_response_seconds.shop/read.p99"))
            .findFirst()
            .orElseThrow();
    assertEquals(1, p99.ratio(), 1e-9);
    assertTrue(terminal(run).contains("Response time shop/read p99"), terminal(run));
    String page = ReportPage.render(ReportDataReader.read(run));
    assertTrue(page.contains("Response time shop/read p99"));
    assertFalse(page.contains("never-asked-for"));
  }

  /** A chart for steps that ask for more and more, and only for them. */
  @Test
  void theReportDrawsThePercentileAgainstTheNumberOfASeriesOfSteps() throws IOException {
    String page = ReportPage.render(ReportDataReader.read(run(ResponseLogFixture.NUMBERED)));
    assertTrue(page.contains("data-chart=\"step-numbers-parts\""), page);
    Matcher series =
        Pattern.compile("\"step-numbers-parts\":.*?\\[\\[1\\.?0?,([0-9.]+)],\\[8\\.?0?,([0-9.]+)],")
            .matcher(page);
    assertTrue(series.find(), page.substring(page.indexOf("\"step-numbers-parts\":")));
    assertEquals(0.001, Double.parseDouble(series.group(1)), 1e-5);
    assertEquals(0.008, Double.parseDouble(series.group(2)), 1e-4);
  }

  /** Nobody knows how many requests of one more server got no answer. */
  @Test
  void aPercentileThatIsOnlyABoundIsAHollowDot() throws IOException {
    List<ReportData.GroupTimeline> groups =
        ReportDataReader.read(run(ResponseLogFixture.NUMBERED)).timelines();
    assertFalse(stepNumbers(groups).contains("hollow"));

    String charts = stepNumbers(List.of(groups.getFirst(), withUnknown(groups.getLast())));
    Matcher dots =
        Pattern.compile("\\{\"mark\":\"dots\",\"points\":\\[([^}]*)],\"group\":1,\"hollow\":true}")
            .matcher(charts);
    assertTrue(dots.find(), charts);
    assertTrue(dots.group(1).matches("\\[8\\.0,0\\.00[78]\\d*]"), dots.group(1));
    assertTrue(charts.contains("a hollow dot is only a bound"), charts);
  }

  /** The same, where the step with eight parts went to a server without counters, too. */
  private static ReportData.GroupTimeline withUnknown(ReportData.GroupTimeline group) {
    GroupResponses known = group.responses();
    Map<String, AllRequests> steps = new HashMap<>(known.steps());
    steps.computeIfPresent("many/parts-8", (_, own) -> own.andUnknown());
    return new ReportData.GroupTimeline(
        group.group(),
        group.ticks(),
        group.driftCurve(),
        group.drift(),
        group.total(),
        group.lateShares(),
        group.changes(),
        group.deoptimisations(),
        new GroupResponses(known.measured(), known.all(), steps, known.outcomes(), known.lines()),
        group.pauses(),
        group.steady());
  }

  /** The charts, as text. */
  private static String stepNumbers(List<ReportData.GroupTimeline> groups) {
    Html html = new Html();
    StepNumbers.charts(html, groups);
    return html + Json.writeCompact(html.kept());
  }

  @Test
  void aSeriesOfStepsHasAtLeastThreeNumbers() {
    assertEquals(
        Map.of("parts", Map.of(1, "one/parts-1", 8, "two/parts-8", 64, "two/parts-64")),
        StepNumbers.of(
            List.of("one/parts-1", "two/parts-8", "two/parts-64", "shop/read", "buy/product-2")));
    assertEquals(Map.of(), StepNumbers.of(List.of("level-1", "level-2", "level-3")));
    assertEquals(Map.of(), StepNumbers.of(List.of("one/parts-1", "two/parts-8")));
  }

  /** One chart of both would show the steps of the first journey alone. */
  @Test
  void journeysWithTheSameNumbersHaveASeriesEach() {
    assertEquals(
        Map.of(
            "a/p",
            Map.of(1, "a/p-1", 8, "a/p-8", 64, "a/p-64"),
            "b/p",
            Map.of(1, "b/p-1", 8, "b/p-8", 64, "b/p-64")),
        StepNumbers.of(List.of("a/p-1", "a/p-8", "a/p-64", "b/p-1", "b/p-8", "b/p-64")));
  }

  @Test
  void aRunWithoutThemSaysNothingAboutThem() throws IOException {
    RunDirectory run = new RunDirectoryFixture(root).write();
    new SummaryBuilder(run).write();
    assertFalse(ReportPage.render(ReportDataReader.read(run)).contains("id=\"responses\""));
    assertFalse(terminal(run).contains("esponse time"));
  }
}
