package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.TickCount;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.report.words.FigureWords;
import dev.jitterlab.lab.summary.Summary;
import java.util.ArrayList;
import java.util.List;

/** How many ticks were late, by how much, and where their time went, per group. */
final class LateTicksSection {
  static final Section SECTION =
      Section.of(
              "late-ticks",
              "Late ticks",
              "The share of ticks whose total was above 1.1, 1.4, 2 and 4 periods, with their"
                  + " number; bars can be compared down a column, not across.",
              LateTicksSection::write)
          .where(data -> data.plan().hasTicks());

  private LateTicksSection() {}

  private static void write(Html html, ReportData data) {
    Table table = Table.of("Late ticks per group").styled("late").text("Group");
    LateTicks.THRESHOLDS.forEach(threshold -> table.number("above " + threshold + " periods"));
    table.number("All ticks", "all ticks");
    for (Summary.GroupSummary group : data.summary().groups()) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(group.name()));
      LateTicks.THRESHOLDS.forEach(threshold -> cells.add(cell(data, group, threshold)));
      cells.add(Cell.of(TickCount.show(group.metrics())));
      table.cells(null, cells);
    }
    table.write(html);
    LateTickTimeTable.write(html, data);
  }

  /**
   * The number of late ticks in words: {@code none of 28 000}, {@code 12 of 28 000}. An instance
   * whose late ticks nobody counted is in neither number, although the group's ticks include its
   * own.
   */
  static String count(Summary.GroupSummary group, String threshold) {
    long late = 0;
    long all = 0;
    for (Summary.InstanceSummary one : group.instances()) {
      Double ratio = ratio(one.metrics(), threshold);
      Double ticks = TickCount.METRIC.in(one.metrics());
      if (!one.nullified() && ratio != null && ticks != null) {
        late += Math.round(ratio * ticks);
        all += Math.round(ticks);
      }
    }
    return all == 0
        ? "not measured"
        : (late == 0 ? "none" : Units.count(late)) + " of " + Units.count(all);
  }

  private static Cell cell(ReportData data, Summary.GroupSummary group, String threshold) {
    Double ratio = ratio(group.metrics(), threshold);
    double most =
        data.summary().groups().stream()
            .map(g -> ratio(g.metrics(), threshold))
            .filter(r -> r != null)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return ShareBar.cell(
        FigureWords.of(data.summary(), group.name(), LateTicks.above(threshold)),
        ratio,
        most,
        count(group, threshold));
  }

  private static Double ratio(MetricValues metrics, String threshold) {
    return LateTicks.above(threshold).in(metrics);
  }
}
