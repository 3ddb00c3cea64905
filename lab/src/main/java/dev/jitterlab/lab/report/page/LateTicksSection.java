package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.TickCount;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import java.util.Locale;

/** How many ticks were late, by how much, and where their time went, per group. */
final class LateTicksSection implements Section {
  @Override
  public String id() {
    return "late-ticks";
  }

  @Override
  public String title() {
    return "Late ticks";
  }

  @Override
  public boolean applies(ReportData data) {
    return data.plan().hasTicks();
  }

  @Override
  public String lead(ReportData data) {
    return "The share of ticks whose total was above 1.1, 1.4, 2 and 4 periods, with their number;"
        + " bars can be compared down a column, not across.";
  }

  @Override
  public void write(Html html, ReportData data) {
    html.open("table", "class", "cards late");
    html.element("caption", "Late ticks per group");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    for (String threshold : LateTicks.THRESHOLDS) {
      html.element("th", "above " + threshold + " periods", "scope", "col", "class", "number");
    }
    html.element("th", "All ticks", "scope", "col", "class", "number");
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      html.open("tr").element("th", group.name(), "scope", "row");
      for (String threshold : LateTicks.THRESHOLDS) {
        cell(html, data, group, threshold);
      }
      html.element(
          "td", TickCount.show(group.metrics()), "class", "number", "data-label", "all ticks");
      html.closeLine();
    }
    html.close().closeLine();
    LateTickTimeTable.write(html, data);
  }

  /** The number of late ticks in words: {@code none of 28 000}, {@code 12 of 28 000}. */
  static String count(MetricValues metrics, String threshold) {
    Double ratio = ratio(metrics, threshold);
    if (ratio == null) {
      return "not measured";
    }
    long late = Math.round(ratio * TickCount.METRIC.in(metrics));
    return (late == 0 ? "none" : Units.count(late)) + " of " + TickCount.show(metrics);
  }

  private static void cell(
      Html html, ReportData data, Summary.GroupSummary group, String threshold) {
    Double ratio = ratio(group.metrics(), threshold);
    double most =
        data.summary().groups().stream()
            .map(g -> ratio(g.metrics(), threshold))
            .filter(r -> r != null)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    html.open("td", "class", "number", "data-label", "above " + threshold + " periods");
    html.open("span", "class", "figure")
        .element("b", ratio == null ? Units.NONE : Units.share(ratio))
        .open("span", "class", "bar", "aria-hidden", "true")
        .open("span", "style", "width:" + percent(ratio == null || most == 0 ? 0 : ratio / most))
        .close()
        .close()
        .element("small", count(group.metrics(), threshold))
        .close();
    html.close();
  }

  private static Double ratio(MetricValues metrics, String threshold) {
    return LateTicks.above(threshold).in(metrics);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", share * 100);
  }
}
