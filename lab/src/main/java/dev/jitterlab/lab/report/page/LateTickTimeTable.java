package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.summary.Summary;

/** What the threads of late ticks did: waited for a CPU, had one, or neither. */
final class LateTickTimeTable {
  private static final String[] HEADINGS = {
    "drift: waiting for a CPU", "execution: waiting for a CPU", "execution: on a CPU", "ticks read"
  };

  private LateTickTimeTable() {}

  static void write(Html html, ReportData data) {
    if (data.summary().groups().stream().allMatch(group -> of(group) == null)) {
      html.element("p", "What the threads of late ticks waited for was not read.");
      return;
    }
    html.element("h3", "What late ticks waited for");
    html.element(
        "p",
        "How much of the drift and of the execution the thread was ready to run and waited for a"
            + " CPU: too few cores, or a neighbour. The rest of the drift is the timer and ticks"
            + " before it; the rest of the execution locks, input and output, and pauses. Read of"
            + " every tick that started late, by more than 0.1 ms and 1 % of its period, or took"
            + " more than 1.1 periods in total.",
        "class",
        "lead");
    html.open("table", "class", "cards late");
    html.element("caption", "What late ticks waited for, per group");
    html.open("thead").open("tr").element("th", "Group", "scope", "col");
    for (String heading : HEADINGS) {
      html.element("th", heading, "scope", "col", "class", "number");
    }
    html.close().close().open("tbody");
    for (Summary.GroupSummary group : data.summary().groups()) {
      Summary.LateTickTime time = of(group);
      String[] cells = {
        time == null ? Units.NONE : share(time.runQueueDriftRatio()),
        time == null ? Units.NONE : share(time.runQueueExecutionRatio()),
        time == null ? Units.NONE : share(time.cpuExecutionRatio()),
        time == null ? "not read" : Units.count(time.ticks())
      };
      html.open("tr").element("th", group.name(), "scope", "row");
      for (int i = 0; i < cells.length; i++) {
        html.element("td", cells[i], "class", "number", "data-label", HEADINGS[i]);
      }
      html.closeLine();
    }
    html.close().closeLine();
  }

  private static String share(Double ratio) {
    return ratio == null ? Units.NONE : Units.share(ratio);
  }

  private static Summary.LateTickTime of(Summary.GroupSummary group) {
    return group.metrics() == null ? null : group.metrics().lateness().lateTickTime();
  }
}
