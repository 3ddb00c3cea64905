package dev.jitterlab.lab.report;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.summary.Summary;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;

/**
 * The report as one HTML file that opens offline. Verdict, validity and tables are plain HTML; the
 * charts are drawn by {@code report.js} with ECharts from the JSON block at the end. A
 * content-security policy forbids every request, so nothing can leave the page.
 */
final class ReportPage {
  /** The four metrics of a tick, in the order in which the page shows them. */
  static final List<Metric.Family> TICK_FAMILIES =
      List.of(
          Metric.Family.DRIFT, Metric.Family.EXECUTION, Metric.Family.WAIT, Metric.Family.TOTAL);

  /** Says which version of ECharts is on the class path. */
  private static final String ECHARTS_POM =
      "/META-INF/maven/org.webjars.npm/echarts/pom.properties";

  /** ECharts with lines, scatter and the SVG renderer, without maps and the rest. */
  private static final String ECHARTS =
      "/META-INF/resources/webjars/echarts/%s/dist/echarts.common.min.js";

  private static final List<Section> SECTIONS =
      List.of(
          new ValiditySection(),
          new ComparisonSection(),
          new CapacitySection(),
          new CostSection(),
          new TicksOverTimeSection(),
          new JitSection(),
          new DriftSection(),
          new LatencySection(),
          new ResponseSection(),
          new LateTicksSection(),
          new LoadSection(),
          new InstancesSection(),
          new CommandsSection(),
          new EnvironmentSection(),
          new TimelineSection(),
          new ExperimentSection(),
          new GlossarySection());

  private ReportPage() {}

  /** Renders the whole page. */
  static String render(ReportData data) {
    Html html = new Html();
    html.open("html", "lang", "en");
    head(html, data.summary());
    html.open("body");
    html.open("main");
    VerdictSection.write(html, data);
    List<Section> sections = SECTIONS.stream().filter(one -> one.applies(data)).toList();
    navigation(html, sections);
    html.open("noscript")
        .element("p", "The charts need JavaScript; all texts and tables are here without it.")
        .closeLine();
    for (Section section : sections) {
      html.open("section", "id", section.id(), "aria-labelledby", section.id() + "-title");
      html.element("h2", section.title(), "id", section.id() + "-title");
      html.element("p", section.lead(data), "class", "lead");
      section.write(html, data);
      html.closeLine();
    }
    html.closeLine();
    html.json("data", Json.writeCompact(ChartData.of(data)));
    html.verbatim("script", echarts());
    html.verbatim("script", resource("report.js"));
    return html.close().closeLine().toString();
  }

  private static void head(Html html, Summary summary) {
    html.open("head");
    html.open("meta", "charset", "utf-8");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    html.open(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
    html.element("title", summary.experiment() + " – Jitterlab");
    html.verbatim("style", resource("report.css"));
    html.closeLine();
  }

  private static void navigation(Html html, List<Section> sections) {
    html.open("nav", "aria-label", "Sections").open("ul");
    for (Section section : sections) {
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }
    html.close().closeLine();
  }

  private static String echarts() {
    try {
      Properties pom = new Properties();
      pom.load(new StringReader(resource(ECHARTS_POM)));
      return resource(ECHARTS.formatted(pom.getProperty("version")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
