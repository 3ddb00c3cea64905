package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.Summary.Control;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What the idle control processes saw of the machine itself: in a table and a line. */
final class ControlTable {
  private ControlTable() {}

  /** Writes nothing without control processes. */
  static void write(Html html, Summary summary) {
    if (summary.control().isEmpty()) {
      return;
    }
    html.open("details").element("summary", "The machine itself, block by block");
    html.note(
        "This idle process should have run every millisecond. No server can be less late than it"
            + " was."
            + (summary.hasTicks()
                ? " A line in the drift charts shows its worst delay in each second."
                : ""));
    Table table = Table.of("Lateness of the idle control process").text("Block");
    List.of("p50", "p99", "p99.9", "Longest stall", "Stalls", "Waited for a CPU", "Own CPU time")
        .forEach(table::number);
    for (Control control : summary.control()) {
      table.row(
          "Block " + control.block(),
          Units.seconds(control.driftSeconds().p50()),
          Units.seconds(control.driftSeconds().p99()),
          Units.seconds(control.driftSeconds().p999()),
          Units.seconds(control.driftSeconds().max()),
          Units.count(control.stalls()),
          Unit.SECONDS.format(control.runQueueSeconds()),
          Unit.SECONDS.format(control.cpuSeconds()));
    }
    table.write(html);
    html.closeLine();
  }

  /** The worst of each second over all blocks. */
  static List<Point> line(List<Control> control) {
    NavigableMap<Integer, Double> worst = new TreeMap<>();
    for (Control block : control) {
      for (Summary.ControlSecond second : block.overTime()) {
        worst.merge((int) Math.floor(second.at()), second.max(), Math::max);
      }
    }
    return worst.entrySet().stream()
        .map(second -> new Point(second.getKey(), second.getValue()))
        .toList();
  }
}
