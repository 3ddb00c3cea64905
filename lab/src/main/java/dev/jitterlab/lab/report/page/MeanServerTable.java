package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary;
import java.util.ArrayList;
import java.util.List;

/** The table with the figures of each group's mean server. */
final class MeanServerTable {
  private MeanServerTable() {}

  /** Those of the columns that apply to the run. */
  private static List<Metric> columns(Summary summary, List<Metric> columns) {
    return columns.stream().filter(summary::applies).toList();
  }

  /** Without rows; more columns may follow. */
  static Table of(Summary summary, List<Metric> columns) {
    Table table = Table.of("Mean server of each group during the measurement").text("Group");
    columns(summary, columns).forEach(metric -> table.number(metric.title()));
    return table;
  }

  /** The table alone. */
  static void write(Html html, Summary summary, List<Metric> columns) {
    Table table = of(summary, columns);
    summary.groups().forEach(group -> table.row(cells(summary, group, columns)));
    table.write(html);
  }

  /** The cells of a group. */
  static List<String> cells(Summary summary, Summary.GroupSummary group, List<Metric> columns) {
    List<String> cells = new ArrayList<>(List.of(group.name()));
    columns(summary, columns)
        .forEach(metric -> cells.add(FigureWords.of(summary, group.name(), metric)));
    return cells;
  }
}
