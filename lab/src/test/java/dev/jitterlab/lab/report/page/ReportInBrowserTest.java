package dev.jitterlab.lab.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.ResponseLogFixture;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.browser.Chromium;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Boxes;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.data.ReportDataReader;
import dev.jitterlab.lab.report.history.HistoryFixture;
import dev.jitterlab.lab.report.history.HistoryPage;
import dev.jitterlab.lab.report.history.HistoryReader;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.RunHistory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

class ReportInBrowserTest {
  private static final Pattern ROOT = Pattern.compile("<html[^>]*>");
  private static final Pattern FILLED =
      Pattern.compile("<path d=\"([^\"]*)\"[^>]*fill-opacity=\"0.16\"");
  private static final double MIB = 1 << 20;
  private static final Pattern DRAWN = Pattern.compile("data-drawn=\"(\\d+)\"");

  /** Writes into the page what the test wants to know, first of all every error. */
  private static final String WATCH =
      """
      <head><script>
      const note = (name, value) => document.documentElement.setAttribute('data-' + name, value);
      addEventListener('error', e => note('error', e.message));
      addEventListener('load', () => note('images', document.images.length));
      </script>\
      """;

  /** Goes through the lanes and the flame graph by keyboard, and follows a link to evidence. */
  private static final String EXPLORE =
      """
      <script>
      const press = (box, key) => box.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      const isLeft = (target, init) => target.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, ...init}));
      const view = figure => String(+(figure.style.getPropertyValue('--to') - figure.style.getPropertyValue('--from')).toFixed(3));
      addEventListener('load', () => {
        const lanes = document.getElementById('lanes-0');
        lanes.querySelector('.box').focus();
        press(document.activeElement, '+');
        note('zoomed', view(lanes));
        press(document.activeElement, 'ArrowRight');
        const first = document.activeElement.id;
        press(document.activeElement, 'ArrowDown');
        note('reached', first + ' ' + document.activeElement.id);
        note('said', lanes.querySelector('[role=status]').textContent);
        press(document.activeElement, '0');
        note('all', view(lanes));
        const back = isLeft(document.activeElement, {key: 'ArrowLeft', altKey: true});
        const scroll = isLeft(lanes.querySelector('.boxes-bar button'), {key: 'ArrowDown'});
        const end = isLeft(document.activeElement, {key: 'ArrowDown', shiftKey: true});
        note('left', back + ' ' + scroll + ' ' + end);
        document.querySelector('.evidence a').click();
        setTimeout(() => {
          note('linked', document.activeElement.id);
          document.getElementById('flame-0-2-1').click();
          note('flame', view(document.getElementById('flame-0')));
        });
      });
      </script>\
      """;

  /** Points at the second point of the first line. */
  private static final String POINT =
      """
      <script>
      addEventListener('load', () => setTimeout(() =>
        echarts.getInstanceByDom(document.querySelector('[data-chart]'))
          .dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 1 }), 500));
      </script>\
      """;

  /** Chooses the last chart, and draws data with more charts and then with fewer. */
  private static final String REDRAW =
      """
      <script>
      addEventListener('load', () => setTimeout(() => {
        const list = document.querySelector('select');
        list.value = 'last';
        list.dispatchEvent(new Event('change'));
        const chart = document.querySelector('[data-chart]');
        for (const id of ['more', 'fewer']) {
          jitterlab.redraw(JSON.parse(document.getElementById(id).textContent));
          const texts = [...chart.querySelectorAll('text')].map(one => one.textContent);
          note(id, texts.join(' ') || chart.textContent);
        }
      }, 500));
      </script>\
      """;

  /**
   * Chooses the last chart, and answers the live page in place of the lab: soon with a newer page.
   * The text is another one in each answer. Counts how often a screen reader has something to say.
   */
  private static final String LIVE =
      """
      <script>
      let asked = 0;
      window.fetch = async address => new Response(address === '/'
        ? JSON.parse(document.getElementById('newer').textContent)
        : JSON.stringify({ state: 'running', text: 'answer ' + ++asked, phase: asked < 4 ? 'warming up' : 'measuring', share: 0.5, page: Math.min(asked, 2), charts: 0 }));
      let said = 0;
      addEventListener('load', () => {
        for (const status of document.querySelectorAll('#live[role=status], #live [role=status]')) {
          new MutationObserver(() => note('said', ++said + ' ' + status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
        }
        const list = document.querySelector('select');
        list.value = 'last';
        list.dispatchEvent(new Event('change'));
        setTimeout(() => {
          note('offered', [...list.options].map(one => one.value).join());
          note('chosen', list.value);
        }, 10000);
      });
      </script>\
      """;

  /** Opens what is folded by keyboard, and answers the live page with a newer one. */
  private static final String OPENED =
      """
      <script>
      let asked = 0;
      window.fetch = async address => new Response(address === '/'
        ? JSON.parse(document.getElementById('newer').textContent)
        : JSON.stringify({ state: 'running', text: '', phase: 'measuring', share: 0.5, page: Math.min(++asked, 2), charts: 0 }));
      addEventListener('load', () => {
        document.getElementById('folded').open = true;
        document.querySelector('#folded summary').focus();
        setTimeout(() => {
          const folded = document.getElementById('folded');
          note('read', folded.open + ' ' + document.activeElement.tagName + ' ' + folded.querySelector('p').textContent);
        }, 10000);
      });
      </script>\
      """;

  @TempDir(cleanup = CleanupMode.ALWAYS)
  private Path folder;

  @Test
  void drawsEveryChartOfTwoGroups() throws Exception {
    ReportData data =
        ReportDataFixture.twoGroups()
            .inBlocks()
            .nullifying("scheduled-pool/2")
            .build()
            .with(
                Optional.of(CausesFixture.of("thread-per-task", "scheduled-pool")),
                Optional.empty());
    String page = ReportPage.render(data).replaceFirst("<head>", WATCH + EXPLORE);
    String dom = Chromium.dom(folder, page);
    // answer, 2 groups × 4 metrics, 10 servers, 5 × JIT, drift, latency, 2 × CPU, instances;
    // causes per group, 2 × over time, waterfall
    assertEquals(33, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains("warm-up"));
    String root = ROOT.matcher(dom).results().findFirst().orElseThrow().group();
    assertTrue(root.contains("data-zoomed=\"0.5\""), root);
    assertTrue(root.contains("data-reached=\"lanes-0-0-1 lanes-0-1-0\""), root);
    assertTrue(root.contains("data-said=\"waiting for locks: "), root);
    assertTrue(root.contains("data-all=\"1\""), root);
    assertTrue(root.contains("data-left=\"true true false\""), "keys for the browser: " + root);
    assertTrue(root.contains("data-linked=\"lanes-0-2-0\""), root);
    assertTrue(root.contains("data-flame=\"0.6\""), "Enter zooms to the frame: " + root);
    assertTrue(root.contains("data-images=\"0\""), "what a recording says is text");
  }

  @Test
  void drawsHostileNamesAsText() throws Exception {
    String dom = dom(new ReportDataFixture(List.of("<img src=x>", "</script>")).build());
    assertEquals(29, drawn(dom));
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
  void drawsTotalTimesAsCurvesAndBoxes() throws Exception {
    RunDirectory run =
        new RunDirectoryFixture(folder.resolve("run"))
            .primaryMetric("tick_total_seconds.p99")
            .write();
    new SummaryBuilder(run).write();
    String dom = dom(ReportDataReader.read(run));
    for (String id : List.of("total-cdf", "total-boxes")) {
      assertTrue(dom.contains("data-chart=\"" + id + "\""), id);
      assertFalse(dom.contains("empty\" data-chart=\"" + id + "\""), id + " has data");
    }
    assertNoError(dom);
    assertTrue(dom.contains(">scheduled-pool</text>"), "the names of the boxes");
  }

  @Test
  void drawsResponseTimesAsMeasuredAndCompensated() throws Exception {
    RunDirectory run =
        new RunDirectoryFixture(folder.resolve("run")).responses(ResponseLogFixture.CLOSED).write();
    new SummaryBuilder(run).write();
    String dom = dom(ReportDataReader.read(run));
    for (String id : List.of("latency", "responses", "responses-compensated")) {
      assertTrue(dom.contains("data-chart=\"" + id + "\""), id);
      assertFalse(dom.contains("empty\" data-chart=\"" + id + "\""), id + " has data");
    }
    assertNoError(dom);
    assertTrue(dom.contains("response time"));
  }

  @Test
  void drawsRowsWithNamesAndABand() throws Exception {
    List<String> names = List.of("first", "second");
    Html html = begin("marks");
    Chart.of("forest", Axis.of("number").log(), Axis.names(names))
        .add(ChartSeries.segments(List.of(new Segment(0.5, 0, 2, 0))).group(0))
        .add(ChartSeries.dots(List.of(new Point(1.1, 0))).group(0))
        .write(html, "");
    Chart.of("band", Axis.of("bytes").log(), Axis.of("number").from(0))
        .add(
            ChartSeries.band(
                    List.of(
                        new Segment(45 * MIB, 2, 45 * MIB, 3),
                        new Segment(1100 * MIB, 1, 1100 * MIB, 1.5)))
                .style("interval", "g1", 1))
        .ruleAt(50 * MIB, "one name", "bad")
        .ruleAt(52 * MIB, "another name", "good")
        .ruleAt(800 * MIB, "far name", "good")
        .write(html, "");
    String page = end(html);
    ChartColours.assertKnown(page);

    String dom = Chromium.dom(folder, page.replaceFirst("<head>", WATCH));
    assertEquals(2, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains(">second</text>"), "the names of rows");
    String band = dom.substring(dom.indexOf("data-chart=\"band\""));
    Matcher filled = FILLED.matcher(band);
    assertTrue(filled.find(), "what lies between the edges is filled: " + band);
    double[] corners =
        Pattern.compile("[^-0-9.]+")
            .splitAsStream(filled.group(1))
            .filter(number -> !number.isEmpty())
            .mapToDouble(Double::parseDouble)
            .toArray();
    assertEquals(8, corners.length, filled.group(1));
    assertEquals(corners[0], corners[6], "it begins and ends with the same size");
    assertTrue(corners[2] - corners[0] > 400, "it is as wide as the chart: " + filled.group(1));
    assertEquals(
        2, (corners[1] - corners[7]) / (corners[3] - corners[5]), 0.05, "1 wide, then a half");
    assertTrue(band.contains(">128 MiB</text>"), "round sizes are powers of two: " + band);
    assertTrue(band.contains(">1 GiB</text>"), band);
    assertFalse(band.contains(">45 MiB</text>"), "no label at a ragged end");
    assertTrue(heightOf("one name", band) != heightOf("another name", band), band);
    assertEquals(heightOf("one name", band), heightOf("far name", band), "there is room");
  }

  /** As of a server that used no CPU time for a second. */
  @Test
  void aZeroDoesNotEmptyALogarithmicChart() throws Exception {
    Html html = begin("zero");
    Chart.of("zero", Axis.time(), Axis.of("seconds").log())
        .add(
            ChartSeries.line(List.of(new Point(0, 0.5), new Point(1, 0), new Point(2, 0.4)))
                .style("a line", "g0", 1))
        .write(html, "");
    String dom = Chromium.dom(folder, end(html).replaceFirst("<head>", WATCH));

    assertEquals(1, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains(">100 ms</text>"), dom);
    assertTrue(dom.contains(">1 s</text>"), dom);
  }

  /** As of a series that is 0 throughout, such as a cause of which nothing was late. */
  @Test
  void aLogarithmicChartWithoutAnythingAboveZeroIsLinear() throws Exception {
    Html html = begin("nothing");
    for (double lowest : new double[] {0, -0.004}) {
      Chart.of("lowest " + lowest, Axis.time(), Axis.of("seconds").log())
          .add(
              ChartSeries.line(List.of(new Point(0, lowest), new Point(1, lowest / 2)))
                  .style("a line", "g0", 1))
          .write(html, "");
    }
    String dom = Chromium.dom(folder, end(html).replaceFirst("<head>", WATCH));

    assertEquals(2, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains(">-4 ms</text>"), dom);
  }

  /** From 1000 to 1004 after 1200 s: with three digits, neighbours would have the same label. */
  @Test
  void labelsOfAnAxisTellItsStepsApart() throws Exception {
    Html html = begin("digits");
    Chart.of("digits", Axis.time(), Axis.of("number"))
        .add(
            ChartSeries.line(List.of(new Point(1_200.5, 1_000), new Point(1_209.5, 1_004)))
                .style("a line", "g0", 1))
        .write(html, "");
    Boxes.of("lanes", "lanes")
        .axis(1_000, 1_001, "seconds")
        .tick(0, "1000 s")
        .row("a row", List.of(new Boxes.Box(0, 1, "all", "all", "g0", 1)))
        .write(html);
    String dom = Chromium.dom(folder, end(html).replaceFirst("<head>", WATCH + POINT));

    assertEquals(1, drawn(dom));
    assertNoError(dom);
    assertTrue(dom.contains(">1002</text>"), dom);
    assertTrue(dom.contains(">1004</text>"), dom);
    assertTrue(dom.contains(">1206</text>"), "the axis of time: " + dom);
    assertTrue(dom.contains(">1000.2 s</span>"), "the axis of the lanes: " + dom);
    assertTrue(dom.contains("1209 s<br>"), "the heading of what is pointed at: " + dom);
  }

  /** As of a run that goes on: a metric has its first figure, or a block is measured again. */
  @Test
  void aChosenChartStaysTheChosenOneInNewerData() throws Exception {
    Html html = begin("choice");
    Chart.choice(html, "pick", charts("first", "last"), "");
    html.json("more", data(charts("first", "between", "last")));
    html.json("fewer", data(charts("first")));
    String dom =
        Chromium.dom(
            folder, end(html).replaceFirst("<head>", Matcher.quoteReplacement(WATCH + REDRAW)));

    assertNoError(dom);
    String root = ROOT.matcher(dom).results().findFirst().orElseThrow().group();
    assertTrue(root.matches("(?s).*data-more=\"[^\"]*how last.*"), root);
    assertTrue(root.contains("data-fewer=\"Nothing was recorded for this chart.\""), root);
  }

  @Test
  void whatALivePageOffersToChooseFromGrowsWithTheRun() throws Exception {
    Html newer = live("first", "between", "last");
    newer.json("data", data(charts("first", "between", "last")));
    Html html = live("first", "last");
    html.json("newer", Json.writeCompact(newer.close().closeLine().toString()));
    html.json("data", data(charts("first", "last")));
    ReportPage.scripts(html);
    html.verbatim("script", WholeFile.resource(ReportPage.class, "live.js"));
    String page = html.close().closeLine().toString();
    String dom =
        Chromium.dom(folder, page.replaceFirst("<head>", Matcher.quoteReplacement(WATCH + LIVE)));

    assertNoError(dom);
    String root = ROOT.matcher(dom).results().findFirst().orElseThrow().group();
    assertTrue(root.contains("data-offered=\"first,between,last\""), root);
    assertTrue(root.contains("data-chosen=\"last\""), root);
    assertTrue(root.matches("(?s).*data-said=\"[12] The run goes on: measuring\".*"), root);
    assertTrue(dom.contains(">how last</text>"), dom);
  }

  @Test
  void whatTheReaderOfALivePageOpenedStaysOpen() throws Exception {
    Html newer = folded("newer");
    newer.json("data", data(charts("first")));
    Html html = folded("older");
    html.json("newer", Json.writeCompact(newer.close().closeLine().toString()));
    html.json("data", data(charts("first")));
    ReportPage.scripts(html);
    html.verbatim("script", WholeFile.resource(ReportPage.class, "live.js"));
    String page = html.close().closeLine().toString();
    String dom =
        Chromium.dom(folder, page.replaceFirst("<head>", Matcher.quoteReplacement(WATCH + OPENED)));

    assertNoError(dom);
    String root = ROOT.matcher(dom).results().findFirst().orElseThrow().group();
    assertTrue(root.contains("data-read=\"true SUMMARY newer\""), root);
  }

  /** A live page with a figure that is folded away, up to the end of its main part. */
  private static Html folded(String figure) {
    Html html = beginLive();
    html.open("details", "id", "folded").element("summary", "More").element("p", figure).close();
    Chart.choice(html, "pick", charts("first"), "");
    return html.closeLine();
  }

  /** A live page with one list to choose from, up to the end of its main part. */
  private static Html live(String... titles) {
    Html html = beginLive();
    Chart.choice(html, "pick", charts(titles), "");
    return html.closeLine();
  }

  private static Html beginLive() {
    Html html = new Html();
    html.open("html");
    ReportPage.head(html, "live", true);
    html.open("body").open("main");
    html.open("button", "id", "theme").close();
    LivePanel.write(html);
    return html;
  }

  private static Map<String, Chart> charts(String... titles) {
    Map<String, Chart> charts = new LinkedHashMap<>();
    for (String title : titles) {
      charts.put(
          title,
          Chart.of(title, Axis.of("number").title("how " + title), Axis.of("number"))
              .add(
                  ChartSeries.dots(List.of(new Point(1, 2), new Point(3, 4)))
                      .style(title, "g0", 1)));
    }
    return charts;
  }

  /** The block of a page that has these charts to choose from. */
  private static String data(Map<String, Chart> charts) {
    Html html = new Html();
    Chart.choice(html, "pick", charts, "");
    return Json.writeCompact(Chart.data(List.of("one"), List.of(), html.kept()));
  }

  /** A page with nothing but what is added to it, up to its charts. */
  private static Html begin(String title) {
    Html html = new Html();
    html.open("html");
    ReportPage.head(html, title, false);
    html.open("body").open("p");
    return html.open("button", "id", "theme").close();
  }

  private static String end(Html html) {
    html.closeLine();
    html.json("data", Json.writeCompact(Chart.data(List.of("one"), List.of(), html.kept())));
    ReportPage.scripts(html);
    return html.close().closeLine().toString();
  }

  /** Where a text stands, from the top. */
  private static double heightOf(String text, String dom) {
    Matcher matcher =
        Pattern.compile("<text[^>]*?translate\\([-0-9.]+ ([-0-9.]+)\\)[^>]*>" + text + "<")
            .matcher(dom);
    assertTrue(matcher.find(), () -> text + " in " + dom);
    return Double.parseDouble(matcher.group(1));
  }

  @Test
  void drawsAHistory() throws Exception {
    HistoryFixture fixture = new HistoryFixture(folder).runs(8, 1).runs(5, 1.3);
    fixture.add(1.3, "Linux 6.1", 8, "valid");
    RunHistory history =
        HistoryReader.read(
            List.of(fixture.root()), new HistoryReader.Choice(null, null, List.of(), 0));
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
