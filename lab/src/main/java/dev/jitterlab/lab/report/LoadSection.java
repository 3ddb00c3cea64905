package dev.jitterlab.lab.report;

import dev.jitterlab.lab.summary.Summary;
import java.util.List;

/** CPU load over time, and what else the groups used and served. */
final class LoadSection implements Section {
  private static final List<Metric> COLUMNS =
      List.of(
          new Metric(Metric.Family.CPU, ""),
          new Metric(Metric.Family.SYSTEM_CPU, ""),
          new Metric(Metric.Family.PLAYERS, ""),
          new Metric(Metric.Family.BATTLES, ""),
          new Metric(Metric.Family.MEMORY, ""));

  @Override
  public String id() {
    return "cpu";
  }

  @Override
  public String title() {
    return "CPU load";
  }

  @Override
  public String lead(ReportData data) {
    return "The share of the whole machine’s CPU time that one server of each group used; the grey"
        + " line is the whole machine, load generator and others included, and near 100 % it, not"
        + " the group, decides who is late.";
  }

  @Override
  public void write(Html html, ReportData data) {
    Legend.groups(html, data);
    html.open(
            "div",
            "class",
            "chart",
            "data-chart",
            "cpu",
            "role",
            "img",
            "aria-label",
            "Line chart: CPU load over time; the means are in the table below")
        .closeLine();
    html.open("table", "class", "cards");
    html.element("caption", "Mean server of each group during the measurement");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    for (Metric metric : COLUMNS) {
      html.element("th", metric.title(), "scope", "col", "class", "number");
    }
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      html.open("tr").element("th", group.name(), "scope", "row");
      for (Metric metric : COLUMNS) {
        html.element(
            "td",
            metric.format(metric.in(group.metrics())),
            "class",
            "number",
            "data-label",
            metric.title());
      }
      html.closeLine();
    }
    html.close().closeLine();
  }
}
