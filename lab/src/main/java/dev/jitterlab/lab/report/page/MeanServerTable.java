package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;

/** The parts of a table with the figures of each group's mean server; others may add columns. */
final class MeanServerTable {
  private MeanServerTable() {}

  /** Opens the table and the row of its head. */
  static void head(Html html, List<Metric> columns) {
    html.open("table", "class", "cards");
    html.element("caption", "Mean server of each group during the measurement");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    for (Metric metric : columns) {
      html.element("th", metric.title(), "scope", "col", "class", "number");
    }
  }

  /** Opens the row of a group. */
  static void row(Html html, Summary.GroupSummary group, List<Metric> columns) {
    html.open("tr").element("th", group.name(), "scope", "row");
    for (Metric metric : columns) {
      html.element(
          "td", metric.show(group.metrics()), "class", "number", "data-label", metric.title());
    }
  }
}
