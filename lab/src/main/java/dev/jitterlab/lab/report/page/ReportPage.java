package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.TrialWords;
import dev.jitterlab.lab.summary.Summary.GroupSummary;
import dev.jitterlab.lab.ticks.TickTime;
import java.io.StringReader;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The report as one HTML file that opens offline. Verdict, validity and tables are plain HTML; the
 * charts are drawn by {@code report.js} with ECharts from the JSON block at the end. A
 * content-security policy forbids every request, so nothing can leave the page; only the page of a
 * run that goes on may ask the server that it came from.
 */
public final class ReportPage {
  /** The four times of a tick, in the order in which the page shows them. */
  static final List<TickTime> TICK_TIMES =
      List.of(TickTime.DRIFT, TickTime.EXECUTION, TickTime.WAIT, TickTime.TOTAL);

  /** Says which version of ECharts is on the class path. */
  private static final String ECHARTS_POM =
      "/META-INF/maven/org.webjars.npm/echarts/pom.properties";

  /** ECharts with lines, scatter and the SVG renderer, without maps and the rest. */
  private static final String ECHARTS =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.common.min.js";

  private static final List<Section> SECTIONS =
      List.of(
          ComparisonSection.SECTION.where(data -> data.confusion().isPresent()),
          PublishedSection.SECTION,
          CapacitySection.SECTION,
          CostSection.SECTION,
          TicksOverTimeSection.SECTION,
          ResponsesOverTimeSection.SECTION,
          SteadySection.SECTION,
          HeapSection.SECTION,
          JitSection.SECTION,
          DriftSection.SECTION,
          TotalSection.SECTION,
          LatencySection.SECTION,
          ResponseSection.SECTION,
          SlowRequestsSection.SECTION,
          LateTicksSection.SECTION,
          CausesSection.SECTION,
          LoadSection.SECTION,
          InstancesSection.SECTION,
          CommandsSection.SECTION,
          EnvironmentSection.SECTION,
          TimelineSection.SECTION,
          ExperimentSection.SECTION,
          GlossarySection.SECTION);

  /** With more groups than this, a plot of all of them in full colour cannot be read. */
  private static final int MOST_COLOURED = 8;

  private ReportPage() {}

  /** Renders the whole page. */
  public static String render(ReportData data) {
    return render(data, false);
  }

  /** Renders the page of a run that goes on; it asks its server for what is new. */
  public static String renderLive(ReportData data) {
    return render(data, true);
  }

  /** Renders the live page before anything is known but the experiment's name. */
  public static String renderWaiting(String experiment) {
    Html html = open(experiment, true);
    html.open("header", "class", "page-head");
    html.element("p", "Jitterlab, live", "class", "eyebrow");
    html.element("h1", experiment);
    LivePanel.write(html);
    html.close().closeLine();
    html.verbatim("script", resource("live.js"));
    return html.close().closeLine().toString();
  }

  /** What {@code report.js} draws of a run that goes on, as JSON. */
  public static String liveCharts(ReportData data) {
    Html html = new Html();
    firstScreen(html, data, true);
    sections(html, data);
    return Json.writeCompact(charts(html, data));
  }

  private static Object charts(Html html, ReportData data) {
    List<String> groups = data.summary().groups().stream().map(GroupSummary::name).toList();
    return Chart.data(groups, coloured(data), html.kept());
  }

  /** Of many groups the baseline, and those with the lowest and the highest primary metric. */
  private static List<String> coloured(ReportData data) {
    Metric primary = data.primaryMetric();
    List<GroupSummary> ranked =
        data.summary().groups().stream()
            .filter(group -> primary.in(group.metrics()) != null)
            .sorted(Comparator.comparing(group -> primary.in(group.metrics())))
            .toList();
    return data.summary().groups().size() <= MOST_COLOURED || ranked.isEmpty()
        ? List.of()
        : Stream.of(data.summary().baseline(), ranked.getFirst().name(), ranked.getLast().name())
            .distinct()
            .toList();
  }

  private static String render(ReportData data, boolean live) {
    Html html = open(data.summary().experiment(), live);
    VerdictSection.write(html, data, live);
    firstScreen(html, data, live);
    navigation(html, data);
    html.open("noscript")
        .element("p", "The charts need JavaScript; all texts and tables are here without it.")
        .closeLine();
    sections(html, data);
    html.closeLine();
    html.json("data", Json.writeCompact(charts(html, data)));
    scripts(html);
    if (live) {
      html.verbatim("script", resource("live.js"));
    }
    return html.close().closeLine().toString();
  }

  private static Html open(String experiment, boolean live) {
    Html html = new Html();
    html.open("html", "lang", "en");
    head(html, experiment, live);
    return html.open("body").open("main");
  }

  /** The head of a page of Jitterlab. */
  static void head(Html html, String experiment, boolean live) {
    html.open("head");
    html.open("meta", "charset", "utf-8");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
            + (live ? "; connect-src 'self'" : ""));
    html.element("title", experiment + (live ? " – Jitterlab, live" : " – Jitterlab"));
    html.verbatim("style", resource("report.css"));
    html.closeLine();
  }

  /**
   * Begins a page of Jitterlab that is no report of a run, up to its first heading.
   *
   * @param eyebrow which kind of page it is
   */
  public static Html begin(String title, String eyebrow) {
    Html html = open(title, false);
    html.open("header", "class", "page-head");
    eyebrow(html, eyebrow);
    return html.element("h1", title);
  }

  /**
   * Ends it.
   *
   * @param names what its charts call the groups
   */
  public static String end(Html html, List<String> names) {
    html.closeLine();
    html.json("data", Json.writeCompact(Chart.data(names, List.of(), html.kept())));
    scripts(html);
    return html.close().closeLine().toString();
  }

  /** Opens a section with its heading. */
  public static Html section(Html html, String id, String title) {
    return html.open("section", "id", id, "aria-labelledby", id + "-title")
        .element("h2", title, "id", id + "-title");
  }

  /** The same, with the sentence below the heading. */
  public static Html section(Html html, String id, String title, String lead) {
    return section(html, id, title).lead(lead);
  }

  /** The line above the first heading, with the button that changes the page's colours. */
  static void eyebrow(Html html, String words) {
    html.open("p", "class", "eyebrow")
        .text(words)
        .open("button", "type", "button", "id", "theme", "hidden", "")
        .close()
        .closeLine();
  }

  static void scripts(Html html) {
    html.verbatim("script", echarts());
    html.verbatim("script", resource("report.js"));
  }

  private static List<Section> sections(ReportData data) {
    return SECTIONS.stream().filter(one -> one.applies().test(data)).toList();
  }

  private static void sections(Html html, ReportData data) {
    sections(data).forEach(section -> write(html, data, section));
  }

  private static void write(Html html, ReportData data, Section section) {
    section(html, section.id(), section.title(), section.lead().apply(data));
    section.content().accept(html, data);
    html.closeLine();
  }

  /** A run that goes on has nothing for it before a block is over. */
  private static void firstScreen(Html html, ReportData data, boolean live) {
    if (live && TrialWords.checks(data.summary()).isEmpty()) {
      return;
    }
    if (data.confusion().isPresent()) {
      write(html, data, ConfusionSection.SECTION); // its groups are not what is asked
    } else {
      AnswerChart.write(html, data);
      write(html, data, ComparisonSection.SECTION);
    }
    ValiditySection.write(html, data.summary());
  }

  private static void navigation(Html html, ReportData data) {
    html.open("nav", "aria-label", "Sections").open("ul");
    for (Section section : sections(data)) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    html.close().closeLine();
  }

  private static String echarts() {
    Properties pom = new Properties();
    Unchecked.io(() -> pom.load(new StringReader(resource(ECHARTS_POM))));
    return resource(ECHARTS.formatted(pom.getProperty("version")));
  }

  private static String resource(String name) {
    return WholeFile.resource(ReportPage.class, name);
  }
}
