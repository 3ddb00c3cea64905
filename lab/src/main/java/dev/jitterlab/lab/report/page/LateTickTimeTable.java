package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.LateTickTime;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.summary.Summary;
import java.util.List;
import java.util.stream.Stream;

/** What the threads of late ticks did: waited for a CPU, had one, or neither. */
final class LateTickTimeTable {
  private static final List<Metric> COLUMNS =
      Stream.concat(LateTickTime.SHARES.stream(), Stream.of(LateTickTime.TICKS)).toList();

  private LateTickTimeTable() {}

  static void write(Html html, ReportData data) {
    if (!data.summary().wasMeasured(LateTickTime.TICKS)) {
      html.element("p", "Nothing was recorded about what the threads of late ticks waited for.");
      return;
    }
    html.element("h3", "What late ticks waited for");
    html.lead(
        "How much of the drift and of the execution the thread was ready to run but waited for a"
            + " CPU, because of too few cores or a neighbour. The rest of the drift is the timer"
            + " and earlier ticks. The rest of the execution is locks, input and output, and"
            + " pauses. The table covers every tick that started late by more than 0.1 ms and 1 %"
            + " of its period, or took more than 1.1 periods in total.");
    Table table = Table.of("What late ticks waited for, per group").styled("late").text("Group");
    COLUMNS.forEach(metric -> table.number(metric.title()));
    for (Summary.GroupSummary group : data.summary().groups()) {
      table.row(
          Stream.concat(
                  Stream.of(group.name()), COLUMNS.stream().map(metric -> show(metric, group)))
              .toList());
    }
    table.write(html);
  }

  private static String show(Metric metric, Summary.GroupSummary group) {
    if (!metric.equals(LateTickTime.TICKS)) {
      return metric.show(group.metrics());
    }
    Double ticks = metric.in(group.metrics());
    return ticks == null ? "not read" : Units.count(Math.round(ticks));
  }
}
